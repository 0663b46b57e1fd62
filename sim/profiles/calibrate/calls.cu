// What each call costs the host: fifteen of each in a row, with the device idle at first and behind
// a long kernel, where a launch parts rows of work. No tool looks on.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 15;
const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

void nothing(void *)
{
}

int main()
{
    cudaStream_t s, other;
    cudaEvent_t timed;
    char *host, *device;
    cudaStreamCreate(&s);
    cudaEventCreate(&timed);
    cudaMallocHost((void **)&host, 64 * MIB);
    cudaMalloc((void **)&device, 64 * MIB);

    // One at a time on an idle device.
    spin<<<1, 64, 0, s>>>(1);
    cudaDeviceSynchronize();
    nvtxRangePush("idle");
    for (int i = 0; i < TIMES; i++) {
        spin<<<1, 64, 0, s>>>(1);
        cudaDeviceSynchronize();
    }
    for (int i = 0; i < TIMES; i++)
        cudaStreamSynchronize(s);
    for (int i = 0; i < TIMES; i++)
        cudaDeviceSynchronize();
    for (int i = 0; i < TIMES; i++)
        cudaStreamQuery(s);
    cudaEventRecord(timed, s);
    cudaDeviceSynchronize();
    for (int i = 0; i < TIMES; i++)
        cudaEventQuery(timed);
    for (int i = 0; i < TIMES; i++)
        cudaEventSynchronize(timed);
    for (int i = 0; i < TIMES; i++) {
        float ms;
        cudaEventElapsedTime(&ms, timed, timed);
    }
    nvtxRangePop();

    // Asked for the first time since it ended, and again; before other streams have had kernels, behind
    // which the second asks the device, too (traces/experiments/look-again.txt).
    nvtxRangePush("looks");
    for (int i = 0; i < TIMES; i++) {
        cudaMemcpyAsync(host, device, 64 * KIB, cudaMemcpyDeviceToHost, s);
        cudaEventRecord(timed, s);
        host_work_us(40);
        cudaEventQuery(timed);
        cudaEventQuery(timed);
    }
    nvtxRangePop();
    cudaStreamSynchronize(s);

    // Streams and events that live for a piece of work, as programs have them: in a row each call takes half as long.
    nvtxRangePush("lives");
    for (int i = 0; i < 3 * TIMES; i++) {
        cudaEvent_t event;
        if (i % 3 == 0)
            cudaStreamCreate(&other);
        else if (i % 3 == 1)
            cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
        else
            cudaStreamCreateWithPriority(&other, cudaStreamDefault, 0);
        if (i % 2 == 0)
            cudaEventCreate(&event);
        else
            cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
        spin<<<1, 64, 0, other>>>(1);
        cudaMemcpyAsync(device, host, 4 * KIB, cudaMemcpyHostToDevice, other);
        cudaEventRecord(event, other);
        cudaStreamSynchronize(other);
        cudaEventDestroy(event);
        cudaStreamDestroy(other);
    }
    nvtxRangePop();

    // All behind a long kernel.
    spin<<<1, 64, 0, s>>>(4000);
    nvtxRangePush("pending");
    for (int i = 0; i < TIMES; i++)
        cudaMemcpyAsync(device, host, 4 * KIB, cudaMemcpyHostToDevice, s);
    spin<<<1, 64, 0, s>>>(1);
    for (int i = 0; i < TIMES; i++)
        cudaMemcpyAsync(device, host, 32 * KIB, cudaMemcpyHostToDevice, s);
    spin<<<1, 64, 0, s>>>(1);
    for (int i = 0; i < 10; i++)
        cudaMemcpyAsync(device, host, 64 * MIB, cudaMemcpyHostToDevice, s);
    for (size_t bytes = 256; bytes <= MIB; bytes *= 4) {
        spin<<<1, 64, 0, s>>>(1);
        for (int i = 0; i < TIMES; i++)
            cudaMemsetAsync(device, 0, bytes, s);
    }
    for (int i = 0; i < TIMES; i++)
        cudaEventRecord(timed, s);
    for (int i = 0; i < TIMES; i++)
        cudaMemset(device, 0, MIB);
    for (int i = 0; i < TIMES; i++)
        cudaLaunchHostFunc(s, nothing, NULL);
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}

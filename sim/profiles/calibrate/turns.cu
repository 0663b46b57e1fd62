// What calls cost the host as programs make them: in turn, most to another stream than the call
// before. Also the first of a kind, and thirty-two in a row, which cost less. All behind a long
// kernel.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 6;
const int ROW = 32;
const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t s, t, other;
    cudaEvent_t untimed;
    char *host, *device, *device2;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaStreamCreate(&other);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, MIB);
    cudaMalloc((void **)&device, MIB);
    cudaMalloc((void **)&device2, MIB);

    // The very first call; then two of each kind, of which the second says what is usual.
    nvtxRangePush("first");
    spin<<<1, 64, 0, other>>>(2000);
    cudaMemcpyAsync(device, host, 64 * KIB, cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(device, host, 64 * KIB, cudaMemcpyHostToDevice, s);
    cudaMemsetAsync(device, 0, MIB, s);
    cudaMemsetAsync(device, 0, MIB, s);
    cudaEventRecord(untimed, s);
    cudaEventRecord(untimed, s);
    cudaStreamWaitEvent(t, untimed, 0);
    cudaStreamWaitEvent(t, untimed, 0);
    nvtxRangePop();
    spin<<<1, 64, 0, s>>>(500);
    spin<<<1, 64, 0, t>>>(500);

    nvtxRangePush("turns");
    for (int i = 0; i < TIMES; i++) {
        cudaMemcpyAsync(device, host, 64 * KIB, cudaMemcpyHostToDevice, s);
        spin<<<1, 64, 0, s>>>(1);
        spin<<<1, 64, 0, t>>>(1);
        cudaEventRecord(untimed, s);
        cudaStreamWaitEvent(t, untimed, 0);
        spin<<<1, 64, 0, s>>>(1);
        cudaMemcpyAsync(host, device, 64 * KIB, cudaMemcpyDeviceToHost, t);
        cudaMemsetAsync(device, 0, MIB, t);
        spin<<<1, 64, 0, t>>>(1);
        cudaMemcpyAsync(device2, device, MIB, cudaMemcpyDeviceToDevice, s);
        cudaMemsetAsync(device, 0, 1024, s);
    }
    nvtxRangePop();

    nvtxRangePush("row");
    for (int i = 0; i < ROW; i++)
        spin<<<1, 64, 0, s>>>(1);
    for (int i = 0; i < ROW; i++)
        cudaMemcpyAsync(device, host, 64 * KIB, cudaMemcpyHostToDevice, t);
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}

// What calls cost in a program that makes few of them: calibrate's turns
// (sim/profiles/calibrate/turns.cu), and with SETUP=1 behind what programs set up: 32 MiB of each
// kind of memory, one of them filled, which takes the host 3.4 ms.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const int SETUP = 0;
const int TIMES = 3;
const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;
const size_t BYTES = SETUP ? 32 * MIB : MIB;

__global__ void one(double us)
{
    spin_us(us);
}

__global__ void two(double us)
{
    spin_us(us);
}

__global__ void three(double us)
{
    spin_us(us);
}

__global__ void four(double us)
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
    cudaMallocHost((void **)&host, BYTES);
    cudaMalloc((void **)&device, BYTES);
    cudaMalloc((void **)&device2, BYTES);
    if (SETUP) {
        char *pageable = (char *)malloc(BYTES);
        memset(pageable, 1, BYTES);
        cudaDeviceSynchronize();
    }

    nvtxRangePush("first");
    one<<<1, 64, 0, other>>>(500);
    cudaMemcpyAsync(device, host, 64 * KIB, cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(device, host, 64 * KIB, cudaMemcpyHostToDevice, s);
    cudaMemsetAsync(device, 0, MIB, s);
    cudaMemsetAsync(device, 0, MIB, s);
    cudaEventRecord(untimed, s);
    cudaEventRecord(untimed, s);
    cudaStreamWaitEvent(t, untimed, 0);
    cudaStreamWaitEvent(t, untimed, 0);
    nvtxRangePop();

    nvtxRangePush("turns");
    for (int i = 0; i < TIMES; i++) {
        cudaMemcpyAsync(device, host, 64 * KIB, cudaMemcpyHostToDevice, s);
        one<<<40, 256, 0, s>>>(60);
        two<<<8, 512, 0, t>>>(90);
        cudaEventRecord(untimed, s);
        cudaStreamWaitEvent(t, untimed, 0);
        three<<<132, 128, 0, s>>>(30);
        cudaMemcpyAsync(host, device, 64 * KIB, cudaMemcpyDeviceToHost, t);
        cudaMemsetAsync(device, 0, MIB, t);
        four<<<1, 64, 0, t>>>(200);
        cudaMemcpyAsync(device2, device, MIB, cudaMemcpyDeviceToDevice, s);
        cudaMemsetAsync(device, 0, 1024, s);
    }
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}

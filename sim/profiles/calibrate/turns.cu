// What calls cost the host as programs make them: in turn, most to another stream than the call
// before, a few of each, while kernels of several shapes run. More of them, behind kernels that
// hold all back, cost less (traces/experiments/calls-in-programs.txt). Also the first of a kind.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

#define SETUP                                                                                      \
    0 // 1: memory is taken and filled before, as programs do, so that the caches hold little

const int TIMES = 3;
const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;

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
    char *pinned, *device, *device2;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaStreamCreate(&other);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaMallocHost((void **)&pinned, MIB);
    cudaMalloc((void **)&device, MIB);
    cudaMalloc((void **)&device2, MIB);

    if (SETUP) {
        cudaMallocHost((void **)&pinned, 32 * MIB);
        cudaMalloc((void **)&device2, 32 * MIB);
        memset(malloc(32 * MIB), 1, 32 * MIB);
    }
    cudaDeviceSynchronize();

    // The very first call; then two of each kind, of which the second says what is usual.
    nvtxRangePush("first");
    one<<<1, 64, 0, other>>>(500);
    cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
    cudaMemsetAsync(device, 0, MIB, s);
    cudaMemsetAsync(device, 0, MIB, s);
    cudaEventRecord(untimed, s);
    cudaEventRecord(untimed, s);
    cudaStreamWaitEvent(t, untimed, 0);
    cudaStreamWaitEvent(t, untimed, 0);
    nvtxRangePop();

    nvtxRangePush("turns");
    for (int i = 0; i < TIMES; i++) {
        cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
        one<<<40, 256, 0, s>>>(60);
        two<<<8, 512, 0, t>>>(90);
        cudaEventRecord(untimed, s);
        cudaStreamWaitEvent(t, untimed, 0);
        three<<<132, 128, 0, s>>>(30);
        cudaMemcpyAsync(pinned, device, 64 * KIB, cudaMemcpyDeviceToHost, t);
        cudaMemsetAsync(device, 0, MIB, t);
        four<<<1, 64, 0, t>>>(200);
        cudaMemcpyAsync(device2, device, MIB, cudaMemcpyDeviceToDevice, s);
        cudaMemsetAsync(device, 0, 1024, s);
    }
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}

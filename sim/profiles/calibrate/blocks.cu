// What a further wave costs, how fast blocks are given out, how long a kernel takes at least.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 6;
const int WAVES = 16;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaDeviceProp device;
    cudaStream_t s;
    cudaGetDeviceProperties(&device, 0);
    cudaStreamCreate(&s);
    const int wave = device.multiProcessorCount * (device.maxThreadsPerMultiProcessor / 1024);
    spin<<<1, 64, 0, s>>>(10);
    nvtxRangePush("waves");
    for (int i = 0; i < TIMES; i++) {
        spin<<<wave, 1024, 0, s>>>(25);
        cudaDeviceSynchronize();
        spin<<<wave * WAVES, 1024, 0, s>>>(25);
        cudaDeviceSynchronize();
    }
    nvtxRangePop();
    nvtxRangePush("dispatch");
    for (int i = 0; i < 3; i++) {
        spin<<<2000000, 32, 0, s>>>(0);
        cudaDeviceSynchronize();
        spin<<<1000000, 32, 0, s>>>(0);
        cudaDeviceSynchronize();
    }
    nvtxRangePop();
    spin<<<1, 64, 0, s>>>(500);
    nvtxRangePush("empty");
    for (int i = 0; i < 3 * TIMES; i++)
        spin<<<1, 64, 0, s>>>(0);
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}

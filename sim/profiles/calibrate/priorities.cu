// How many priorities the hardware tells apart: kernels that each fill the device wait for one that
// does, the least urgent called first.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int MOST = 64;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaDeviceProp device;
    cudaStream_t first, streams[MOST];
    int least, greatest;
    cudaGetDeviceProperties(&device, 0);
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    const int blocks = device.multiProcessorCount * (device.maxThreadsPerMultiProcessor / 1024);
    const int count = least - greatest + 1;
    cudaStreamCreate(&first);
    for (int i = 0; i < count; i++)
        cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, least - i);
    for (int i = 0; i < 3; i++) {
        spin<<<blocks, 1024, 0, first>>>(500);
        nvtxRangePush("waiting");
        for (int j = 0; j < count; j++)
            spin<<<blocks, 1024, 0, streams[j]>>>(30);
        nvtxRangePop();
        cudaDeviceSynchronize();
    }
    return 0;
}

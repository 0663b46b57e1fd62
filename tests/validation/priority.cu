// A long queue in a stream of low priority; kernels of other priorities arrive while it runs.
#include "nullstream.cuh"

#ifndef LEVELS
#define LEVELS 2
#endif
#ifndef BACKGROUND
#define BACKGROUND 3
#endif
#ifndef WAVES
#define WAVES 5
#endif
#ifndef BLOCKS
#define BLOCKS 132
#endif
#ifndef KERNELS
#define KERNELS 4
#endif
#ifndef ASCENDING
#define ASCENDING 0
#endif

__global__ void background()
{
    spin_us(150);
}

__global__ void urgent()
{
    spin_us(60);
}

int main()
{
    int least, greatest;
    cudaStream_t low, streams[LEVELS];
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least);
    for (int i = 0; i < LEVELS; i++)
        cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking,
                                     ASCENDING ? greatest + i : least - i);
    for (int i = 0; i < BACKGROUND; i++)
        background<<<264 * WAVES, 1024, 0, low>>>();
    host_work_us(200);
    for (int k = 0; k < KERNELS; k++)
        for (int i = 0; i < LEVELS; i++)
            urgent<<<BLOCKS, 1024, 0, streams[i]>>>();
    cudaDeviceSynchronize();
    return 0;
}

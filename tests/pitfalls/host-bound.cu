// Four streams of short kernels: one host thread cannot launch them as fast as the device runs them.
#include "nullstream.cuh"

#define STREAMS 4
#define STEPS 100

__global__ void step()
{
    spin_us(4);
}

int main()
{
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    for (int k = 0; k < STEPS; k++)
        for (int i = 0; i < STREAMS; i++)
            step<<<8, 256, 0, streams[i]>>>();
    cudaDeviceSynchronize();
    return 0;
}

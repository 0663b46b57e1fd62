// Launches of short kernels, as fast as the host can: bound by the host, the stream or the queue.
#include "nullstream.cuh"

#ifndef STREAMS
#define STREAMS 1
#endif
#ifndef COUNT
#define COUNT 200
#endif
#ifndef US
#define US 2
#endif
#ifndef BLOCKS
#define BLOCKS 8
#endif
#ifndef HEAD
#define HEAD 0
#endif

#pragma nullstream kernel(head) block_time(HEAD * 1us)
__global__ void head()
{
    spin_us(HEAD);
}

__global__ void step()
{
    spin_us(US);
}

int main()
{
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    if (HEAD)
        head<<<1, 32, 0, streams[0]>>>();
    for (int i = 0; i < COUNT; i++)
        step<<<BLOCKS, 128, 0, streams[i % STREAMS]>>>();
    cudaDeviceSynchronize();
    return 0;
}

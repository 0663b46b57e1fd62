// Kernels of one shape in several streams: how many blocks fit beside each other, and in what order.
#include "nullstream.cuh"

#ifndef STREAMS
#define STREAMS 4
#endif
#ifndef KERNELS
#define KERNELS 3
#endif
#ifndef BLOCKS
#define BLOCKS 1
#endif
#ifndef THREADS
#define THREADS 256
#endif
#ifndef SHARED
#define SHARED 0
#endif
#ifndef REGISTERS
#define REGISTERS 16
#endif
#ifndef US
#define US 100
#endif
#ifndef BREADTH
#define BREADTH 0
#endif

#pragma nullstream kernel(step) block_time(US * 1us) regs(REGISTERS)
__global__ void step()
{
    spin_us(US);
}

int main()
{
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    if (SHARED > 48 * 1024)
        cudaFuncSetAttribute(step, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED);
    for (int i = 0; i < STREAMS * KERNELS; i++)
        step<<<BLOCKS, THREADS, SHARED, streams[BREADTH ? i % STREAMS : i / KERNELS]>>>();
    cudaDeviceSynchronize();
    return 0;
}

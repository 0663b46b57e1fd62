// Does what a kernel has on its way from memory need room in the level 1 cache (docs/semantics.md
// S5.10)? A few blocks that read, more threads or fewer, with shared memory that leaves the cache
// 252 KiB or almost nothing.
#include "nullstream.cuh"

#define BLOCKS     24
#define THREADS    1024
#define SHARED_KIB 0
#define BYTES      40e6

#pragma nullstream kernel(reads) bytes(BYTES) regs(32)
__global__ void reads()
{
}

int main()
{
    cudaFuncSetAttribute(reads, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_KIB * 1024);
    for (int i = 0; i < 4; i++)
        reads<<<BLOCKS, THREADS, SHARED_KIB * 1024>>>();
    cudaDeviceSynchronize();
    return 0;
}

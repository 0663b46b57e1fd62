// How many grids are resident (docs/semantics.md S5.8): 140 kernels of one block in as many
// streams, two of them more urgent and issued last. Run with --connections 32.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int GRIDS = 140;

__global__ void step()
{
    spin_us(2000);
}

int main()
{
    cudaStream_t streams[GRIDS];
    for (int i = 0; i < GRIDS; i++)
        cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, i >= GRIDS - 2 ? -5 : 0);
    for (int i = 0; i < GRIDS; i++)
        step<<<1, 32, 0, streams[i]>>>();
    cudaDeviceSynchronize();
    return 0;
}

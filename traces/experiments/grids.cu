// How many grids are resident (docs/semantics.md S5.8), and when others follow: GRIDS kernels of
// one block in as many streams, URGENT of them more urgent and issued last. The first SHORT of them
// take half the time. Run with --connections 32.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int GRIDS = 140;
const int URGENT = 2;
const int SHORT = 0;

__global__ void step(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t streams[GRIDS];
    for (int i = 0; i < GRIDS; i++)
        cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking,
                                     i >= GRIDS - URGENT ? -5 : 0);
    for (int i = 0; i < GRIDS; i++)
        step<<<1, 32, 0, streams[i]>>>(i < SHORT ? 1000 : 2000);
    cudaDeviceSynchronize();
    return 0;
}

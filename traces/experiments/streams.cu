// One-block kernels of 200 us in several streams, issued stream by stream or in turn: how many
// connections hold how many streams apart. -D STREAMS, KERNELS, BREADTH; --connections 1, 2, 8, 32.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int STREAMS = 4;
const int KERNELS = 3;
const int BREADTH = 0;

__global__ void step()
{
    spin_us(200);
}

int main()
{
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    for (int n = 0; n < STREAMS * KERNELS; n++)
        step<<<1, 64, 0, streams[BREADTH ? n % STREAMS : n / KERNELS]>>>();
    cudaDeviceSynchronize();
    return 0;
}

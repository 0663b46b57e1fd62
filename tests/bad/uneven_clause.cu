// Blocks of different length: a clause says one time for all of them.
#include "nullstream.cuh"

#pragma nullstream kernel(uneven) block_time(blockIdx.x * 1us)
__global__ void uneven(float *x)
{
}

int main()
{
    float *d;
    cudaMalloc(&d, 4096);
    uneven<<<8, 256>>>(d);
    cudaDeviceSynchronize();
    return 0;
}

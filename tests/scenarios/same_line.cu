// Two calls stand in one line: each is counted by its own name.
#include "nullstream.cuh"

#pragma nullstream kernel(work) time(10us)
__global__ void work()
{
}

int main()
{
    float *h;
    work<<<1, 32>>>();
    for (int i = 0; i < 8; i++) {
        cudaMallocHost(&h, 1 << 20); cudaFreeHost(h);
    }
    work<<<1, 32>>>();
    cudaDeviceSynchronize();
}

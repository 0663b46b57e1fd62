// A kernel of small blocks beside one of large blocks: none uses shared memory, but
// their blocks reserve some, and the SMs would have to be divided anew.
#include "nullstream.cuh"

__global__ void big()
{
    spin_us(60);
}

__global__ void little()
{
    spin_us(30);
}

int main()
{
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++)
        cudaStreamCreate(&s[i]);
    big<<<132, 1024, 0, s[0]>>>();
    little<<<1, 32, 0, s[1]>>>();
    cudaDeviceSynchronize();
    return 0;
}

// A kernel of small blocks beside one of large blocks, which both ask for the same division of
// the SMs.
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
    cudaFuncSetAttribute(big, cudaFuncAttributePreferredSharedMemoryCarveout, 100);
    cudaFuncSetAttribute(little, cudaFuncAttributePreferredSharedMemoryCarveout, 100);
    big<<<132, 1024, 0, s[0]>>>();
    little<<<1, 32, 0, s[1]>>>();
    cudaDeviceSynchronize();
    return 0;
}

// Kernels are given memory of malloc, of the stack and of a vector. Where `look` reads is up to the data.
#include "nullstream.cuh"
#include <stdlib.h>
#include <vector>

const int N = 1 << 20;

#pragma nullstream kernel(scale) time(50us)
__global__ void scale(float *x, const float *by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= by[0];
}

#pragma nullstream kernel(look) time(50us)
__global__ void look(const int *at)
{
    int i = at[0];
    while (i)
        i = at[i];
}

int main()
{
    float by = 2, *x = (float *)malloc(N * sizeof(float)), *y;
    std::vector<int> at(N);
    cudaMalloc(&y, N * sizeof(float));
    scale<<<N / 256, 256>>>(x, y, N);
    scale<<<N / 256, 256>>>(y, &by, N);
    look<<<N / 256, 256>>>(at.data());
    cudaDeviceSynchronize();
    return 0;
}

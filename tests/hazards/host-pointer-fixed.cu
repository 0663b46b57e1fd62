// Kernels are given memory of the device, pinned memory of the host and managed memory.
#include "nullstream.cuh"

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
    float *by, *x;
    int *at;
    cudaMallocHost(&by, sizeof(float));
    cudaMallocManaged(&at, N * sizeof(int));
    cudaMalloc(&x, N * sizeof(float));
    *by = 2;
    scale<<<N / 256, 256>>>(x, by, N);
    look<<<N / 256, 256>>>(at);
    cudaDeviceSynchronize();
    return 0;
}

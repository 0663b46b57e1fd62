// A stream-ordered allocation of one stream is used in another one that does not wait for it.
#include "nullstream.cuh"

const int N = 1 << 20;

#pragma nullstream kernel(fill) time(100us)
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

int main()
{
    float *x;
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMallocAsync(&x, N * sizeof(float), a);
    fill<<<N / 256, 256, 0, b>>>(x, N);
    cudaFreeAsync(x, b);
    cudaDeviceSynchronize();
    return 0;
}

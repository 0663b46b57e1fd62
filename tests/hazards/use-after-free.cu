// A buffer is freed in one stream while a kernel in another one uses it, and a second one is given the
// pointer after cudaFree.
#include "nullstream.cuh"

const int N = 1 << 18;

#pragma nullstream kernel(add) time(100us)
__global__ void add(float *x, float y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += y;
}

int main()
{
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    float *x, *y;
    cudaMallocAsync(&x, N * sizeof(float), a);
    cudaMalloc(&y, N * sizeof(float));
    add<<<N / 256, 256, 0, a>>>(x, 1.0f, N);
    cudaFreeAsync(x, a);
    add<<<N / 256, 256, 0, b>>>(x, 2.0f, N);
    cudaDeviceSynchronize();
    cudaFree(y);
    add<<<N / 256, 256, 0, b>>>(y, 3.0f, N);
    cudaDeviceSynchronize();
    return 0;
}

// The per-thread default stream for the kernel in the middle, and one stream for the others.
#include <cuda_runtime.h>

const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(produce) time(300us) writes(x, 4 * n)
__global__ void produce(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 0.25f * i;
}

#pragma nullstream kernel(square) time(600us) reads(y, 4 * n) writes(y, 4 * n)
__global__ void square(float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = y[i] * y[i];
}

#pragma nullstream kernel(consume) time(300us) reads(x, 4 * n) writes(z, 4 * n)
__global__ void consume(const float *x, float *z, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        z[i] = x[n - 1 - i];
}

int main()
{
    float *x, *y, *z;
    cudaMalloc(&x, BYTES);
    cudaMalloc(&y, BYTES);
    cudaMalloc(&z, BYTES);
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);

    produce<<<20, 256, 0, a>>>(x, N);
    square<<<20, 256, 0, cudaStreamPerThread>>>(y, N);
    consume<<<20, 256, 0, a>>>(x, z, N);
    cudaDeviceSynchronize();
#pragma nullstream result(z, BYTES)
    return 0;
}

// The first kernels of all requests are launched first: they can all run at once.
#include "nullstream.cuh"

const int REQUESTS = 20;
const int N = 1 << 12;

__global__ void decode(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = 1.0f;
    spin_us(100);
}

__global__ void score(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = 2.0f * x[i];
    spin_us(100);
}

__global__ void encode(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] + 1.0f;
    spin_us(100);
}

int main()
{
    float *x;
    cudaStream_t stream[REQUESTS];
    cudaMalloc(&x, REQUESTS * N * sizeof(float));
    for (int i = 0; i < REQUESTS; i++)
        cudaStreamCreate(&stream[i]);

    for (int i = 0; i < REQUESTS; i++)
        decode<<<4, 1024, 0, stream[i]>>>(x + i * N);
    for (int i = 0; i < REQUESTS; i++)
        score<<<4, 1024, 0, stream[i]>>>(x + i * N);
    for (int i = 0; i < REQUESTS; i++)
        encode<<<4, 1024, 0, stream[i]>>>(x + i * N);
    cudaDeviceSynchronize();
#pragma nullstream result(x, REQUESTS * N * sizeof(float))
    return 0;
}

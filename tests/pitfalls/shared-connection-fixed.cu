// Every stream has a connection.
#include <stdlib.h>

#include "nullstream.cuh"

const int STREAMS = 16;
const int N = 1 << 12;

__global__ void first(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = 1.0f;
    spin_us(300);
}

__global__ void second(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = 2.0f * x[i];
    spin_us(300);
}

int main()
{
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1);
    float *x;
    cudaStream_t stream[STREAMS];
    cudaMalloc(&x, STREAMS * N * sizeof(float));
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&stream[i]);

    for (int i = 0; i < STREAMS; i++) {
        first<<<4, 1024, 0, stream[i]>>>(x + i * N);
        second<<<4, 1024, 0, stream[i]>>>(x + i * N);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(x, STREAMS * N * sizeof(float))
    return 0;
}

// Sixteen streams, but with CUDA_DEVICE_MAX_CONNECTIONS at 1 they share one connection to the
// device: a second kernel that has to wait holds up the first kernels of the streams behind it.
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
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 1);
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

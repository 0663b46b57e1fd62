// What can fail is looked at: at what the call returns, or behind launches at the last error.
#include "nullstream.cuh"
#include <stdio.h>

const int N = 1 << 20;

#pragma nullstream kernel(scale) time(100us)
__global__ void scale(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] *= 2;
}

int main()
{
    float *x, *host;
    cudaStream_t s;
    cudaMalloc(&x, N * sizeof(float));
    cudaMallocHost(&host, 2 * N * sizeof(float));
    cudaStreamCreate(&s);
    cudaMemsetAsync(x, 0, N * sizeof(float), s);
    for (int i = 0; i < 3; i++)
        scale<<<N / 2048, 2048, 0, s>>>(x);
    if (cudaGetLastError() != cudaSuccess)
        scale<<<N / 256, 256, 0, s>>>(x);
    size_t bytes = 2 * N * sizeof(float);
    while (cudaMemcpyAsync(host, x, bytes, cudaMemcpyDeviceToHost, s) != cudaSuccess)
        bytes /= 2;
    cudaStreamSynchronize(s);
    cudaError_t error = cudaFree(x);
    if (error == cudaSuccess)
        error = cudaFree(x);
    printf("%s\n", cudaGetErrorString(error));
    return 0;
}

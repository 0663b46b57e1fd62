// A kernel in the default stream comes after a blocking stream; waiting for it waits for both.
#include "nullstream.cuh"
#include <stdio.h>

#ifndef FIXED
#define FIXED 0
#endif

const int N = 512;

#pragma nullstream kernel(fill) time(500us)
__global__ void fill(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = i + 1;
}

int main()
{
    int *data, *other;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMallocManaged(&data, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    cudaMemset(data, 0, N * sizeof(int));
    cudaDeviceSynchronize();
    fill<<<1, N, 0, s>>>(data, N);
    fill<<<1, N>>>(other, N);
#if FIXED
    cudaStreamSynchronize(0);
#endif
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(data);
    cudaFree(other);
    return 0;
}

// Does cudaMalloc between two streams order them? No such thing is promised.
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
    int *d, *other, *data = (int *)malloc(N * sizeof(int));
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMalloc(&d, N * sizeof(int));
    cudaMemset(d, 0, N * sizeof(int));
    cudaDeviceSynchronize();
    fill<<<1, N, 0, s>>>(d, N);
#if FIXED
    cudaMalloc(&other, N);
#endif
    cudaMemcpyAsync(data, d, N * sizeof(int), cudaMemcpyDefault, t);
    cudaStreamSynchronize(t);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
#if FIXED
    cudaFree(other);
#endif
    cudaFree(d);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    free(data);
    return 0;
}

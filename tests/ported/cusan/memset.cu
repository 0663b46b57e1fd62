// A memset in the default stream between two blocking streams orders them.
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
    int *data, *other, *fake;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMallocManaged(&data, N * sizeof(int));
    cudaMallocManaged(&other, N * sizeof(int));
    cudaMallocManaged(&fake, 4);
    cudaMemset(data, 0, N * sizeof(int));
    cudaMemset(other, 0, N * sizeof(int));
    fill<<<1, N, 0, s>>>(data, N);
#if FIXED
    cudaMemset(fake, 0, 4);
#endif
    fill<<<1, N, 0, t>>>(other, N);
    cudaStreamSynchronize(t);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(fake);
    cudaFree(other);
    cudaFree(data);
    return 0;
}

// As to_host, in a stream of its own; fixed: that stream is waited for.
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
    int *data;
    cudaMallocManaged(&data, N * sizeof(int));
    cudaStream_t s;
    cudaStreamCreate(&s);
    fill<<<1, N, 0, s>>>(data, N);
#if FIXED
    cudaStreamSynchronize(s);
#endif
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaFree(data);
    return 0;
}

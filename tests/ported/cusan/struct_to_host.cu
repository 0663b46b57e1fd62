// As struct, and the host reads what the second stream writes.
#include "nullstream.cuh"
#include <stdio.h>

#ifndef FIXED
#define FIXED 0
#endif

const int N = 512;

struct pair {
    int *first;
    int *second;
};

#pragma nullstream kernel(first) time(200us)
__global__ void first(pair p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p.first[i] = i;
}

#pragma nullstream kernel(second) time(200us)
__global__ void second(pair p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p.second[i] = i;
}

int main()
{
    pair p;
    cudaMallocManaged(&p.first, N * sizeof(int));
    cudaMallocManaged(&p.second, N * sizeof(int));
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    first<<<1, N, 0, s>>>(p, N);
    second<<<1, N, 0, t>>>(p, N); // other memory than first's
    second<<<1, N, 0, t>>>(p, N); // the same, in the same stream
#if FIXED
    cudaDeviceSynchronize();
#endif
    int *data = p.second;
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(p.first);
    cudaFree(p.second);
    return 0;
}

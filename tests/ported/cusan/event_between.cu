// Two streams change the same memory; fixed: the host waits for an event between the launches.
#include "nullstream.cuh"
#include <stdio.h>

#ifndef FIXED
#define FIXED 0
#endif

const int N = 512;

#pragma nullstream kernel(increment) time(200us)
__global__ void increment(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = data[i] + 1;
}

int main()
{
    cudaEvent_t first;
    cudaEventCreate(&first);
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    increment<<<1, N, 0, s>>>(d, N);
    cudaEventRecord(first, s);
#if FIXED
    cudaEventSynchronize(first);
#endif
    increment<<<1, N, 0, t>>>(d, N);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaEventDestroy(first);
    cudaFree(d);
    return 0;
}

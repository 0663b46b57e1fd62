// A kernel in the default stream writes what the host sends on; fixed: the device is waited for.
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
    fill<<<1, N>>>(data, N);
#if FIXED
    cudaDeviceSynchronize();
#endif
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}

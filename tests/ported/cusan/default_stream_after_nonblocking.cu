// A non-blocking stream does not come after the default one; fixed: the device is waited for.
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
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreate(&t);
    cudaMallocManaged(&data, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    cudaMemset(data, 0, N * sizeof(int));
    cudaDeviceSynchronize();
    fill<<<1, N>>>(data, N);
    fill<<<1, N, 0, s>>>(other, N);
    cudaStreamSynchronize(s);
#if FIXED
    cudaDeviceSynchronize();
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

// The host waits for the default stream, which is empty; fixed: the stream is a blocking one.
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
    cudaStream_t s;
#if FIXED
    cudaStreamCreate(&s);
#else
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
#endif
    cudaMallocManaged(&data, N * sizeof(int));
    cudaMemset(data, 0, N * sizeof(int));
    fill<<<1, N, 0, s>>>(data, N);
    cudaStreamSynchronize(0);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaFree(data);
    return 0;
}

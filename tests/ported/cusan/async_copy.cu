// A copy in another stream than the kernel that makes its bytes; fixed: the kernel is waited for.
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
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    int *data = (int *)malloc(N * sizeof(int)), *d;
    cudaMalloc(&d, N * sizeof(int));
    fill<<<1, N, 0, s>>>(d, N);
#if FIXED
    cudaStreamSynchronize(s);
#endif
    cudaMemcpyAsync(data, d, N * sizeof(int), cudaMemcpyDeviceToHost, t);
    cudaStreamSynchronize(t);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    free(data);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(d);
    return 0;
}

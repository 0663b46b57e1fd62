// A synchronous copy from host to host before the host reads what a blocking stream writes.
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
    int *data, *from = (int *)calloc(1, sizeof(int)), *to = (int *)calloc(1, sizeof(int));
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocManaged(&data, N * sizeof(int));
    cudaMemset(data, 0, N * sizeof(int));
    cudaDeviceSynchronize();
    fill<<<1, N, 0, s>>>(data, N);
#if FIXED
    cudaMemcpy(to, from, sizeof(int), cudaMemcpyHostToHost);
#endif
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaFree(data);
    cudaStreamDestroy(s);
    free(from);
    free(to);
    return 0;
}

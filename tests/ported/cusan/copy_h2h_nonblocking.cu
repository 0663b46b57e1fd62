// The same copy orders no non-blocking streams; fixed: the first is waited for.
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
    int *d, *data = (int *)malloc(N * sizeof(int));
    int *from = (int *)calloc(1, sizeof(int)), *to = (int *)calloc(1, sizeof(int));
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMalloc(&d, N * sizeof(int));
    cudaMemset(d, 0, N * sizeof(int));
    cudaDeviceSynchronize();
    fill<<<1, N, 0, s>>>(d, N);
    cudaMemcpy(to, from, sizeof(int), cudaMemcpyHostToHost);
#if FIXED
    cudaStreamSynchronize(s);
#endif
    cudaMemcpyAsync(data, d, N * sizeof(int), cudaMemcpyDefault, t);
    cudaStreamSynchronize(t);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    free(from);
    free(to);
    free(data);
    return 0;
}

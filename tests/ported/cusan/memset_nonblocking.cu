// The same memset orders no non-blocking stream; fixed: that stream is waited for.
#include "nullstream.cuh"
#include <stdio.h>

#ifndef FIXED
#define FIXED 0
#endif
#ifndef SETTLED
#define SETTLED 0
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
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreate(&t);
    cudaMallocManaged(&data, N * sizeof(int));
    cudaMallocManaged(&other, N * sizeof(int));
    cudaMallocManaged(&fake, 4);
    cudaMemset(data, 0, N * sizeof(int));
    cudaMemset(other, 0, N * sizeof(int));
#if SETTLED
    cudaDeviceSynchronize(); // the memsets of data
#endif
    fill<<<1, N, 0, s>>>(data, N);
    cudaMemset(fake, 0, 4);
#if FIXED
    cudaStreamSynchronize(s);
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

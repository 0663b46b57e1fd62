// A synchronous 2D copy in the default stream between two blocking streams orders them.
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
    const int width = 64, height = 8;
    int *d, *data = (int *)malloc(width * height * sizeof(int));
    size_t pitch;
    cudaMallocPitch(&d, &pitch, width * sizeof(int), height);
    int *dummy = (int *)malloc(width * height * sizeof(int));
    int n = pitch * height / sizeof(int);
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMemset2D(d, pitch, 0, width * sizeof(int), height);
    cudaDeviceSynchronize();
    fill<<<(n + 255) / 256, 256, 0, s>>>(d, n);
#if FIXED
    cudaMemcpy2D(dummy, width * sizeof(int), d, pitch, width * sizeof(int), height,
                 cudaMemcpyDeviceToHost);
#endif
    cudaMemcpy2DAsync(data, width * sizeof(int), d, pitch, width * sizeof(int), height,
                      cudaMemcpyDeviceToHost, t);
    cudaStreamSynchronize(t);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    free(dummy);
    cudaFree(d);
    free(data);
    return 0;
}

// A 2D memset in the default stream between two blocking streams orders them.
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
    int *dummy;
    size_t dummy_pitch;
    cudaMallocPitch(&dummy, &dummy_pitch, width * sizeof(int), height);
    int n = pitch * height / sizeof(int);
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreateWithPriority(&t, cudaStreamDefault, -1);
    cudaMemset2D(d, pitch, 0, width * sizeof(int), height);
    cudaDeviceSynchronize();
    fill<<<(n + 255) / 256, 256, 0, s>>>(d, n);
#if FIXED
    cudaMemset2D(dummy, dummy_pitch, 0, width, height);
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
    cudaFree(dummy);
    cudaFree(d);
    free(data);
    return 0;
}

// A kernel in a non-blocking stream fills pitched memory that the host then copies; fixed: the device is waited for.
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
    const int width = 4, height = 8;
    int *d;
    size_t pitch;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMallocPitch(&d, &pitch, width * sizeof(int), height);
    int n = pitch * height / sizeof(int);
    fill<<<(n + 255) / 256, 256, 0, s>>>(d, n);
#if FIXED
    cudaDeviceSynchronize();
#endif
    int *data = (int *)malloc(n * sizeof(int));
    cudaMemcpy(data, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    free(data);
    cudaFree(d);
    cudaStreamDestroy(s);
    return 0;
}

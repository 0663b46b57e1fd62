// A beginner's program: blocking streams, one kernel left in the default stream, pageable buffers.
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>

#pragma nullstream kernel(saxpy) bytes(12.0 * n) flops(2.0 * n)
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

#pragma nullstream kernel(histogram) bytes(4.0 * n) flops(3.0 * n)
__global__ void histogram(const float *x, int n, unsigned int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[(int)(x[i] * 255.0f) & 255], 1u);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000000;
    size_t size = n * sizeof(float);
    float *x = (float *)malloc(size), *y = (float *)malloc(size), *dx, *dy;
    unsigned int bins[256], *dbins;
    for (int i = 0; i < n; i++) {
        x[i] = (float)i / n;
        y[i] = 1.0f;
    }
    cudaMalloc((void **)&dx, size);
    cudaMalloc((void **)&dy, size);
    cudaMalloc((void **)&dbins, sizeof(bins));
    cudaStream_t s1, s2;
    cudaStreamCreate(&s1);
    cudaStreamCreate(&s2);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    cudaMemcpyAsync(dx, x, size, cudaMemcpyHostToDevice, s1);
    cudaMemcpyAsync(dy, y, size, cudaMemcpyHostToDevice, s2);
    cudaMemsetAsync(dbins, 0, sizeof(bins), s1);
    saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, dx, dy); /* forgot the stream */
    histogram<<<(n + 255) / 256, 256, 0, s1>>>(dx, n, dbins);
    for (int round = 0; round < 5; round++)
        saxpy<<<264, 256, 0, s2>>>(n, 0.5f, dx, dy);
    cudaMemcpyAsync(y, dy, size, cudaMemcpyDeviceToHost, s2);
    cudaMemcpy(bins, dbins, sizeof(bins), cudaMemcpyDeviceToHost);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    cudaStreamSynchronize(s2);
    float ms;
    cudaEventElapsedTime(&ms, start, stop);
    printf("n = %d: %f ms, y[1] = %f, bins[3] = %u\n", n, ms, y[1], bins[3]);
    free(x);
    free(y);
    cudaFree(dx);
    cudaFree(dy);
    cudaFree(dbins);
    return 0;
}

// Managed-free "unified" style learner program: synchronous everything in main, then measured with clock().
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <cuda_runtime.h>

#pragma nullstream kernel(vecAdd) bytes(12.0 * n)
__global__ void vecAdd(float *a, float *b, float *c, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id < n)
        c[id] = a[id] + b[id];
}

int main(int argc, char *argv[])
{
    int n = 4000000;
    size_t bytes = n * sizeof(float);
    float *h_a = (float *)malloc(bytes), *h_b = (float *)malloc(bytes), *h_c = (float *)malloc(bytes);
    float *d_a, *d_b, *d_c;
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_c, bytes);
    for (int i = 0; i < n; i++) {
        h_a[i] = i * 0.5f;
        h_b[i] = 1.0f;
    }
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice);
    int blockSize = 1024;
    int gridSize = (int)ceil((float)n / blockSize);
    for (int rep = 0; rep < 5; rep++) {
        vecAdd<<<gridSize, blockSize>>>(d_a, d_b, d_c, n);
        cudaDeviceSynchronize();
    }
    cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    printf("%.3f ms\n", (t1.tv_sec - t0.tv_sec) * 1e3 + (t1.tv_nsec - t0.tv_nsec) * 1e-6);
    float sum = 0;
    for (int i = 0; i < n; i += 1000)
        sum += h_c[i];
    printf("final result: %f\n", sum / n);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(h_a);
    free(h_b);
    free(h_c);
    return 0;
}

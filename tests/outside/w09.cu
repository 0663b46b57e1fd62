// A beginner's vector exercises: add, scale and dot in the default stream, with cudaMalloc and cudaFree in the loop and a timer around each size.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#pragma nullstream kernel(vecAdd) bytes(12 * n) flops(n)
__global__ void vecAdd(float *A, float *B, float *C, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        C[i] = A[i] + B[i];
}

#pragma nullstream kernel(scale) bytes(8 * n) flops(n)
__global__ void scale(float *A, float s, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        A[i] = s * A[i];
}

// one block only, my first reduction
#pragma nullstream kernel(dotOneBlock) time(n * 0.00011us)
__global__ void dotOneBlock(float *A, float *B, float *result, int n)
{
    __shared__ float cache[256];
    float temp = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        temp += A[i] * B[i];
    cache[threadIdx.x] = temp;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < 256; i++)
            sum += cache[i];
        *result = sum;
    }
}

int main()
{
    int sizes[] = {20000, 50000, 100000, 250000, 500000, 1000000};
    for (int t = 0; t < 6; t++) {
        int n = sizes[t];
        size_t size = n * sizeof(float);
        float *h_A = (float *)malloc(size);
        float *h_B = (float *)malloc(size);
        float *h_C = (float *)malloc(size);
        for (int i = 0; i < n; i++) {
            h_A[i] = 1.0f;
            h_B[i] = i % 10;
        }
        float *d_A, *d_B, *d_C, *d_r;
        cudaMalloc(&d_A, size);
        cudaMalloc(&d_B, size);
        cudaMalloc(&d_C, size);
        cudaMalloc(&d_r, sizeof(float));
        cudaEvent_t start, stop;
        cudaEventCreate(&start);
        cudaEventCreate(&stop);

        cudaEventRecord(start);
        cudaMemcpy(d_A, h_A, size, cudaMemcpyHostToDevice);
        cudaMemcpy(d_B, h_B, size, cudaMemcpyHostToDevice);
        int threads = 256;
        int blocks = (n + threads - 1) / threads;
        vecAdd<<<blocks, threads>>>(d_A, d_B, d_C, n);
        scale<<<blocks, threads>>>(d_C, 0.5f, n);
        dotOneBlock<<<1, 256>>>(d_A, d_C, d_r, n);
        cudaMemcpy(h_C, d_C, size, cudaMemcpyDeviceToHost);
        float r;
        cudaMemcpy(&r, d_r, sizeof(float), cudaMemcpyDeviceToHost);
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        float ms = 0;
        cudaEventElapsedTime(&ms, start, stop);
        printf("n = %d: %f ms\n", n, ms);

        cudaEventDestroy(start);
        cudaEventDestroy(stop);
        cudaFree(d_A);
        cudaFree(d_B);
        cudaFree(d_C);
        cudaFree(d_r);
        free(h_A);
        free(h_B);
        free(h_C);
    }
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess)
        printf("error: %s\n", cudaGetErrorString(err));
    return 0;
}

// Chunked SAXPY with a ring of streams: the classic "overlap copies and compute" example.
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>

#define CUDA_CHECK(call)                                                                  \
    do {                                                                                  \
        cudaError_t err_ = (call);                                                        \
        if (err_ != cudaSuccess) {                                                        \
            fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__, #call,          \
                    cudaGetErrorString(err_));                                            \
            exit(EXIT_FAILURE);                                                           \
        }                                                                                 \
    } while (0)

#define NSTREAMS 3
#define NCHUNKS 10

#pragma nullstream kernel(saxpy) flops(2.0 * n) bytes(12.0 * n)
__global__ void saxpy(float a, const float *__restrict__ x, float *__restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main(int argc, char **argv)
{
    const int n = 1 << 23;
    const int chunk = (n + NCHUNKS - 1) / NCHUNKS;
    float *hx, *hy, *dx, *dy;
    cudaStream_t st[NSTREAMS];
    cudaEvent_t t0, t1;

    CUDA_CHECK(cudaHostAlloc((void **)&hx, n * sizeof(float), cudaHostAllocDefault));
    CUDA_CHECK(cudaHostAlloc((void **)&hy, n * sizeof(float), cudaHostAllocDefault));
    CUDA_CHECK(cudaMalloc((void **)&dx, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc((void **)&dy, n * sizeof(float)));
    for (int s = 0; s < NSTREAMS; s++)
        CUDA_CHECK(cudaStreamCreate(&st[s]));
    CUDA_CHECK(cudaEventCreate(&t0));
    CUDA_CHECK(cudaEventCreate(&t1));
    for (int i = 0; i < n; i++) {
        hx[i] = (float)(i % 100);
        hy[i] = 1.0f;
    }

    CUDA_CHECK(cudaEventRecord(t0, 0));
    for (int c = 0; c < NCHUNKS; c++) {
        int off = c * chunk;
        int len = off + chunk <= n ? chunk : n - off;
        cudaStream_t s = st[c % NSTREAMS];
        CUDA_CHECK(cudaMemcpyAsync(dx + off, hx + off, len * sizeof(float), cudaMemcpyHostToDevice, s));
        CUDA_CHECK(cudaMemcpyAsync(dy + off, hy + off, len * sizeof(float), cudaMemcpyHostToDevice, s));
        saxpy<<<(len + 255) / 256, 256, 0, s>>>(2.0f, dx + off, dy + off, len);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaMemcpyAsync(hy + off, dy + off, len * sizeof(float), cudaMemcpyDeviceToHost, s));
    }
    CUDA_CHECK(cudaEventRecord(t1, 0));
    CUDA_CHECK(cudaEventSynchronize(t1));
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, t0, t1));
    printf("%d chunks, %d streams: %.3f ms, y[0] = %.1f y[99] = %.1f\n", NCHUNKS, NSTREAMS, ms, hy[0], hy[99]);

    for (int s = 0; s < NSTREAMS; s++)
        CUDA_CHECK(cudaStreamDestroy(st[s]));
    CUDA_CHECK(cudaEventDestroy(t0));
    CUDA_CHECK(cudaEventDestroy(t1));
    cudaFreeHost(hx);
    cudaFreeHost(hy);
    cudaFree(dx);
    cudaFree(dy);
    return 0;
}

// COMP 410, exercise 4: SAXPY and reduction with streams
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N (1 << 20)
#define NSTREAMS 4
#define CHUNK (N / NSTREAMS)

#pragma nullstream kernel(saxpy) bytes(12.0 * n)
__global__ void saxpy(float a, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

#pragma nullstream kernel(reduce) time(25us) reads(y, n * 4) writes(sum, 4)
__global__ void reduce(const float *y, float *sum, int n)
{
    __shared__ float buf[256];
    float s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s += y[i];
    buf[threadIdx.x] = s;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k)
            buf[threadIdx.x] += buf[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *sum = buf[0];
}

int main()
{
    float *h_x, *h_y, *h_sum, *d_x, *d_y, *d_sum;
    cudaStream_t stream[NSTREAMS];
    cudaEvent_t start, stop;
    float ms, total = 0;

    cudaMallocHost((void **)&h_x, N * sizeof(float));
    cudaMallocHost((void **)&h_y, N * sizeof(float));
    cudaMallocHost((void **)&h_sum, NSTREAMS * sizeof(float));
    cudaMalloc((void **)&d_x, N * sizeof(float));
    cudaMalloc((void **)&d_y, N * sizeof(float));
    cudaMalloc((void **)&d_sum, NSTREAMS * sizeof(float));
    for (int i = 0; i < N; i++) {
        h_x[i] = 1.0f;
        h_y[i] = 2.0f;
    }
    for (int i = 0; i < NSTREAMS; i++)
        cudaStreamCreate(&stream[i]);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);

    cudaEventRecord(start);
    for (int i = 0; i < NSTREAMS; i++) {
        int off = i * CHUNK;
        cudaMemcpyAsync(d_x + off, h_x + off, CHUNK * sizeof(float), cudaMemcpyHostToDevice, stream[i]);
        cudaMemcpyAsync(d_y + off, h_y + off, CHUNK * sizeof(float), cudaMemcpyHostToDevice, stream[i]);
        saxpy<<<CHUNK / 256, 256, 0, stream[i]>>>(3.0f, d_x + off, d_y + off, CHUNK);
        reduce<<<1, 256, 0, stream[i]>>>(d_y + off, d_sum + i, CHUNK);
        cudaMemcpyAsync(h_sum + i, d_sum + i, sizeof(float), cudaMemcpyDeviceToHost, stream[i]);
    }
    cudaEventRecord(stop);
    for (int i = 0; i < NSTREAMS; i++)
        total += h_sum[i];
    cudaEventElapsedTime(&ms, start, stop);
    printf("sum = %f, %f ms, %.2f GB/s\n", total, ms, 3.0 * N * sizeof(float) / ms / 1e6);

    cudaDeviceSynchronize();
    for (int i = 0; i < NSTREAMS; i++)
        cudaStreamDestroy(stream[i]);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_sum);
    cudaFreeHost(h_x);
    cudaFreeHost(h_y);
    cudaFreeHost(h_sum);
    return 0;
}

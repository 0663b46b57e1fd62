// An event marks the end of each batch. It is recorded in the default stream, so no batch begins
// before the one before it has ended.
#include <stdio.h>

#include "nullstream.cuh"

const int BATCHES = 8;
const int N = 1 << 22;
const int BINS = 4096;

__global__ void histogram(const float *x, int *bins, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[(int)x[i] % BINS], 1);
}
#pragma nullstream kernel(histogram) block_time(330us) reads(x, n * sizeof(float)) reads(bins, BINS * sizeof(int)) writes(bins, BINS * sizeof(int))

int main()
{
    float *in, *x[2];
    int *out, *bins[2];
    cudaStream_t stream[2];
    cudaMallocHost(&in, BATCHES * N * sizeof(float));
    cudaMallocHost(&out, BATCHES * BINS * sizeof(int));
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&x[i], N * sizeof(float));
        cudaMalloc(&bins[i], BINS * sizeof(int));
        cudaStreamCreate(&stream[i]);
    }
    cudaEvent_t step[BATCHES];
    for (int i = 0; i < BATCHES; i++)
        cudaEventCreate(&step[i]);

    for (int b = 0; b < BATCHES; b++) {
        const int s = b % 2;
        cudaMemcpyAsync(x[s], in + b * N, N * sizeof(float), cudaMemcpyHostToDevice, stream[s]);
        cudaMemsetAsync(bins[s], 0, BINS * sizeof(int), stream[s]);
        histogram<<<66, 1024, 0, stream[s]>>>(x[s], bins[s], N);
        cudaMemcpyAsync(out + b * BINS, bins[s], BINS * sizeof(int), cudaMemcpyDeviceToHost,
                        stream[s]);
        cudaEventRecord(step[b]);
    }
    cudaDeviceSynchronize();
    float ms = 0;
    cudaEventElapsedTime(&ms, step[0], step[BATCHES - 1]);
    printf("from the first batch to the last: %.2f ms\n", ms);
#pragma nullstream result(out, BATCHES * BINS * sizeof(int))
    return 0;
}

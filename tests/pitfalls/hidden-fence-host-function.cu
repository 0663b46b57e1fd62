// A host function counts the batches that are done. Nobody named its stream: it is the default
// stream, which waits for all others, and they for it.
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

int done = 0;

void batch_done(void *)
{
    done++;
}

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

    for (int b = 0; b < BATCHES; b++) {
        const int s = b % 2;
        cudaMemcpyAsync(x[s], in + b * N, N * sizeof(float), cudaMemcpyHostToDevice, stream[s]);
        cudaMemsetAsync(bins[s], 0, BINS * sizeof(int), stream[s]);
        histogram<<<66, 1024, 0, stream[s]>>>(x[s], bins[s], N);
        cudaMemcpyAsync(out + b * BINS, bins[s], BINS * sizeof(int), cudaMemcpyDeviceToHost,
                        stream[s]);
        cudaLaunchHostFunc(0, batch_done, 0);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(out, BATCHES * BINS * sizeof(int))
    return 0;
}

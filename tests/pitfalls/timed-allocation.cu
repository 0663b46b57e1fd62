// Each batch allocates its scratch memory and frees it: cudaFree waits for the device, so no two
// batches overlap.
#include "nullstream.cuh"

const int BATCHES = 8;
const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

__global__ void first(const float *x, float *scratch, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        scratch[i] = x[i] * x[i];
}
#pragma nullstream kernel(first) time(60us)

__global__ void second(float *x, const float *scratch, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] + scratch[i];
}
#pragma nullstream kernel(second) time(60us)

int main()
{
    float *in, *out, *x[2];
    cudaStream_t stream[2];
    cudaMallocHost(&in, BATCHES * BYTES);
    cudaMallocHost(&out, BATCHES * BYTES);
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&x[i], BYTES);
        cudaStreamCreate(&stream[i]);
    }

    for (int b = 0; b < BATCHES; b++) {
        const int s = b % 2;
        float *scratch;
        cudaMalloc(&scratch, BYTES);
        cudaMemcpyAsync(x[s], in + b * N, BYTES, cudaMemcpyHostToDevice, stream[s]);
        first<<<N / 512, 512, 0, stream[s]>>>(x[s], scratch, N);
        second<<<N / 512, 512, 0, stream[s]>>>(x[s], scratch, N);
        cudaMemcpyAsync(out + b * N, x[s], BYTES, cudaMemcpyDeviceToHost, stream[s]);
        cudaFree(scratch);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(out, BATCHES * BYTES)
    return 0;
}

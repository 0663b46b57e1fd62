// Each stream has its scratch memory, allocated before the loop and freed after it.
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
    float *scratch[2];
    cudaMallocHost(&in, BATCHES * BYTES);
    cudaMallocHost(&out, BATCHES * BYTES);
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&x[i], BYTES);
        cudaMalloc(&scratch[i], BYTES);
        cudaStreamCreate(&stream[i]);
    }

    for (int b = 0; b < BATCHES; b++) {
        const int s = b % 2;
        cudaMemcpyAsync(x[s], in + b * N, BYTES, cudaMemcpyHostToDevice, stream[s]);
        first<<<N / 512, 512, 0, stream[s]>>>(x[s], scratch[s], N);
        second<<<N / 512, 512, 0, stream[s]>>>(x[s], scratch[s], N);
        cudaMemcpyAsync(out + b * N, x[s], BYTES, cudaMemcpyDeviceToHost, stream[s]);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++)
        cudaFree(scratch[i]);
#pragma nullstream result(out, BATCHES * BYTES)
    return 0;
}

// Without CUDA_LAUNCH_BLOCKING.
#include "nullstream.cuh"

const int BATCHES = 8;
const int N = 1 << 22;
const size_t BYTES = N * sizeof(float);

__global__ void transform(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 2.0f * x[i] + 1.0f;
}
#pragma nullstream kernel(transform) block_time(330us) reads(x, n * sizeof(float)) writes(x, n * sizeof(float))

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
        cudaMemcpyAsync(x[s], in + b * N, BYTES, cudaMemcpyHostToDevice, stream[s]);
        transform<<<66, 1024, 0, stream[s]>>>(x[s], N);
        cudaMemcpyAsync(out + b * N, x[s], BYTES, cudaMemcpyDeviceToHost, stream[s]);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(out, BATCHES * BYTES)
    return 0;
}

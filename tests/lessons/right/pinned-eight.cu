// Pinned, and a stream and a buffer for each batch.
#include <cuda_runtime.h>
#include <stdio.h>

const int BATCHES = 8;
const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(process) time(300us) reads(x, 4 * n) writes(x, 4 * n)
__global__ void process(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 2.0f * x[i] + 1.0f;
}

int main()
{
    float *in, *out, *x[BATCHES];
    cudaMallocHost(&in, BATCHES * BYTES);
    cudaMallocHost(&out, BATCHES * BYTES);
    cudaStream_t stream[BATCHES];
    for (int s = 0; s < BATCHES; s++) {
        cudaMalloc(&x[s], BYTES);
        cudaStreamCreate(&stream[s]);
    }

    for (int b = 0; b < BATCHES; b++) {
        const int s = b;
        cudaMemcpyAsync(x[s], in + b * N, BYTES, cudaMemcpyHostToDevice, stream[s]);
        process<<<64, 1024, 0, stream[s]>>>(x[s], N);
        cudaMemcpyAsync(out + b * N, x[s], BYTES, cudaMemcpyDeviceToHost, stream[s]);
    }
    cudaDeviceSynchronize();
    printf("the last number is %f\n", out[BATCHES * N - 1]);
#pragma nullstream result(out, BATCHES * BYTES)
    return 0;
}

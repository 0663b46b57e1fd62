// The same two batches in two streams.
#include <cuda_runtime.h>

const int N = 4 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(process) time(300us) reads(in, 4 * n) writes(out, 4 * n)
__global__ void process(const float *in, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = 2.0f * in[i] + 1.0f;
}

int main()
{
    float *in[2], *out[2], *x[2], *y[2];
    for (int b = 0; b < 2; b++) {
        cudaMallocHost(&in[b], BYTES);
        cudaMallocHost(&out[b], BYTES);
        cudaMalloc(&x[b], BYTES);
        cudaMalloc(&y[b], BYTES);
    }
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);

    cudaMemcpyAsync(x[0], in[0], BYTES, cudaMemcpyHostToDevice, a);
    process<<<264, 1024, 0, a>>>(x[0], y[0], N);
    cudaMemcpyAsync(out[0], y[0], BYTES, cudaMemcpyDeviceToHost, a);

    cudaMemcpyAsync(x[1], in[1], BYTES, cudaMemcpyHostToDevice, b);
    process<<<264, 1024, 0, b>>>(x[1], y[1], N);
    cudaMemcpyAsync(out[1], y[1], BYTES, cudaMemcpyDeviceToHost, b);
    cudaDeviceSynchronize();
    return 0;
}

// A copy in, a kernel and a copy out that have nothing to do with each other, in one stream.
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
    float *next, *last, *a, *b, *c, *d;
    cudaStream_t stream;
    cudaMallocHost(&next, BYTES);
    cudaMallocHost(&last, BYTES);
    cudaMalloc(&a, BYTES);
    cudaMalloc(&b, BYTES);
    cudaMalloc(&c, BYTES);
    cudaMalloc(&d, BYTES);
    cudaStreamCreate(&stream);

    cudaMemcpyAsync(a, next, BYTES, cudaMemcpyHostToDevice, stream);
    process<<<264, 1024, 0, stream>>>(b, c, N);
    cudaMemcpyAsync(last, d, BYTES, cudaMemcpyDeviceToHost, stream);
    cudaDeviceSynchronize();
    return 0;
}

// Kernels bound by memory next to copies in both directions and next to each other; 1 block and 10000.
#include "nullstream.cuh"
#pragma nullstream kernel(stream_rw) bytes(8.0 * n) flops(1.0 * n) reads(x, 4 * n) writes(y, 4 * n)
__global__ void stream_rw(const float *x, float *y, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
        y[i] = 2 * x[i];
}
int main()
{
    const long N = 32 << 20;
    float *x, *y, *z, *w, *h, *g;
    cudaMalloc(&x, N * 4); cudaMalloc(&y, N * 4); cudaMalloc(&z, N * 4); cudaMalloc(&w, N * 4);
    cudaMallocHost(&h, 32 << 20); cudaMallocHost(&g, 32 << 20);
    cudaStream_t a, b, c, d;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&d, cudaStreamNonBlocking);
    for (int i = 0; i < 4; i++) {
        cudaMemcpyAsync(z, h, 16 << 20, cudaMemcpyHostToDevice, c);
        cudaMemcpyAsync(g, w, 10 << 20, cudaMemcpyDeviceToHost, d);
        stream_rw<<<10000, 256, 0, a>>>(x, y, N);
        stream_rw<<<1, 1024, 0, b>>>(z, w, 40000);
        stream_rw<<<132, 1024, 0, a>>>(x, y, N / 2);
        stream_rw<<<66, 512, 0, b>>>(x, y, N / 8);
    }
    cudaDeviceSynchronize();
    return 0;
}

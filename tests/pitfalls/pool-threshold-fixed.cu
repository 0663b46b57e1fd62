// The same with a pool that keeps what is freed.
#include <cstdint>
#include <cuda_runtime.h>

const int n = 1 << 18;

#pragma nullstream kernel(fill) time(60us)
__global__ void fill(float *x, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        x[i] += 1;
}

int main()
{
    float *in, *out, *work;
    cudaStream_t s;
    cudaMallocHost(&in, n * 4);
    cudaMallocHost(&out, n * 4);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemPool_t pool;
    uint64_t all = UINT64_MAX;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
    for (int i = 0; i < 20; i++) {
        cudaMallocAsync(&work, 64 << 20, s);
        cudaMemcpyAsync(work, in, n * 4, cudaMemcpyHostToDevice, s);
        fill<<<n / 256, 256, 0, s>>>(work, n);
        cudaMemcpyAsync(out, work, n * 4, cudaMemcpyDeviceToHost, s);
        cudaFreeAsync(work, s);
        cudaStreamSynchronize(s);
    }
}

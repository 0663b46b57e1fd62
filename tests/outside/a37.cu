// Two threads, both with synchronous cudaMemcpy and the legacy stream, one uses a big pinned buffer in pieces.
#include <cuda_runtime.h>
#include <thread>
#include <chrono>
#include <cstdio>
#include <cstring>

#pragma nullstream kernel(checksum) bytes(1.0 * n) regs(20)
__global__ void checksum(const char *p, unsigned *sum, size_t n)
{
    unsigned s = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        s += p[i];
    atomicAdd(sum, s);
}

int main()
{
    const size_t piece = 4 << 20, total = 48 << 20;
    char *pinned, *d1, *d2;
    unsigned *sum1, *sum2;
    cudaMallocHost(&pinned, total);
    char *paged = new char[total / 4];
    memset(paged, 1, total / 4);
    cudaMalloc(&d1, piece);
    cudaMalloc(&d2, piece);
    cudaMalloc(&sum1, 4);
    cudaMalloc(&sum2, 4);
    cudaMemset(sum1, 0, 4);
    cudaMemset(sum2, 0, 4);
    std::thread one([&] {
        cudaStream_t s;
        cudaStreamCreate(&s);
        for (size_t off = 0; off < total; off += piece) {
            cudaMemcpyAsync(d1, pinned + off, piece, cudaMemcpyHostToDevice, s);
            checksum<<<132, 512, 0, s>>>(d1, sum1, piece);
        }
        cudaStreamSynchronize(s);
        cudaStreamDestroy(s);
    });
    std::thread two([&] {
        for (size_t off = 0; off < total / 4; off += piece) {
            cudaMemcpy(d2, paged + off, piece, cudaMemcpyHostToDevice);
            checksum<<<132, 512>>>(d2, sum2, piece);
        }
    });
    one.join();
    two.join();
    unsigned a, b;
    cudaMemcpy(&a, sum1, sizeof a, cudaMemcpyDeviceToHost);
    cudaMemcpy(&b, sum2, sizeof b, cudaMemcpyDeviceToHost);
    printf("%u %u\n", a, b);
    delete[] paged;
    return 0;
}

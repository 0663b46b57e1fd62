// Futures: std::async tasks each page-lock their input, run on the GPU and return a checksum.
#include "nullstream.cuh"
#include <cstdio>
#include <future>
#include <numeric>
#include <vector>

#pragma nullstream kernel(hash_blocks) bytes(1.0 * n) flops(20.0 * n) reads(data, n) writes(digest, 1024)
__global__ void hash_blocks(const unsigned char *data, unsigned *digest, size_t n) {}

static cudaError_t with_pinned(void *p, size_t n, const std::function<void()> &body)
{
    cudaError_t e = cudaHostRegister(p, n, cudaHostRegisterDefault);
    if (e != cudaSuccess)
        return e;
    body();
    return cudaHostUnregister(p);
}

static unsigned long task(int index)
{
    const size_t n = (size_t)(2 + index % 3) << 20;
    std::vector<unsigned char> data(n, (unsigned char)index);
    std::vector<unsigned> digest(256);
    unsigned char *d;
    unsigned *dd;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&d, n);
    cudaMalloc(&dd, 1024);
    cudaError_t e = with_pinned(data.data(), n, [&] {
        cudaMemcpyAsync(d, data.data(), n, cudaMemcpyHostToDevice, s);
        hash_blocks<<<256, 256, 0, s>>>(d, dd, n);
        cudaMemcpyAsync(digest.data(), dd, 1024, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
    });
    if (e != cudaSuccess)
        fprintf(stderr, "task %d: %s\n", index, cudaGetErrorName(e));
    cudaFree(d);
    cudaFree(dd);
    cudaStreamDestroy(s);
    return std::accumulate(digest.begin(), digest.end(), 0ul);
}

int main()
{
    cudaFree(0);
    std::vector<std::future<unsigned long>> results;
    for (int i = 0; i < 4; i++)
        results.push_back(std::async(std::launch::async, task, i));
    unsigned long sum = 0;
    for (auto &r : results)
        sum ^= r.get();
    printf("sum %lu\n", sum);
    return 0;
}

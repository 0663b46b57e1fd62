// Tuning run before production: for 1, 2, 4 and 8 streams and chunks of 256 KB to 8 MB a 16 MB signal is
// sent, filtered and fetched; the table of host times is printed and the best pair does a final run.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>
#include "nullstream.cuh"

#define CUDA_OK(x)                                                                            \
    do {                                                                                      \
        cudaError_t err_ = (x);                                                               \
        if (err_ != cudaSuccess) {                                                            \
            std::fprintf(stderr, "%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
            std::exit(EXIT_FAILURE);                                                          \
        }                                                                                     \
    } while (0)

#pragma nullstream kernel(filter) flops(120.0 * n) bytes(8.0 * n)
__global__ void filter(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], acc = 0.0f;
    for (int k = 0; k < 60; k++)
        acc = fmaf(acc, 0.97f, x);
    out[i] = acc;
}

struct Setup {
    int streams;
    size_t chunk;
};

static double run(const Setup &setup, const float *src, float *dst, float *in, float *out, size_t total,
                  const std::vector<cudaStream_t> &pool)
{
    auto t0 = std::chrono::steady_clock::now();
    int turn = 0;
    for (size_t at = 0; at < total; at += setup.chunk, turn++) {
        cudaStream_t s = pool[turn % setup.streams];
        size_t off = at / sizeof(float);
        int n = (int)(setup.chunk / sizeof(float));
        CUDA_OK(cudaMemcpyAsync(in + off, src + off, setup.chunk, cudaMemcpyHostToDevice, s));
        filter<<<(n + 255) / 256, 256, 0, s>>>(in + off, out + off, n);
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaMemcpyAsync(dst + off, out + off, setup.chunk, cudaMemcpyDeviceToHost, s));
    }
    for (int i = 0; i < setup.streams; i++)
        CUDA_OK(cudaStreamSynchronize(pool[i]));
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t0).count();
}

int main()
{
    const size_t total = 16u << 20;
    float *src, *dst, *in, *out;
    CUDA_OK(cudaHostAlloc(&src, total, cudaHostAllocDefault));
    CUDA_OK(cudaHostAlloc(&dst, total, cudaHostAllocDefault));
    CUDA_OK(cudaMalloc(&in, total));
    CUDA_OK(cudaMalloc(&out, total));
    std::vector<cudaStream_t> pool(8);
    for (auto &s : pool)
        CUDA_OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    for (size_t i = 0; i < total / sizeof(float); i += 1024)
        src[i] = (float)(i % 97);

    Setup best{1, total};
    double best_ms = std::numeric_limits<double>::max();
    for (int streams : {1, 2, 4, 8}) {
        for (size_t kb : {256, 1024, 4096, 8192}) {
            Setup now{streams, kb << 10};
            double ms = run(now, src, dst, in, out, total, pool);
            std::printf("%d streams, %5zu KB: %7.3f ms, %6.2f GB/s\n", streams, kb, ms, 2e-6 * total / ms);
            if (ms < best_ms) {
                best_ms = ms;
                best = now;
            }
        }
    }
    double final_ms = run(best, src, dst, in, out, total, pool);
    std::printf("chosen: %d streams of %zu KB, again %.3f ms\n", best.streams, best.chunk >> 10, final_ms);

    for (auto s : pool)
        CUDA_OK(cudaStreamDestroy(s));
    cudaFree(in);
    cudaFree(out);
    cudaFreeHost(src);
    cudaFreeHost(dst);
    return 0;
}

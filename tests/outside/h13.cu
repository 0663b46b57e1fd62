// Elementwise chains: eight small operations per tensor as eight launches, as two fused ones, and as one; 64 tensors of
// 64 Ki floats each. Once from one thread, once from two threads which take tensors by an atomic counter.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>
#include "nullstream.cuh"

struct Scale { float a; __device__ float operator()(float x) const { return a * x; } };
struct Shift { float b; __device__ float operator()(float x) const { return x + b; } };
struct Relu { __device__ float operator()(float x) const { return x > 0 ? x : 0.01f * x; } };
struct Square { __device__ float operator()(float x) const { return x * x; } };

template <typename F, typename G> struct Then {
    F f;
    G g;
    __device__ float operator()(float x) const { return g(f(x)); }
};

#pragma nullstream kernel(map) bytes(8.0 * n) flops(4.0 * n)
template <typename Op> __global__ void map(float *x, int n, Op op)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = op(x[i]);
}

constexpr int TENSORS = 64, N = 1 << 16;

template <typename Op> static void apply(float *x, Op op, cudaStream_t s)
{
    map<<<N / 256, 256, 0, s>>>(x, N, op);
}

static void separate(float *x, cudaStream_t s)
{
    for (int k = 0; k < 2; k++) {
        apply(x, Scale{0.5f}, s);
        apply(x, Shift{1.0f}, s);
        apply(x, Relu{}, s);
        apply(x, Square{}, s);
    }
}

static void half_fused(float *x, cudaStream_t s)
{
    Then<Then<Scale, Shift>, Then<Relu, Square>> four{{Scale{0.5f}, Shift{1.0f}}, {Relu{}, Square{}}};
    apply(x, four, s);
    apply(x, four, s);
}

static void fused(float *x, cudaStream_t s)
{
    Then<Then<Scale, Shift>, Then<Relu, Square>> four{{Scale{0.5f}, Shift{1.0f}}, {Relu{}, Square{}}};
    apply(x, Then<decltype(four), decltype(four)>{four, four}, s);
}

template <typename Chain> static double time_us(const char *name, int threads, float *const *x, Chain chain)
{
    std::atomic<int> next{0};
    std::vector<cudaStream_t> streams(threads);
    for (auto &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    auto worker = [&](cudaStream_t s) {
        for (int t; (t = next.fetch_add(1)) < TENSORS;)
            chain(x[t], s);
        cudaStreamSynchronize(s);
    };
    auto begin = std::chrono::high_resolution_clock::now();
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads; i++)
        helpers.emplace_back(worker, streams[i]);
    worker(streams[0]);
    for (auto &h : helpers)
        h.join();
    auto end = std::chrono::high_resolution_clock::now();
    for (auto s : streams)
        cudaStreamDestroy(s);
    double us = std::chrono::duration<double, std::micro>(end - begin).count();
    std::printf("%-12s %d thread(s): %8.1f us\n", name, threads, us);
    return us;
}

int main()
{
    std::vector<float *> x(TENSORS);
    for (auto &p : x) {
        cudaMalloc(&p, N * sizeof(float));
        cudaMemsetAsync(p, 0, N * sizeof(float));
    }
    cudaDeviceSynchronize();
    double total = 0;
    for (int threads : {1, 2}) {
        total += time_us("separate", threads, x.data(), separate);
        total += time_us("half fused", threads, x.data(), half_fused);
        total += time_us("fused", threads, x.data(), fused);
    }
    std::printf("total %.1f us, %s\n", total, cudaGetErrorString(cudaGetLastError()));
    for (auto p : x)
        cudaFree(p);
    return 0;
}

// Per-thread default streams: four workers, each with its own small solver; all of them write
// plain <<<grid, block>>> launches. The flag is set as a macro before the runtime is included.
#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1
#endif
#include <cuda_runtime.h>
#include <cstdio>
#include <future>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

inline void operator!(cudaError_t e)
{
    if (e != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(e));
}

constexpr int N = 512;

#pragma nullstream kernel(jacobi) time(18us) reads(u, N * N * 4) reads(f, N * N * 4) writes(v, N * N * 4)
__global__ void jacobi(const float *u, const float *f, float *v)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x > 0 && y > 0 && x < N - 1 && y < N - 1)
        v[y * N + x] = 0.25f * (u[y * N + x - 1] + u[y * N + x + 1] + u[y * N - N + x] + u[y * N + N + x] - f[y * N + x]);
}
#pragma nullstream kernel(norm) time(7us) reads(u, N * N * 4) reads(v, N * N * 4) writes(result, 4)
__global__ void norm(const float *u, const float *v, float *result)
{
    float s = 0;
    for (int i = threadIdx.x; i < N * N; i += blockDim.x)
        s += (u[i] - v[i]) * (u[i] - v[i]);
    atomicAdd(result, s);
}

template <typename T> struct Buffer {
    T *p = nullptr;
    explicit Buffer(size_t n) { !cudaMalloc(&p, n * sizeof(T)); !cudaMemsetAsync(p, 0, n * sizeof(T), cudaStreamPerThread); }
    ~Buffer() { cudaFree(p); }
    Buffer(const Buffer &) = delete;
    T *operator+(size_t n) { return p + n; }
};

struct Report {
    int id, iterations, checks;
};

Report solve(int id, int iterations)
{
    Buffer<float> u(N * N), v(N * N), f(N * N), r(1);
    float *host;
    !cudaMallocHost(&host, sizeof(float));
    Report report{id, 0, 0};
    float *a = u.p, *b = v.p;
    for (; report.iterations < iterations; ++report.iterations) {
        jacobi<<<dim3(N / 128, N), 128>>>(a, f.p, b);
        if (report.iterations % 10 == 9) {
            !cudaMemsetAsync(r.p, 0, sizeof(float), 0);
            norm<<<1, 512>>>(a, b, r.p);
            !cudaMemcpyAsync(host, r.p, sizeof(float), cudaMemcpyDeviceToHost, 0);
            !cudaStreamSynchronize(cudaStreamPerThread);
            ++report.checks;
        }
        std::swap(a, b);
    }
    !cudaGetLastError();
    !cudaStreamSynchronize(0);
    !cudaFreeHost(host);
    return report;
}

int main()
try {
    std::vector<std::future<Report>> workers;
    for (int i = 0; i < 4; ++i)
        workers.push_back(std::async(std::launch::async, solve, i, 40 + 10 * i));
    int total = 0;
    for (auto &w : workers) {
        const auto [id, iterations, checks] = w.get();
        std::printf("worker %d: %d iterations, %d checks\n", id, iterations, checks);
        total += iterations;
    }
    std::printf("total %d\n", total);
    return 0;
} catch (std::exception &e) {
    std::printf("failed: %s\n", e.what());
    return 1;
}

// Histogram of a large pinned array with N streams: round-robin chunks, private histograms per
// stream, merged on the device at the end and checked on the host.
#include <cuda_runtime.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <random>
#include <sstream>
#include <vector>

constexpr int BINS = 256;

struct CudaError : std::runtime_error {
    cudaError_t code;
    CudaError(cudaError_t c, const std::string &where) : std::runtime_error(where + ": " + cudaGetErrorName(c)), code(c) {}
};
template <typename... Args> void invoke_cuda(const char *what, cudaError_t (*f)(Args...), Args... args)
{
    if (cudaError_t e = f(args...); e != cudaSuccess)
        throw CudaError(e, what);
}

#pragma nullstream kernel(histogram) bytes(1.0 * n) flops(24.0 * n) shared(1024) regs(24)
__global__ void histogram(const uint8_t *__restrict__ data, size_t n, unsigned *__restrict__ bins)
{
    __shared__ unsigned local[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        atomicAdd(&bins[i], local[i]);
}

__global__ void merge(unsigned *bins, int copies)
{
    unsigned sum = 0;
    for (int c = 0; c < copies; ++c)
        sum += bins[c * BINS + threadIdx.x];
    bins[threadIdx.x] = sum;
}

class StopWatch {
    using clock = std::chrono::high_resolution_clock;
    clock::time_point start_ = clock::now();

  public:
    double us() const { return std::chrono::duration_cast<std::chrono::nanoseconds>(clock::now() - start_).count() / 1e3; }
    void restart() { start_ = clock::now(); }
};

std::ostream &operator<<(std::ostream &o, const std::array<unsigned, BINS> &h)
{
    const auto [lo, hi] = std::minmax_element(h.begin(), h.end());
    return o << "bins " << h.size() << ", first " << h.front() << ", spread " << (*hi - *lo);
}

int main(int argc, char **argv)
try {
    std::vector<std::string> args(argv + 1, argv + argc);
    int streams = 8;
    size_t total = size_t{96} << 20, chunk = size_t{3} << 20;
    for (const auto &a : args) {
        if (a.rfind("--streams=", 0) == 0)
            streams = std::stoi(a.substr(10));
        else if (a.compare(0, 8, "--chunk=") == 0)
            chunk = std::stoull(a.substr(8)) << 10;
        else
            throw std::invalid_argument("unknown option " + a);
    }
    uint8_t *data = nullptr;
    invoke_cuda("alloc", &cudaHostAlloc, reinterpret_cast<void **>(&data), total, 0u);
    std::minstd_rand rng(7);
    for (size_t i = 0; i < total; i += 4096)
        data[i] = static_cast<uint8_t>(rng() >> 8);

    cudaDeviceProp prop{};
    cudaGetDeviceProperties(&prop, 0);
    std::vector<cudaStream_t> stream(streams);
    std::generate(stream.begin(), stream.end(), [] {
        cudaStream_t s;
        cudaStreamCreate(&s);
        return s;
    });
    std::vector<uint8_t *> buffer(streams);
    for (auto &b : buffer)
        cudaMalloc(&b, chunk);
    unsigned *bins;
    cudaMalloc(&bins, streams * BINS * sizeof *bins);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);

    StopWatch watch;
    cudaEventRecord(start, stream[0]);
    for (int s = 0; s < streams; ++s)
        cudaMemsetAsync(bins + s * BINS, 0, BINS * sizeof *bins, stream[s]);
    int turn = 0;
    for (size_t at = 0; at < total; at += chunk, turn = (turn + 1) % streams) {
        const size_t n = std::min(chunk, total - at);
        cudaMemcpyAsync(buffer[turn], data + at, n, cudaMemcpyHostToDevice, stream[turn]);
        histogram<<<prop.multiProcessorCount, 512, 0, stream[turn]>>>(buffer[turn], n, bins + turn * BINS);
    }
    std::vector<cudaEvent_t> joins;
    for (int s = 1; s < streams; ++s) {
        cudaEvent_t &e = joins.emplace_back();
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
        cudaEventRecord(e, stream[s]);
        cudaStreamWaitEvent(stream[0], e, 0);
    }
    merge<<<1, BINS, 0, stream[0]>>>(bins, streams);
    std::array<unsigned, BINS> result{};
    cudaMemcpyAsync(result.data(), bins, sizeof result, cudaMemcpyDeviceToHost, stream[0]);
    cudaEventRecord(stop, stream[0]);
    cudaEventSynchronize(stop);
    const double host = watch.us();
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);

    std::cout << result << '\n';
    std::cout << std::fixed << std::setprecision(1) << total / 1048576.0 << " MiB in " << std::setw(6)
              << (ms > 0.1f && host > 100 ? "ok" : "too fast") << std::endl;
    unsigned flags = 0;
    flags |= (ms * 1000 <= host) << 0;
    flags |= (prop.asyncEngineCount > 1) << 1;
    std::cout << "flags " << flags << std::endl;
    for (auto e : joins)
        cudaEventDestroy(e);
    std::for_each(stream.begin(), stream.end(), cudaStreamDestroy);
    std::for_each(buffer.begin(), buffer.end(), cudaFree);
    cudaFree(bins);
    cudaFreeHost(data);
    return 0;
} catch (const CudaError &e) {
    std::cerr << "CUDA: " << e.what() << " (" << static_cast<int>(e.code) << ")\n";
    return 2;
} catch (const std::exception &e) {
    std::cerr << e.what() << '\n';
    return 1;
}

/**
 * @file    stream_benchmark.cu
 * @brief   Comprehensive benchmark of concurrent stream throughput.
 *
 * For every configuration the benchmark performs warm-up iterations followed by timed iterations and
 * reports mean, median, standard deviation and effective bandwidth.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                                          \
    do {                                                                                          \
        const cudaError_t err__ = (call);                                                         \
        if (err__ != cudaSuccess) {                                                               \
            std::ostringstream oss__;                                                             \
            oss__ << "CUDA error at " << __FILE__ << ":" << __LINE__ << ": "                      \
                  << cudaGetErrorString(err__);                                                   \
            throw std::runtime_error(oss__.str());                                                \
        }                                                                                         \
    } while (0)

namespace bench {

constexpr std::size_t kTotalElements = std::size_t{1} << 22;
constexpr int kWarmup = 2;
constexpr int kIterations = 5;

struct Config {
    std::string name;
    int numStreams;
    std::size_t chunks;
};

struct Stats {
    double mean{0.0};
    double median{0.0};
    double stddev{0.0};
};

#pragma nullstream kernel(transformKernel) flops(4.0 * n) bytes(8.0 * n)
__global__ void transformKernel(const float *__restrict__ in, float *__restrict__ out, std::size_t n)
{
    const std::size_t idx = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (idx < n) {
        const float v = in[idx];
        out[idx] = v * v * 0.5f + v * 2.0f;
    }
}

[[nodiscard]] Stats computeStats(std::vector<float> samples)
{
    Stats s{};
    if (samples.empty())
        return s;
    std::sort(samples.begin(), samples.end());
    s.mean = std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
    s.median = samples[samples.size() / 2];
    const double sq = std::accumulate(samples.cbegin(), samples.cend(), 0.0,
                                      [&s](double acc, float v) { return acc + (v - s.mean) * (v - s.mean); });
    s.stddev = std::sqrt(sq / static_cast<double>(samples.size()));
    return s;
}

class StreamBenchmark {
  public:
    explicit StreamBenchmark(std::size_t n) : n_(n)
    {
        CUDA_CHECK(cudaMallocHost(reinterpret_cast<void **>(&hIn_), n_ * sizeof(float)));
        CUDA_CHECK(cudaMallocHost(reinterpret_cast<void **>(&hOut_), n_ * sizeof(float)));
        CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&dIn_), n_ * sizeof(float)));
        CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&dOut_), n_ * sizeof(float)));
        CUDA_CHECK(cudaEventCreate(&start_));
        CUDA_CHECK(cudaEventCreate(&stop_));
    }
    StreamBenchmark(const StreamBenchmark &) = delete;
    StreamBenchmark &operator=(const StreamBenchmark &) = delete;
    ~StreamBenchmark()
    {
        cudaEventDestroy(start_);
        cudaEventDestroy(stop_);
        cudaFree(dIn_);
        cudaFree(dOut_);
        cudaFreeHost(hIn_);
        cudaFreeHost(hOut_);
    }

    [[nodiscard]] Stats run(const Config &cfg)
    {
        std::vector<cudaStream_t> streams(static_cast<std::size_t>(cfg.numStreams));
        for (auto &s : streams)
            CUDA_CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        std::vector<float> samples;
        samples.reserve(kIterations);
        for (int it = -kWarmup; it < kIterations; ++it) {
            CUDA_CHECK(cudaEventRecord(start_, streams.front()));
            for (std::size_t i = 1; i < streams.size(); ++i)
                CUDA_CHECK(cudaStreamWaitEvent(streams[i], start_, 0));
            const std::size_t chunk = n_ / cfg.chunks;
            for (std::size_t c = 0; c < cfg.chunks; ++c) {
                cudaStream_t s = streams[c % streams.size()];
                const std::size_t off = c * chunk;
                CUDA_CHECK(cudaMemcpyAsync(dIn_ + off, hIn_ + off, chunk * sizeof(float), cudaMemcpyHostToDevice, s));
                const dim3 block(256);
                const dim3 grid(static_cast<unsigned>((chunk + block.x - 1) / block.x));
                transformKernel<<<grid, block, 0, s>>>(dIn_ + off, dOut_ + off, chunk);
                CUDA_CHECK(cudaGetLastError());
                CUDA_CHECK(cudaMemcpyAsync(hOut_ + off, dOut_ + off, chunk * sizeof(float), cudaMemcpyDeviceToHost, s));
            }
            CUDA_CHECK(cudaDeviceSynchronize());
            CUDA_CHECK(cudaEventRecord(stop_, streams.front()));
            CUDA_CHECK(cudaEventSynchronize(stop_));
            float ms = 0.0f;
            CUDA_CHECK(cudaEventElapsedTime(&ms, start_, stop_));
            if (it >= 0)
                samples.push_back(ms);
        }
        std::for_each(streams.begin(), streams.end(), [](cudaStream_t s) { cudaStreamDestroy(s); });
        return computeStats(std::move(samples));
    }

  private:
    std::size_t n_;
    float *hIn_ = nullptr, *hOut_ = nullptr, *dIn_ = nullptr, *dOut_ = nullptr;
    cudaEvent_t start_{}, stop_{};
};

} // namespace bench

int main()
{
    try {
        cudaDeviceProp prop{};
        CUDA_CHECK(cudaGetDeviceProperties(&prop, 0));
        std::cout << "=== Stream Benchmark on " << prop.name << " (" << prop.multiProcessorCount << " SMs) ===\n";
        bench::StreamBenchmark benchmark(bench::kTotalElements);
        const std::vector<bench::Config> configs = {
            {"Baseline (1 stream)", 1, 1}, {"2 streams", 2, 4}, {"4 streams", 4, 8}, {"8 streams", 8, 16}};
        std::cout << std::left << std::setw(24) << "Config" << std::right << std::setw(12) << "mean ms"
                  << std::setw(12) << "median" << std::setw(12) << "stddev" << std::setw(12) << "GB/s" << '\n'
                  << std::string(72, '-') << std::endl;
        double best = 1e30;
        std::string bestName{"none"};
        for (const auto &cfg : configs) {
            const auto [mean, median, stddev] = benchmark.run(cfg);
            const double gbs = 2.0 * bench::kTotalElements * sizeof(float) / (median * 1e-3) / 1e9;
            std::cout << std::left << std::setw(24) << cfg.name << std::right << std::fixed << std::setprecision(3)
                      << std::setw(12) << mean << std::setw(12) << median << std::setw(12) << stddev
                      << std::setprecision(1) << std::setw(12) << gbs << '\n';
            if (median < best) {
                best = median;
                bestName = cfg.name;
            }
        }
        std::cout << "\nBest configuration: " << bestName << std::endl;
    } catch (const std::exception &e) {
        std::cerr << "FATAL: " << e.what() << std::endl;
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

// Price of a basket by Monte Carlo: batches of paths on several streams, a block reduction each, the
// sums are put together on the host. RAII throughout.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

inline void check(cudaError_t status, const char *what)
{
    if (status != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

template <typename T> class DeviceVector {
  public:
    DeviceVector() noexcept = default;
    explicit DeviceVector(size_t n) : size_(n) { check(cudaMalloc(&data_, n * sizeof(T)), "cudaMalloc"); }
    DeviceVector(DeviceVector &&other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    DeviceVector &operator=(DeviceVector &&other) noexcept
    {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    DeviceVector(const DeviceVector &) = delete;
    DeviceVector &operator=(const DeviceVector &) = delete;
    ~DeviceVector() { cudaFree(data_); }
    T *data() noexcept { return data_; }
    const T *data() const noexcept { return data_; }
    size_t bytes() const noexcept { return size_ * sizeof(T); }

  private:
    T *data_ = nullptr;
    size_t size_ = 0;
};

template <typename T> struct PinnedAllocator {
    using value_type = T;
    T *allocate(size_t n)
    {
        void *p = nullptr;
        check(cudaMallocHost(&p, n * sizeof(T)), "cudaMallocHost");
        return static_cast<T *>(p);
    }
    void deallocate(T *p, size_t) { cudaFreeHost(p); }
    bool operator==(const PinnedAllocator &) const { return true; }
    bool operator!=(const PinnedAllocator &) const { return false; }
};

class Stream {
  public:
    Stream() { check(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking), "stream"); }
    Stream(Stream &&o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
    Stream(const Stream &) = delete;
    ~Stream()
    {
        if (s_)
            cudaStreamDestroy(s_);
    }
    operator cudaStream_t() const { return s_; }

  private:
    cudaStream_t s_{};
};

constexpr int kSteps = 64;

// A step of a path: an LCG, a cheap Gaussian, an exponential by its series: about 20 operations.
#pragma nullstream kernel(simulate) flops(20.0 * kSteps * gridDim.x * BLOCK) bytes(4.0 * gridDim.x) shared(BLOCK * 4) writes(sums, 4 * gridDim.x)
template <int BLOCK> __global__ void simulate(float *sums, uint32_t seed, float spot, float strike, float sigma)
{
    __shared__ float part[BLOCK];
    uint32_t state = seed + blockIdx.x * BLOCK + threadIdx.x;
    float s = spot;
#pragma unroll 4
    for (int i = 0; i < kSteps; i++) {
        state = state * 1664525u + 1013904223u;
        const float u = (float)(state >> 8) * (1.0f / 16777216.0f) - 0.5f;
        const float g = sigma * u * 3.4641f;
        s *= 1.0f + g + 0.5f * g * g + g * g * g * (1.0f / 6.0f);
    }
    part[threadIdx.x] = fmaxf(s - strike, 0.0f);
    __syncthreads();
    for (int k = BLOCK / 2; k > 0; k /= 2) {
        if (threadIdx.x < k)
            part[threadIdx.x] += part[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}

int main()
try {
    constexpr int kBatches = 16, kBlocks = 16384, kThreads = 256, kStreams = 4;
    std::vector<Stream> streams(kStreams);
    std::vector<DeviceVector<float>> sums;
    for (int i = 0; i < kBatches; ++i)
        sums.emplace_back(kBlocks);
    std::vector<float, PinnedAllocator<float>> host(size_t(kBatches) * kBlocks);
    std::mt19937 seeds(42);
    std::uniform_real_distribution<float> vol(0.1f, 0.4f);

    for (int b = 0; b < kBatches; ++b) {
        const Stream &stream = streams[b % streams.size()];
        simulate<kThreads><<<kBlocks, kThreads, 0, stream>>>(sums[b].data(), seeds(), 100.0f, 95.0f, vol(seeds) / 8);
        check(cudaGetLastError(), "simulate");
        check(cudaMemcpyAsync(&host[size_t(b) * kBlocks], sums[b].data(), sums[b].bytes(), cudaMemcpyDeviceToHost,
                              stream), "copy");
    }
    for (const auto &s : streams)
        check(cudaStreamSynchronize(s), "sync");
    const double total = std::accumulate(host.begin(), host.end(), 0.0);
    const double mean = total / (double(kBatches) * kBlocks * kThreads);
    std::cout << "price " << mean << " from " << kBatches * kBlocks * kThreads / 1000000 << "M paths\n";
    return 0;
} catch (const std::exception &e) {
    std::cerr << e.what() << '\n';
    return 1;
}

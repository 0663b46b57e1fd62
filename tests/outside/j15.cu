// Requests of varying size that take their memory from the stream's pool. A release threshold keeps it.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

class cuda_error : public std::runtime_error {
  public:
    cuda_error(cudaError_t code, const char *what)
        : std::runtime_error(std::string(what) + ": " + cudaGetErrorString(code)), code_(code) {}
    int code() const noexcept { return static_cast<int>(code_); }

  private:
    cudaError_t code_;
};
inline void throw_if(cudaError_t e, const char *what)
{
    if (e != cudaSuccess)
        throw cuda_error(e, what);
}

struct StreamFree {
    cudaStream_t stream{};
    void operator()(void *p) const noexcept { cudaFreeAsync(p, stream); }
};
template <typename T> using Scratch = std::unique_ptr<T[], StreamFree>;

template <typename T> Scratch<T> scratch(std::size_t n, cudaStream_t stream)
{
    void *p = nullptr;
    throw_if(cudaMallocAsync(&p, n * sizeof(T), stream), "cudaMallocAsync");
    return Scratch<T>(static_cast<T *>(p), StreamFree{stream});
}

#pragma nullstream kernel(expand) bytes(5.0 * n) flops(1.0 * n) reads(in, n) writes(out, 4 * n)
__global__ void expand(const uint8_t *in, float *out, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        out[i] = in[i] * (1.0f / 255.0f);
}

#pragma nullstream kernel(blur) bytes(8.0 * n) flops(9.0 * n) reads(in, 4 * n) writes(out, 4 * n)
__global__ void blur(const float *in, float *out, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float sum = 0;
        for (int k = -4; k <= 4; k++)
            sum += in[i + k < n ? i + k : i];
        out[i] = sum * (1.0f / 9.0f);
    }
}

#pragma nullstream kernel(peak) bytes(4.0 * n) flops(1.0 * n) reads(in, 4 * n) writes(best, 4)
__global__ void peak(const float *in, int *best, size_t n)
{
    float most = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        most = fmaxf(most, in[i]);
    for (int k = 16; k > 0; k /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, k));
    if (threadIdx.x % 32 == 0)
        atomicMax(best, __float_as_int(most));
}

struct Job {
    std::size_t n;
    std::optional<int> passes;
};

static void serve(const Job &job, const uint8_t *host, int *answer, cudaStream_t stream)
{
    auto raw = scratch<uint8_t>(job.n, stream);
    auto a = scratch<float>(job.n, stream);
    auto b = scratch<float>(job.n, stream);
    auto best = scratch<int>(1, stream);
    throw_if(cudaMemcpyAsync(raw.get(), host, job.n, cudaMemcpyHostToDevice, stream), "upload");
    throw_if(cudaMemsetAsync(best.get(), 0, sizeof(int), stream), "clear");
    expand<<<job.n / 256, 256, 0, stream>>>(raw.get(), a.get(), job.n);
    raw.reset();
    for (int pass = job.passes.value_or(2); pass > 0; --pass) {
        blur<<<job.n / 256, 256, 0, stream>>>(a.get(), b.get(), job.n);
        std::swap(a, b);
    }
    peak<<<1056, 256, 0, stream>>>(a.get(), best.get(), job.n);
    throw_if(cudaGetLastError(), "launch");
    throw_if(cudaMemcpyAsync(answer, best.get(), sizeof(int), cudaMemcpyDeviceToHost, stream), "download");
}

int main()
{
    try {
        cudaMemPool_t pool;
        throw_if(cudaDeviceGetDefaultMemPool(&pool, 0), "pool");
        auto keep = std::numeric_limits<std::uint64_t>::max();
        throw_if(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep), "threshold");

        std::vector<Job> jobs;
        for (std::size_t i = 0; i < 24; ++i)
            jobs.push_back({(1u + i * 7 % 5) << 22, i % 3 ? std::optional<int>{int(i % 4) + 1} : std::nullopt});
        constexpr std::size_t kStreams = 3;
        cudaStream_t streams[kStreams];
        for (auto &s : streams)
            throw_if(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "stream");
        uint8_t *host;
        int *answers;
        throw_if(cudaMallocHost(&host, 5u << 22), "host");
        throw_if(cudaMallocHost(&answers, jobs.size() * sizeof(int)), "answers");

        for (std::size_t i = 0; i < jobs.size(); ++i)
            serve(jobs[i], host, answers + i, streams[i % kStreams]);
        throw_if(cudaDeviceSynchronize(), "synchronize");

        std::uint64_t high = 0;
        throw_if(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high), "high");
        const auto bytes = std::accumulate(jobs.begin(), jobs.end(), std::size_t{0},
                                           [](std::size_t sum, const Job &j) { return sum + j.n; });
        std::printf("%zu jobs, %zu MiB, at most %llu MiB of the pool\n", jobs.size(), bytes >> 20,
                    (unsigned long long)(high >> 20));
        for (auto s : streams)
            throw_if(cudaStreamDestroy(s), "destroy");
    } catch (const cuda_error &e) {
        std::fprintf(stderr, "%s (%d)\n", e.what(), e.code());
        return 1;
    }
    return 0;
}

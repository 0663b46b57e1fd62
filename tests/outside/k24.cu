// Managed memory with explicit prefetch next to a cooperative "double buffer" in pinned memory, a
// service loop with an early exit, and cudaStreamQuery polls while the host does other things.
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cinttypes>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#define THROW_IF(x) if (cudaError_t error = (x)) throw CudaFailure{error, __func__, __LINE__}

struct CudaFailure : public std::exception {
    cudaError_t error;
    std::string text;
    CudaFailure(cudaError_t e, const char *f, int line) : error{e}
    {
        char buffer[160];
        std::snprintf(buffer, sizeof(buffer), "%s in %s, line %d", cudaGetErrorString(e), f, line);
        text = buffer;
    }
    const char *what() const noexcept override { return text.c_str(); }
};

template <class F> class ScopeExit {
    F f_;
    bool armed_ = true;
  public:
    explicit ScopeExit(F f) : f_(std::move(f)) {}
    ScopeExit(ScopeExit &&o) : f_(std::move(o.f_)), armed_(std::exchange(o.armed_, false)) {}
    ~ScopeExit() { if (armed_) f_(); }
};
template <class F> ScopeExit<F> onExit(F f) { return ScopeExit<F>(std::move(f)); }

#pragma nullstream kernel(weigh) time(55us) reads(model, 4 * m) reads(x, 4 * n) writes(y, 4 * n)
__global__ void weigh(const float *model, int m, const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = model[i % m] * x[i];
}
#pragma nullstream kernel(best) time(12us) reads(y, 4 * n) writes(where, 8)
__global__ void best(const float *y, int n, unsigned long long *where)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicMax(where, ((unsigned long long)__float_as_uint(y[i]) << 32) | (unsigned)i);
}

struct Options {
    int rounds = 24;
    int n = 1 << 19;
    std::optional<int> stopAfter;
};

static std::optional<Options> parse(int argc, char **argv)
{
    Options o;
    for (int i = 1; i < argc; ++i) {
        const std::string a = argv[i];
        const auto eq = a.find('=');
        if (eq == std::string::npos) return {};
        const auto key = a.substr(0, eq), value = a.substr(eq + 1);
        if (key == "rounds") o.rounds = std::stoi(value);
        else if (key == "n") o.n = std::stoi(value);
        else if (key == "stop") o.stopAfter = std::stoi(value);
        else return std::nullopt;
    }
    return o;
}

int main(int argc, char **argv)
{
    const auto options = parse(argc, argv);
    if (!options) {
        std::puts("usage: k24 [rounds=N] [n=N] [stop=N]");
        return 2;
    }
    const auto &[rounds, n, stopAfter] = *options;
    try {
        const int m = 1 << 16;
        float *model, *x[2], *y[2], *host[2];
        unsigned long long *where, *found;
        THROW_IF(cudaMallocManaged(&model, m * sizeof(float)));
        auto freeModel = onExit([&] { cudaFree(model); });
        for (int i = 0; i < m; ++i) model[i] = 1.0f / (i + 1);
        for (int i = 0; i < 2; ++i) {
            THROW_IF(cudaMalloc(&x[i], n * sizeof(float)));
            THROW_IF(cudaMalloc(&y[i], n * sizeof(float)));
            THROW_IF(cudaMallocHost(&host[i], n * sizeof(float)));
        }
        THROW_IF(cudaMalloc(&where, 2 * sizeof *where));
        THROW_IF(cudaMallocHost(&found, 2 * sizeof *found));
        auto freeRest = onExit([&] {
            cudaFreeHost(found);
            cudaFree(where);
            for (int i = 0; i < 2; ++i) { cudaFreeHost(host[i]); cudaFree(y[i]); cudaFree(x[i]); }
        });
        cudaStream_t s[2];
        for (auto &t : s) THROW_IF(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
#if CUDART_VERSION >= 13000
        const cudaMemLocation here{cudaMemLocationTypeDevice, 0};
        THROW_IF(cudaMemPrefetchAsync(model, m * sizeof(float), here, 0, s[0]));
#else
        THROW_IF(cudaMemPrefetchAsync(model, m * sizeof(float), 0, s[0]));
#endif
        THROW_IF(cudaStreamSynchronize(s[0]));

        std::uint64_t polls = 0;
        int done = 0, idleWork = 0;
        auto ready = [&](int k) -> bool {
            ++polls;
            switch (const cudaError_t e = cudaStreamQuery(s[k])) {
            case cudaSuccess: return true;
            case cudaErrorNotReady: return false;
            default: throw CudaFailure(e, "ready", __LINE__);
            }
        };
        for (int r = 0; r < rounds; ++r) {
            const int k = r & 1;
            while (!ready(k)) {
                ++idleWork;
                const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(5);
                while (std::chrono::steady_clock::now() < until) {}
            }
            if (r >= 2) ++done;
            if (stopAfter && done >= *stopAfter) break;
            host[k][0] = static_cast<float>(r);
            THROW_IF(cudaMemcpyAsync(x[k], host[k], n * sizeof(float), cudaMemcpyHostToDevice, s[k]));
            weigh<<<132, 512, 0, s[k]>>>(model, m, x[k], y[k], n);
            THROW_IF(cudaMemsetAsync(where + k, 0, sizeof *where, s[k]));
            best<<<1, 1024, 0, s[k]>>>(y[k], n, where + k);
            THROW_IF(cudaMemcpyAsync(found + k, where + k, sizeof *found, cudaMemcpyDeviceToHost, s[k]));
        }
        for (auto t : s) THROW_IF(cudaStreamSynchronize(t));
        std::printf("%d of %d rounds seen done, %s, %s\n", done, rounds, polls >= static_cast<std::uint64_t>(rounds) ? "polled" : "?",
                    idleWork > 0 ? "host was free meanwhile" : "host never waited");
        for (auto t : s) THROW_IF(cudaStreamDestroy(t));
    } catch (const CudaFailure &f) {
        std::fprintf(stderr, "%s (%d)\n", f.what(), f.error);
        return 1;
    }
    return 0;
}

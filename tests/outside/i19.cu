// A profiler in the manner of frameworks: a scope records a pair of timed events around each stage and adds them up later; the pipeline normalizes,
// blurs, thresholds and counts 1024 x 1024 images, stages of 3 to 8 us. Two runs: with a look at the times after each image, and at the end.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

constexpr int SIDE = 1024, PIXELS = SIDE * SIDE, IMAGES = 30;

#pragma nullstream kernel(to_float) flops(2.0 * PIXELS) bytes(5.0 * PIXELS) regs(16) reads(in, PIXELS) writes(out, PIXELS * 4)
__global__ void to_float(const unsigned char *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * (1.0f / 255);
}
#pragma nullstream kernel(blur_rows) flops(9.0 * PIXELS) bytes(8.0 * PIXELS) regs(20) reads(in, PIXELS * 4) writes(out, PIXELS * 4)
__global__ void blur_rows(const float *in, float *out, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = -2; k <= 2; k++) {
        int j = i + k * stride;
        s += in[j < 0 ? 0 : j >= PIXELS ? PIXELS - 1 : j];
    }
    out[i] = s * 0.2f;
}
#pragma nullstream kernel(threshold_count) flops(3.0 * PIXELS) bytes(4.0 * PIXELS) regs(16) reads(in, PIXELS * 4) reads(count, 4) writes(count, 4)
__global__ void threshold_count(const float *in, float level, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = __syncthreads_count(in[i] > level);
    if (threadIdx.x == 0)
        atomicAdd(count, n);
}

class Profiler {
    struct Pair {
        cudaEvent_t from, to;
        std::string stage;
    };
    std::vector<Pair> open_;
    std::vector<std::pair<cudaEvent_t, cudaEvent_t>> spare_;
    std::map<std::string, std::pair<int, double>> totals_;

public:
    class Scope {
        cudaEvent_t to_;
        cudaStream_t stream_;

    public:
        Scope(cudaEvent_t to, cudaStream_t s) : to_(to), stream_(s) {}
        Scope(const Scope &) = delete;
        ~Scope() { cudaEventRecord(to_, stream_); }
    };
    [[nodiscard]] std::unique_ptr<Scope> scope(const char *stage, cudaStream_t s)
    {
        if (spare_.empty()) {
            cudaEvent_t a, b;
            cudaEventCreate(&a);
            cudaEventCreate(&b);
            spare_.push_back({a, b});
        }
        auto [a, b] = spare_.back();
        spare_.pop_back();
        open_.push_back(Pair{a, b, stage});
        cudaEventRecord(a, s);
        return std::make_unique<Scope>(b, s);
    }
    void flush()
    {
        for (auto &p : open_) {
            float ms = 0;
            cudaEventSynchronize(p.to);
            cudaEventElapsedTime(&ms, p.from, p.to);
            auto &t = totals_[p.stage];
            t.first++;
            t.second += ms * 1000.0;
            spare_.emplace_back(p.from, p.to);
        }
        open_.clear();
    }
    void print() const
    {
        for (const auto &[name, t] : totals_)
            std::fprintf(stderr, "  %-10s %3d times, mean %6.2f us\n", name.c_str(), t.first, t.second / t.first);
    }
    ~Profiler()
    {
        for (auto &[a, b] : spare_) {
            cudaEventDestroy(a);
            cudaEventDestroy(b);
        }
    }
};

int main()
{
    unsigned char *host, *raw;
    float *a, *b;
    int *count, *result;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocHost(&host, PIXELS);
    cudaMallocHost(&result, IMAGES * sizeof(int));
    cudaMalloc(&raw, PIXELS);
    cudaMalloc(&a, PIXELS * sizeof(float));
    cudaMalloc(&b, PIXELS * sizeof(float));
    cudaMalloc(&count, IMAGES * sizeof(int));
    for (int i = 0; i < PIXELS; i += 256)
        host[i] = (unsigned char)(i >> 8);
    for (bool eager : {true, false}) {
        Profiler profiler;
        cudaMemsetAsync(count, 0, IMAGES * sizeof(int), s);
        for (int n = 0; n < IMAGES; n++) {
            {
                auto all = profiler.scope("image", s);
                {
                    auto p = profiler.scope("upload", s);
                    cudaMemcpyAsync(raw, host, PIXELS, cudaMemcpyHostToDevice, s);
                }
                {
                    auto p = profiler.scope("to_float", s);
                    to_float<<<PIXELS / 256, 256, 0, s>>>(raw, a);
                }
                {
                    auto p = profiler.scope("blur", s);
                    blur_rows<<<PIXELS / 256, 256, 0, s>>>(a, b, 1);
                    blur_rows<<<PIXELS / 256, 256, 0, s>>>(b, a, SIDE);
                }
                auto p = profiler.scope("count", s);
                threshold_count<<<PIXELS / 256, 256, 0, s>>>(a, 0.5f, count + n);
            }
            if (eager)
                profiler.flush();
        }
        profiler.flush();
        std::fprintf(stderr, eager ? "eager\n" : "late\n");
        profiler.print();
    }
    cudaMemcpyAsync(result, count, IMAGES * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    std::printf("%d bright pixels in the first, %d in the last\n", result[0], result[IMAGES - 1]);
    return 0;
}

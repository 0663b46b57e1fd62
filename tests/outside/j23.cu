// A particle filter that tracks three objects: predict, weigh, resample per frame. The observation of the next
// frame is made by a future on the host while the device works on this one.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <ios>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>
#include "nullstream.cuh"

enum class Phase : int { Predict = 0, Weigh, Resample, Count };
constexpr const char *to_string(Phase p)
{
    switch (p) {
    case Phase::Predict: return "predict";
    case Phase::Weigh: return "weigh";
    case Phase::Resample: return "resample";
    default: return "?";
    }
}
template <typename E> constexpr auto to_underlying(E e) noexcept { return static_cast<int>(e); }

struct Range { // of the profiler, by scope
    explicit Range(const char *name) { nvtxRangePushA(name); }
    ~Range() { nvtxRangePop(); }
};

constexpr int PARTICLES = 1 << 21;
constexpr int OBJECTS = 3;
constexpr int FRAMES = 8;

#pragma nullstream kernel(predict) bytes(32.0 * n) flops(12.0 * n) reads(p, 16 * n) writes(p, 16 * n)
__global__ void predict(float4 *p, int n, unsigned seed)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned s = (seed ^ i) * 2654435761u;
    float4 v = p[i];
    v.x += v.z + (s >> 16) * 1e-6f;
    v.y += v.w + (s & 65535) * 1e-6f;
    p[i] = v;
}

#pragma nullstream kernel(weigh) bytes(20.0 * n) flops(10.0 * n) reads(p, 16 * n) reads(seen, 8) writes(w, 4 * n)
__global__ void weigh(const float4 *p, const float2 *seen, float *w, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float dx = p[i].x - seen->x, dy = p[i].y - seen->y;
    w[i] = __expf(-0.5f * (dx * dx + dy * dy));
}

// Each particle is compared with a neighbour and replaced by the better one.
#pragma nullstream kernel(resample) bytes(40.0 * n) flops(2.0 * n) reads(p, 16 * n) reads(w, 4 * n) writes(q, 16 * n)
__global__ void resample(const float4 *p, const float *w, float4 *q, int n, int shift)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int j = (i + shift) % n;
    q[i] = w[j] > w[i] ? p[j] : p[i];
}

class Tracker {
  public:
    Tracker() : streams_{}
    {
        cudaStreamCreateWithFlags(&streams_, cudaStreamNonBlocking);
        cudaMalloc(&p_, sizeof(float4) * PARTICLES);
        cudaMalloc(&q_, sizeof(float4) * PARTICLES);
        cudaMalloc(&w_, sizeof(float) * PARTICLES);
        cudaMalloc(&seen_, sizeof(float2));
        cudaMallocHost(&host_, sizeof(float2) * FRAMES);
        cudaMemsetAsync(p_, 0, sizeof(float4) * PARTICLES, streams_);
    }
    ~Tracker()
    {
        cudaStreamSynchronize(streams_);
        cudaFree(p_), cudaFree(q_), cudaFree(w_), cudaFree(seen_), cudaFreeHost(host_);
    }
    void frame(int f, float2 observed)
    {
        host_[f] = observed;
        cudaMemcpyAsync(seen_, host_ + f, sizeof(float2), cudaMemcpyHostToDevice, streams_);
        constexpr int threads = 256, blocks = PARTICLES / threads;
        using Step = void (*)(Tracker &, int, int, int);
        static constexpr Step steps[] = {[](Tracker &t, int b, int n, int k) { t.doPredict(b, n, k); },
                                         [](Tracker &t, int b, int n, int k) { t.doWeigh(b, n, k); },
                                         [](Tracker &t, int b, int n, int k) { t.doResample(b, n, k); }};
        for (auto step : steps)
            step(*this, blocks, threads, f);
    }

  private:
    void doPredict(int blocks, int threads, int f) { predict<<<blocks, threads, 0, streams_>>>(p_, PARTICLES, 17u * f); }
    void doWeigh(int blocks, int threads, int) { weigh<<<blocks, threads, 0, streams_>>>(p_, seen_, w_, PARTICLES); }
    void doResample(int blocks, int threads, int f)
    {
        resample<<<blocks, threads, 0, streams_>>>(p_, w_, q_, PARTICLES, f * 31 + 1);
        std::swap(p_, q_);
    }
    cudaStream_t streams_;
    float4 *p_, *q_;
    float *w_;
    float2 *seen_, *host_;
};

static std::array<float2, OBJECTS> observe(int frame)
{
    host_work_us(90); // the detector on the host
    std::array<float2, OBJECTS> seen{};
    for (int o = 0; o < OBJECTS; o++)
        seen[o] = float2{0.1f * frame, 1.0f * o};
    return seen;
}

int main()
{
    std::array<std::unique_ptr<Tracker>, OBJECTS> trackers;
    for (auto &t : trackers)
        t.reset(new Tracker);
    cudaDeviceSynchronize();
    {
        const Range timed("nullstream");
        auto next = std::async(std::launch::async, observe, 0);
        for (int f = 0; f < FRAMES; f++) {
            const Range range(("frame " + std::to_string(f)).c_str());
            const auto seen = next.get();
            if (f + 1 < FRAMES)
                next = std::async(std::launch::async, observe, f + 1);
            for (int o = 0; o < OBJECTS; o++)
                trackers[o]->frame(f, seen[o]);
        }
        cudaDeviceSynchronize();
    }
    std::cout << std::boolalpha << (FRAMES == 8) << ' ' << to_underlying(Phase::Count) << " phases:";
    for (int p = 0; p < to_underlying(Phase::Count); p++)
        std::cout << ' ' << to_string(static_cast<Phase>(p));
    std::cout << std::endl;
}

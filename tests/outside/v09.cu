// v09: autotuner harness, times variants of a templated kernel by events and picks the fastest (C++17, if constexpr, index_sequence)
#include "nullstream.cuh"
#include <algorithm>
#include <array>
#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>

template <int Block, int Unroll> struct Config {
    static constexpr int block = Block, unroll = Unroll;
    static constexpr double cost = Unroll >= 8 ? 90.0 + 4096.0 / Block : 60.0 + 2048.0 / Block + 40.0 / Unroll;
};

#pragma nullstream kernel(axpy) time(C::cost * 1us) reads(x, n * 4) writes(y, n * 4)
template <class C> __global__ void __launch_bounds__(C::block) axpy(float a, const float *x, float *y, int n)
{
    const int base = blockIdx.x * C::block * C::unroll + threadIdx.x;
#pragma unroll
    for (int u = 0; u < C::unroll; ++u) {
        const int i = base + u * C::block;
        if (i < n)
            y[i] = a * x[i] + y[i];
    }
}

using Launcher = void (*)(float *, float *, int, cudaStream_t);
struct Variant {
    const char *label;
    Launcher launch;
    float best = 1e30f;
};

template <class C> void launch(float *x, float *y, int n, cudaStream_t s)
{
    constexpr int per = C::block * C::unroll;
    axpy<C><<<(n + per - 1) / per, C::block, 0, s>>>(2.0f, x, y, n);
}

template <int B, std::size_t... U> void add_block(std::vector<Variant> &v, std::index_sequence<U...>)
{
    static const char *const labels[] = {"u1", "u2", "u4", "u8"};
    (v.push_back({labels[U], &launch<Config<B, 1 << U>>}), ...);
}

class Timer {
    cudaEvent_t a_, b_;
    cudaStream_t s_;

  public:
    explicit Timer(cudaStream_t s) : s_(s) { cudaEventCreate(&a_), cudaEventCreate(&b_); }
    ~Timer() { cudaEventDestroy(a_), cudaEventDestroy(b_); }
    template <class F> float operator()(F &&f)
    {
        cudaEventRecord(a_, s_);
        std::forward<F>(f)();
        cudaEventRecord(b_, s_);
        cudaEventSynchronize(b_);
        float ms;
        cudaEventElapsedTime(&ms, a_, b_);
        return ms;
    }
};

int main()
{
    constexpr int n = 1 << 23;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMemsetAsync(x, 0, n * sizeof(float), s);
    cudaMemsetAsync(y, 0, n * sizeof(float), s);
    std::vector<Variant> variants;
    add_block<128>(variants, std::make_index_sequence<4>{});
    add_block<256>(variants, std::make_index_sequence<4>{});
    add_block<512>(variants, std::make_index_sequence<4>{});
    Timer timed(s);
    std::array<float, 3> runs{};
    for (auto &v : variants) {
        v.launch(x, y, n, s); // warm up
        for (auto &r : runs)
            r = timed([&] { v.launch(x, y, n, s); });
        std::nth_element(runs.begin(), runs.begin() + 1, runs.end());
        v.best = runs[1];
    }
    const auto best = std::min_element(variants.cbegin(), variants.cend(), [](const Variant &l, const Variant &r) { return l.best < r.best; });
    const auto where = std::distance(variants.cbegin(), best);
    std::printf("best: variant %td (%s) %.1f us\n", where, best->label, best->best * 1e3f);
    for (int i = 0; i < 5; ++i)
        best->launch(x, y, n, s);
    cudaStreamSynchronize(s);
    static_assert(std::is_trivially_copyable_v<Variant>);
    cudaFree(x);
    cudaFree(y);
}

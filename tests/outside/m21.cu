// Ensemble forecast: urgent member at high priority, background members at low; host collects every step.
#include "nullstream.cuh"
#include <algorithm>
#include <nvtx3/nvToolsExt.h>
#include <cstdio>
#include <tuple>
#include <vector>

#define STEPS 8

#pragma nullstream kernel(advance) block_time(25us) reads(state, n * 4) writes(state, n * 4)
__global__ void advance(float *state, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = state[i];
        for (int k = 0; k < 3000; k++) v += dt * (1.0f - v * v);
        state[i] = v;
    }
}
#pragma nullstream kernel(diagnose) time(8us) reads(state, n * 4) writes(mean, 4)
__global__ void diagnose(const float *state, float *mean, int n)
{
    float s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += state[i];
    if (threadIdx.x == 0) *mean = s / n;
}

enum Priority { urgent, normal, background };

class Member {
  public:
    Member(Priority p, int n) : prio_(p), n_(n)
    {
        int low, high;
        cudaDeviceGetStreamPriorityRange(&low, &high);
        const int value = p == urgent ? high : p == normal ? (low + high) / 2 : low;
        cudaStreamCreateWithPriority(&s_, cudaStreamNonBlocking, value);
        cudaMalloc(&state_, n * sizeof(float));
        cudaMalloc(&mean_, sizeof(float));
        cudaMallocHost(&host_, STEPS * sizeof(float));
        cudaMemsetAsync(state_, 0, n * sizeof(float), s_);
    }
    Member(Member &&m) noexcept : prio_(m.prio_), n_(m.n_), s_(m.s_), state_(m.state_), mean_(m.mean_), host_(m.host_) { m.s_ = nullptr; m.state_ = m.mean_ = m.host_ = nullptr; }
    ~Member()
    {
        if (!state_) return;
        cudaFree(state_);
        cudaFree(mean_);
        cudaFreeHost(host_);
        cudaStreamDestroy(s_);
    }
    void step(int t)
    {
        advance<<<n_ / 256, 256, 0, s_>>>(state_, n_, 1e-3f);
        diagnose<<<1, 256, 0, s_>>>(state_, mean_, n_);
        cudaMemcpyAsync(host_ + t, mean_, sizeof(float), cudaMemcpyDeviceToHost, s_);
    }
    Priority priority() const { return prio_; }
    float mean(int t) const { return host_[t]; }
  private:
    Priority prio_;
    int n_;
    cudaStream_t s_;
    float *state_, *mean_, *host_;
};

int main()
{
    std::vector<Member> ensemble;
    ensemble.reserve(6);
    for (int m = 0; m < 6; m++)
        ensemble.emplace_back(m == 5 ? urgent : m % 2 ? normal : background, 256 * (m == 5 ? 64 : 1200));
    std::vector<Member *> order;
    for (auto &m : ensemble)
        order.push_back(&m);
    std::stable_sort(order.begin(), order.end(), [](const Member *a, const Member *b) { return a->priority() < b->priority(); });
    cudaDeviceSynchronize();
    nvtxRangePush("nullstream");
    for (int t = 0; t < STEPS; t++) {
        for (Member *m : order)
            m->step(t);
        cudaDeviceSynchronize();
    }
    nvtxRangePop();
    float low = 1e9f, high = -1e9f;
    for (const auto &m : ensemble) {
        low = fminf(low, m.mean(STEPS - 1));
        high = fmaxf(high, m.mean(STEPS - 1));
    }
    std::printf("%zu members, first priority %d, spread %f\n", ensemble.size(), (int)order.front()->priority(), high - low);
}

// v05: Monte Carlo option pricing, expression of work as a table of structs, several streams, CRTP payoff
#include "nullstream.cuh"
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

template <class Derived> struct Payoff {
    __host__ __device__ float operator()(float s) const { return static_cast<const Derived *>(this)->eval(s); }
};
struct Call : Payoff<Call> {
    float k;
    __host__ __device__ explicit Call(float strike) : k(strike) {}
    __host__ __device__ float eval(float s) const { return s > k ? s - k : 0.f; }
    static constexpr const char *name = "call";
    static constexpr double us = 220;
};
struct Put : Payoff<Put> {
    float k;
    __host__ __device__ explicit Put(float strike) : k(strike) {}
    __host__ __device__ float eval(float s) const { return s < k ? k - s : 0.f; }
    static constexpr const char *name = "put";
    static constexpr double us = 140;
};

#pragma nullstream kernel(simulate) time(P::us * 1us) writes(out, paths * 4)
template <class P> __global__ void simulate(P payoff, float *out, int paths, unsigned seed)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= paths)
        return;
    unsigned x = seed ^ (i * 2654435761u);
    float s = 100.f;
    for (int t = 0; t < 252; ++t) {
        x ^= x << 13, x ^= x >> 17, x ^= x << 5;
        s *= 1.f + (x * 2.3283064e-10f - 0.5f) * 0.02f;
    }
    out[i] = payoff(s);
}

#pragma nullstream kernel(mean) bytes(4.0 * n) flops(n) reads(x, n * 4) writes(out, 4)
__global__ void mean(const float *x, float *out, int n)
{
    float acc = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        acc += x[i];
    atomicAdd(out, acc / n);
}

class Desk {
    struct Lane {
        cudaStream_t stream;
        float *paths;
    };
    std::vector<Lane> lanes_;
    float *prices_, *host_;
    int next_ = 0, booked_ = 0;
    std::map<std::string, std::vector<int>> index_;
    static constexpr int N = 1 << 20;

  public:
    Desk(int lanes, int capacity) : lanes_(lanes)
    {
        for (auto &[s, p] : lanes_) {
            cudaStreamCreate(&s);
            cudaMalloc(&p, N * sizeof *p);
        }
        cudaMalloc(&prices_, capacity * sizeof(float));
        cudaMemset(prices_, 0, capacity * sizeof(float));
        cudaMallocHost(&host_, capacity * sizeof(float));
    }
    template <class P> int book(float strike)
    {
        Lane &l = lanes_[next_++ % lanes_.size()];
        const int id = booked_++;
        simulate<P><<<(N + 255) / 256, 256, 0, l.stream>>>(P{strike}, l.paths, N, 17u + id);
        mean<<<1, 1024, 0, l.stream>>>(l.paths, prices_ + id, N);
        index_[P::name].push_back(id);
        return id;
    }
    void settle()
    {
        for (auto &l : lanes_)
            cudaStreamSynchronize(l.stream);
        cudaMemcpy(host_, prices_, booked_ * sizeof(float), cudaMemcpyDeviceToHost);
        for (const auto &[name, ids] : index_) {
            const float sum = std::accumulate(ids.begin(), ids.end(), 0.f, [&](float a, int i) { return a + host_[i]; });
            std::printf("%-5s %zu contracts, mean %.3f\n", name.c_str(), ids.size(), sum / ids.size());
        }
    }
    ~Desk()
    {
        for (auto [s, p] : lanes_)
            cudaFree(p), cudaStreamDestroy(s);
        cudaFree(prices_);
        cudaFreeHost(host_);
    }
};

template <class... Ps> void strip(Desk &d, float k) { (d.book<Ps>(k), ...); }

int main()
{
    Desk desk(4, 64);
    for (float k : {90.f, 95.f, 100.f, 105.f, 110.f})
        strip<Call, Put, Call>(desk, k);
    desk.settle();
}

// Monte Carlo option pricing: one host thread per option book, RAII streams, results through futures.
#include "nullstream.cuh"
#include <cmath>
#include <cstdio>
#include <functional>
#include <future>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace cu {
inline void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

class Stream {
    cudaStream_t s_{};

public:
    Stream() { check(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking), "stream"); }
    ~Stream() { cudaStreamDestroy(s_); }
    Stream(const Stream &) = delete;
    operator cudaStream_t() const { return s_; }
    void sync() { check(cudaStreamSynchronize(s_), "sync"); }
};

template <class T> class DeviceArray {
    T *p_ = nullptr;
    size_t n_ = 0;
    cudaStream_t s_;

public:
    DeviceArray(size_t n, cudaStream_t s) : n_(n), s_(s) { check(cudaMallocAsync((void **)&p_, n * sizeof(T), s), "malloc"); }
    ~DeviceArray() { cudaFreeAsync(p_, s_); }
    DeviceArray(const DeviceArray &) = delete;
    T *get() { return p_; }
    size_t size() const { return n_; }
    size_t bytes() const { return n_ * sizeof(T); }
};
} // namespace cu

struct Option {
    float spot, strike, rate, vol, years;
};

#pragma nullstream kernel(simulate) time(180us) writes(payoff, gridDim.x * 4)
__global__ void simulate(Option o, float *payoff, int paths_per_thread, unsigned seed)
{
    __shared__ float sum[256];
    unsigned s = seed ^ (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
    float acc = 0;
    for (int p = 0; p < paths_per_thread; ++p) {
        s = s * 1664525u + 1013904223u;
        float u1 = (s >> 8) * (1.0f / 16777216.0f) + 1e-7f;
        s = s * 1664525u + 1013904223u;
        float u2 = (s >> 8) * (1.0f / 16777216.0f);
        float z = sqrtf(-2.0f * logf(u1)) * cospif(2.0f * u2);
        float st = o.spot * expf((o.rate - 0.5f * o.vol * o.vol) * o.years + o.vol * sqrtf(o.years) * z);
        acc += fmaxf(st - o.strike, 0.0f);
    }
    sum[threadIdx.x] = acc;
    __syncthreads();
    for (int w = blockDim.x / 2; w > 0; w >>= 1) {
        if (threadIdx.x < w)
            sum[threadIdx.x] += sum[threadIdx.x + w];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        payoff[blockIdx.x] = sum[0];
}

double price_book(const std::vector<Option> &book, unsigned seed)
{
    cu::Stream stream;
    constexpr int blocks = 64, per_thread = 400;
    double total = 0;
    std::vector<float> host(blocks);
    for (const Option &o : book) {
        cu::DeviceArray<float> payoff(blocks, stream);
        simulate<<<blocks, 256, 0, stream>>>(o, payoff.get(), per_thread, seed++);
        cu::check(cudaGetLastError(), "simulate");
        cu::check(cudaMemcpyAsync(host.data(), payoff.get(), payoff.bytes(), cudaMemcpyDeviceToHost, stream), "copy");
        stream.sync();
        double mean = std::accumulate(host.begin(), host.end(), 0.0) / (blocks * 256.0 * per_thread);
        total += mean * std::exp(-o.rate * o.years);
    }
    return total;
}

int main()
{
    try {
        std::vector<std::vector<Option>> books(4);
        for (int b = 0; b < 4; ++b)
            for (int i = 0; i < 4 + b; ++i)
                books[b].push_back({100.0f, 90.0f + 5 * i, 0.02f, 0.2f + 0.05f * b, 1.0f});
        cu::check(cudaFree(0), "init");

        std::vector<std::future<double>> prices;
        for (size_t b = 0; b < books.size(); ++b)
            prices.push_back(std::async(std::launch::async, price_book, std::cref(books[b]), unsigned(b * 977)));
        double sum = 0;
        for (auto &p : prices)
            sum += p.get();
        printf("value of all books: %.4f\n", sum);
    } catch (const std::exception &e) {
        fprintf(stderr, "%s\n", e.what());
        return 1;
    }
    return 0;
}

// Monte Carlo pricing of a book of options, one stream per desk. Results are averaged on the host.
#include <cuda_runtime.h>
#include <cstdio>
#include <numeric>
#include <vector>
#include <algorithm>

struct Option { float spot, strike, rate, vol, years; };

#pragma nullstream kernel(seed) time(15us) writes(state, n * 4)
__global__ void seed(unsigned *state, unsigned base, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) state[i] = base * 2654435761u + i;
}

#pragma nullstream kernel(paths) flops(60.0 * n * steps) bytes(8.0 * n) reads(state, n * 4) writes(payoff, n * 4)
__global__ void paths(const unsigned *state, Option o, float *payoff, int n, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s = state[i];
    float x = o.spot, dt = o.years / steps;
    for (int k = 0; k < steps; k++) {
        s = s * 1664525u + 1013904223u;
        float u = (s >> 8) * (1.0f / 16777216.0f) - 0.5f;
        x *= 1.0f + o.rate * dt + o.vol * sqrtf(dt) * u * 3.46f;
    }
    payoff[i] = fmaxf(x - o.strike, 0.0f) * expf(-o.rate * o.years);
}

class Desk {
  public:
    Desk(int id, int n) : id_(id), n_(n), payoff_(n)
    {
        cudaStreamCreate(&stream_);
        cudaMalloc(&state_, n * sizeof(unsigned));
        cudaMalloc(&dev_, n * sizeof(float));
    }
    ~Desk() { cudaFree(state_); cudaFree(dev_); cudaStreamDestroy(stream_); }
    Desk(const Desk &) = delete;
    void price(const Option &o, int steps)
    {
        seed<<<(n_ + 255) / 256, 256, 0, stream_>>>(state_, 17u + id_, n_);
        paths<<<(n_ + 255) / 256, 256, 0, stream_>>>(state_, o, dev_, n_, steps);
        cudaMemcpyAsync(payoff_.data(), dev_, n_ * sizeof(float), cudaMemcpyDeviceToHost, stream_);
    }
    double mean()
    {
        cudaStreamSynchronize(stream_);
        return std::accumulate(payoff_.begin(), payoff_.end(), 0.0) / n_;
    }
  private:
    int id_, n_;
    std::vector<float> payoff_;
    cudaStream_t stream_;
    unsigned *state_;
    float *dev_;
};

int main(int argc, char **argv)
{
    const int N = 1 << 19, STEPS = argc > 1 ? atoi(argv[1]) : 64;
    const std::vector<Option> book = {
        {100.f, 95.f, 0.02f, 0.20f, 1.0f},
        {100.f, 105.f, 0.02f, 0.25f, 0.5f},
        {80.f, 90.f, 0.03f, 0.40f, 2.0f},
        {250.f, 240.f, 0.01f, 0.15f, 0.25f},
    };
    std::vector<Desk *> desks;
    for (size_t i = 0; i < book.size(); i++)
        desks.push_back(new Desk((int)i, N));
    for (size_t i = 0; i < book.size(); i++)
        desks[i]->price(book[i], STEPS);
    double total = 0;
    for (Desk *d : desks)
        total += d->mean();
    auto dearest = std::max_element(book.begin(), book.end(),
                                    [](const Option &a, const Option &b) { return a.strike < b.strike; });
    printf("%zu options, %d paths of %d steps, dearest strike %.1f, total %.3f\n", book.size(), N, STEPS,
           dearest->strike, total);
    for (Desk *d : desks)
        delete d;
    return 0;
}

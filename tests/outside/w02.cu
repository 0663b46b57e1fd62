// C++17. Monte Carlo pricing of a basket of Asian options: four worker threads on their per-thread streams take options from an atomic counter.
#include <cuda_runtime.h>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct Option {
    float strike, sigma, maturity;
    int paths;
};

struct Price {
    int id;
    double value;
};

constexpr int kWorkers = 4;
constexpr int kOptions = 22;
constexpr int kSteps = 64;

#pragma nullstream kernel(simulate) flops(38.0 * steps * paths) bytes(4.0 * paths)
__global__ void simulate(float *payoff, int paths, int steps, float strike, float sigma, float t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= paths) return;
    unsigned state = 2463534242u + i * 747796405u;
    float s = 100.f, sum = 0.f, dt = t / steps;
    for (int k = 0; k < steps; k++) {
        state ^= state << 13; state ^= state >> 17; state ^= state << 5;
        float u = (state >> 8) * (1.f / 16777216.f) - 0.5f;
        s *= expf(-0.5f * sigma * sigma * dt + sigma * sqrtf(dt) * u * 3.46f);
        sum += s;
    }
    payoff[i] = fmaxf(sum / steps - strike, 0.f);
}

#pragma nullstream kernel(block_sums) flops(1.0 * n) bytes(4.0 * n)
__global__ void block_sums(const float *in, double *out, int n)
{
    __shared__ double part[256];
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i];
    part[threadIdx.x] = s;
    __syncthreads();
    for (int w = 128; w > 0; w >>= 1) {
        if (threadIdx.x < w) part[threadIdx.x] += part[threadIdx.x + w];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main()
{
    std::vector<Option> book;
    for (int i = 0; i < kOptions; i++)
        book.push_back({90.f + i, 0.15f + 0.01f * (i % 5), 0.5f + 0.25f * (i % 4), (1 + i % 3) * 262144});

    float *payoff[kWorkers];
    double *sums[kWorkers], *host_sums[kWorkers];
    for (int w = 0; w < kWorkers; w++) {
        cudaMalloc(&payoff[w], 3 * 262144 * sizeof(float));
        cudaMalloc(&sums[w], 64 * sizeof(double));
        cudaMallocHost(&host_sums[w], 64 * sizeof(double));
    }

    std::atomic<int> next{0};
    std::mutex lock;
    std::vector<Price> prices;

    auto worker = [&](int w) {
        cudaStream_t mine = cudaStreamPerThread;
        for (;;) {
            const int id = next.fetch_add(1);
            if (id >= static_cast<int>(book.size())) break;
            const Option &o = book[id];
            simulate<<<(o.paths + 255) / 256, 256, 0, mine>>>(payoff[w], o.paths, kSteps, o.strike, o.sigma, o.maturity);
            block_sums<<<64, 256, 0, mine>>>(payoff[w], sums[w], o.paths);
            cudaMemcpyAsync(host_sums[w], sums[w], 64 * sizeof(double), cudaMemcpyDeviceToHost, mine);
            cudaStreamSynchronize(mine);
            double total = 0;
            for (int b = 0; b < 64; b++) total += host_sums[w][b];
            std::lock_guard<std::mutex> guard(lock);
            prices.push_back({id, total / o.paths * std::exp(-0.02 * o.maturity)});
        }
    };

    std::vector<std::thread> pool;
    for (int w = 0; w < kWorkers; w++) pool.emplace_back(worker, w);
    for (auto &t : pool) t.join();
    std::printf("priced %zu options\n", prices.size());
    for (int w = 0; w < kWorkers; w++) {
        cudaFree(payoff[w]);
        cudaFree(sums[w]);
        cudaFreeHost(host_sums[w]);
    }
    return 0;
}

// Prices a book of Asian options by Monte Carlo: four pricing threads take options from a shared
// counter, each with a stream and pinned staging of its own; the main thread sums the book's value.
#include <cuda_runtime.h>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}
#define CUDA(call) check((call), #call)

struct Option { float spot, strike, rate, vol, years; int steps; };

__device__ inline uint32_t xorshift(uint32_t &s)
{
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    return s;
}

__global__ void asian_paths(Option o, int paths, uint32_t seed, float *partial)
{
    __shared__ float red[256];
    float acc = 0;
    float dt = o.years / o.steps;
    float drift = (o.rate - 0.5f * o.vol * o.vol) * dt, sq = o.vol * sqrtf(dt);
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < paths; p += gridDim.x * blockDim.x) {
        uint32_t s = seed ^ (p * 2654435761u + 1u);
        float x = o.spot, avg = 0;
        for (int t = 0; t < o.steps; t++) {
            float u = (xorshift(s) + 0.5f) * (1.0f / 4294967296.0f);
            float v = (xorshift(s) + 0.5f) * (1.0f / 4294967296.0f);
            float z = sqrtf(-2 * logf(u)) * cospif(2 * v);
            x *= expf(drift + sq * z);
            avg += x;
        }
        acc += fmaxf(avg / o.steps - o.strike, 0.0f);
    }
    red[threadIdx.x] = acc;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) red[threadIdx.x] += red[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = red[0];
}

class Pricer {
public:
    explicit Pricer(int blocks) : blocks_(blocks)
    {
        CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
        CUDA(cudaMalloc(&dev_, blocks * sizeof(float)));
        CUDA(cudaHostAlloc(&host_, blocks * sizeof(float), cudaHostAllocDefault));
    }
    ~Pricer()
    {
        cudaFreeHost(host_);
        cudaFree(dev_);
        cudaStreamDestroy(stream_);
    }
    Pricer(const Pricer &) = delete;
    Pricer &operator=(const Pricer &) = delete;

    double price(const Option &o, int paths, uint32_t seed)
    {
        asian_paths<<<blocks_, 256, 0, stream_>>>(o, paths, seed, dev_);
        CUDA(cudaGetLastError());
        CUDA(cudaMemcpyAsync(host_, dev_, blocks_ * sizeof(float), cudaMemcpyDeviceToHost, stream_));
        CUDA(cudaStreamSynchronize(stream_));
        double s = 0;
        for (int i = 0; i < blocks_; i++) s += host_[i];
        return s / paths * std::exp(-o.rate * o.years);
    }

private:
    int blocks_;
    cudaStream_t stream_ = nullptr;
    float *dev_ = nullptr, *host_ = nullptr;
};

int main()
{
    const int kOptions = 40, kThreads = 4;
    std::vector<Option> book;
    for (int i = 0; i < kOptions; i++)
        book.push_back({100.0f, 80.0f + i, 0.03f, 0.15f + 0.005f * i, 1.0f, 32 + 16 * (i % 5)});

    int device = 0, sms = 0, per_sm = 0;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, asian_paths, 256, 0));
    int blocks = sms * (per_sm > 2 ? 2 : per_sm);

    std::atomic<int> next{0};
    std::mutex m;
    double total = 0;
    std::vector<double> values(kOptions);
    std::vector<std::thread> pool;
    for (int t = 0; t < kThreads; t++)
        pool.emplace_back([&] {
            Pricer p(blocks);
            double mine = 0;
            for (int i = next++; i < kOptions; i = next++) {
                values[i] = p.price(book[i], 1 << 18, 77u + i);
                mine += values[i];
            }
            std::lock_guard<std::mutex> hold(m);
            total += mine;
        });
    for (auto &t : pool) t.join();
    std::printf("book of %d options, value %.4f, first %.4f last %.4f\n", kOptions, total, values.front(), values.back());
    return 0;
}

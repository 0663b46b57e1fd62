// Market data: two feed threads put ticks into their own pinned rings and launch their own short kernels (decode, book update, signal) in their
// own streams; a strategy thread waits for either by condition variable and reads signals. Kernels of 2 to 4 us, latency measured by events.
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

struct Tick {
    int instrument, side;
    float price, size;
};
enum { FEEDS = 2, BURST = 2048, BURSTS = 60, INSTRUMENTS = 4096, RING = 4 };

#pragma nullstream kernel(decode) flops(12.0 * BURST) bytes(32.0 * BURST) regs(16)
__global__ void decode(const Tick *in, Tick *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Tick t = in[i];
    t.price = t.price * 0.01f;
    t.size = fmaxf(t.size, 0.0f);
    t.instrument &= INSTRUMENTS - 1;
    out[i] = t;
}
#pragma nullstream kernel(book) flops(6.0 * BURST) bytes(16.0 * BURST + 64.0 * BURST) regs(16) reads(ticks, BURST * sizeof(Tick)) reads(best, INSTRUMENTS * 8) writes(best, INSTRUMENTS * 8)
__global__ void book(const Tick *ticks, int *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Tick t = ticks[i];
    if (t.side)
        atomicMax(&best[2 * t.instrument], __float_as_int(t.price));
    else
        atomicMin(&best[2 * t.instrument + 1], __float_as_int(t.price));
}
#pragma nullstream kernel(signal_of) flops(8.0 * INSTRUMENTS) bytes(12.0 * INSTRUMENTS) regs(16)
__global__ void signal_of(const int *best, float *signal)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float bid = __int_as_float(best[2 * i]), ask = __int_as_float(best[2 * i + 1]);
    signal[i] = (ask - bid) / (ask + bid + 1e-6f);
}

#pragma nullstream host(parse_packets) time(22us)
static void parse_packets(Tick *to, int burst, int feed)
{
    for (int i = 0; i < BURST; i++)
        to[i] = Tick{(i * 17 + burst) & (INSTRUMENTS - 1), (i ^ feed) & 1, 100.0f + i % 50, 10.0f};
}
#pragma nullstream host(decide) time(9us) reads(signal, INSTRUMENTS * 4)
static void decide(const float *signal) { (void)signal; }

static std::mutex mutex;
static std::condition_variable arrived;
static std::vector<std::pair<int, int>> inbox; // feed, slot

class Feed {
    int id_;
    cudaStream_t stream_;
    Tick *ring_[RING], *raw_, *clean_;
    int *best_;
    float *signal_;
    cudaEvent_t from_[RING], to_[RING];
    std::vector<float> latency_;

public:
    float *out[RING];
    explicit Feed(int id) : id_(id)
    {
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
        for (int i = 0; i < RING; i++) {
            cudaHostAlloc((void **)&ring_[i], BURST * sizeof(Tick), cudaHostAllocWriteCombined);
            cudaHostAlloc((void **)&out[i], INSTRUMENTS * sizeof(float), cudaHostAllocDefault);
            cudaEventCreate(&from_[i]);
            cudaEventCreate(&to_[i]);
        }
        cudaMalloc((void **)&raw_, BURST * sizeof(Tick));
        cudaMalloc((void **)&clean_, BURST * sizeof(Tick));
        cudaMalloc((void **)&best_, INSTRUMENTS * 2 * sizeof(int));
        cudaMalloc((void **)&signal_, INSTRUMENTS * sizeof(float));
    }
    void operator()()
    {
        cudaMemsetAsync(best_, 0, INSTRUMENTS * 2 * sizeof(int), stream_);
        for (int b = 0; b < BURSTS; b++) {
            int slot = b % RING;
            parse_packets(ring_[slot], b, id_);
            cudaEventRecord(from_[slot], stream_);
            cudaMemcpyAsync(raw_, ring_[slot], BURST * sizeof(Tick), cudaMemcpyHostToDevice, stream_);
            decode<<<BURST / 128, 128, 0, stream_>>>(raw_, clean_);
            book<<<BURST / 128, 128, 0, stream_>>>(clean_, best_);
            signal_of<<<INSTRUMENTS / 128, 128, 0, stream_>>>(best_, signal_);
            cudaMemcpyAsync(out[slot], signal_, INSTRUMENTS * sizeof(float), cudaMemcpyDeviceToHost, stream_);
            cudaEventRecord(to_[slot], stream_);
            cudaEventSynchronize(to_[slot]);
            float ms;
            cudaEventElapsedTime(&ms, from_[slot], to_[slot]);
            latency_.push_back(ms * 1000);
            std::lock_guard<std::mutex> lock(mutex);
            inbox.emplace_back(id_, slot);
            arrived.notify_one();
        }
    }
    void report()
    {
        std::sort(latency_.begin(), latency_.end());
        float mean = std::accumulate(latency_.begin(), latency_.end(), 0.0f) / latency_.size();
        fprintf(stderr, "feed %d: median %.1f us, mean %.1f us, worst %.1f us\n", id_, latency_[latency_.size() / 2], mean, latency_.back());
    }
};

int main()
{
    std::vector<Feed> feeds;
    for (int i = 0; i < FEEDS; i++)
        feeds.emplace_back(i);
    cudaDeviceSynchronize();
    std::thread strategy([&feeds] {
        int seen = 0;
        while (seen < FEEDS * BURSTS) {
            std::vector<std::pair<int, int>> mine;
            {
                std::unique_lock<std::mutex> lock(mutex);
                arrived.wait(lock, [] { return !inbox.empty(); });
                mine.swap(inbox);
            }
            for (const auto &[feed, slot] : mine)
                decide(feeds[feed].out[slot]);
            seen += (int)mine.size();
        }
        printf("%d signals\n", seen);
    });
    std::vector<std::thread> threads;
    for (auto &f : feeds)
        threads.emplace_back([&f] { f(); });
    for (auto &t : threads)
        t.join();
    strategy.join();
    for (auto &f : feeds)
        f.report();
    return 0;
}

// v12: software radio receiver, capture thread sleeps by sleep_until at a fixed rate, ring buffer with atomics, overrun count
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>

namespace sdr {
using clock = std::chrono::steady_clock;
using sample = std::complex<float>;
inline constexpr std::size_t kBlock = 1 << 16;
inline constexpr unsigned kRing = 4;
inline constexpr int kBlocks = 14;

struct alignas(64) Ring {
    sample *slot[kRing];
    std::atomic<std::uint32_t> head{0};
    alignas(64) std::atomic<std::uint32_t> tail{0};
    std::atomic<bool> running{true};
    int overruns = 0;
};

__global__ void channelize(const float2 *in, float2 *out, std::size_t n)
{
    const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = make_float2(in[i].x - in[i].y, in[i].x + in[i].y);
    spin_us(220);
}
__global__ void demodulate(const float2 *in, float *audio, std::size_t n)
{
    const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    spin_us(80);
    if (i < n / 8)
        audio[i] = in[i * 8].x;
}

void capture(Ring &r)
{
    auto next = clock::now();
    for (int b = 0; b < kBlocks; ++b) {
        next += std::chrono::microseconds(700);
        std::this_thread::sleep_until(next);
        const auto h = r.head.load(std::memory_order_relaxed);
        if (h - r.tail.load(std::memory_order_acquire) == kRing) {
            ++r.overruns;
            continue;
        }
        std::memset(static_cast<void *>(r.slot[h % kRing]), 0, kBlock * sizeof(sample));
        r.head.store(h + 1, std::memory_order_release);
    }
    r.running.store(false);
}
} // namespace sdr

int main()
{
    using namespace sdr;
    static Ring ring;
    for (auto &s : ring.slot)
        if (cudaHostAlloc(reinterpret_cast<void **>(&s), kBlock * sizeof(sample), cudaHostAllocMapped))
            return 1;
    float2 *in, *chan;
    float *audio, *audio_host;
    cudaMalloc(&in, kBlock * sizeof(float2));
    cudaMalloc(&chan, kBlock * sizeof(float2));
    cudaMalloc(&audio, kBlock / 8 * sizeof(float));
    cudaMallocHost(&audio_host, kBlocks * kBlock / 8 * sizeof(float));
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    std::thread t(capture, std::ref(ring));
    unsigned processed = 0;
    for (;;) {
        const auto tail = ring.tail.load(std::memory_order_relaxed);
        if (ring.head.load(std::memory_order_acquire) == tail) {
            if (!ring.running)
                break;
            std::this_thread::sleep_for(std::chrono::microseconds{50});
            continue;
        }
        cudaMemcpyAsync(in, ring.slot[tail % kRing], kBlock * sizeof(sample), cudaMemcpyHostToDevice, s);
        channelize<<<kBlock / 256, 256, 0, s>>>(in, chan, kBlock);
        demodulate<<<kBlock / 8 / 128, 128, 0, s>>>(chan, audio, kBlock);
        cudaMemcpyAsync(audio_host + processed * (kBlock / 8), audio, kBlock / 8 * sizeof(float), cudaMemcpyDeviceToHost, s);
        while (cudaStreamQuery(s) == cudaErrorNotReady)
            std::this_thread::yield();
        ring.tail.fetch_add(1, std::memory_order_release);
        ++processed;
    }
    t.join();
    std::printf("%u blocks, %d overruns\n", processed, ring.overruns);
}

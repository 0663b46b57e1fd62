// Oscilloscope: a capture thread writes sample blocks into a pinned lock-free ring (single producer, single consumer, spinning
// with yield), the consumer uploads each block from the ring, triggers and decimates on the GPU, and releases it by its event.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>
#include "nullstream.cuh"

template <size_t SLOTS, size_t BYTES> class SpscRing {
    uint8_t *base_ = nullptr;
    alignas(64) std::atomic<size_t> head_{0};
    alignas(64) std::atomic<size_t> tail_{0};

public:
    SpscRing() { cudaMallocHost(&base_, SLOTS * BYTES); }
    ~SpscRing() { cudaFreeHost(base_); }
    uint8_t *try_begin_write()
    {
        size_t h = head_.load(std::memory_order_relaxed);
        if (h - tail_.load(std::memory_order_acquire) == SLOTS)
            return nullptr;
        return base_ + h % SLOTS * BYTES;
    }
    void end_write() { head_.fetch_add(1, std::memory_order_release); }
    const uint8_t *try_peek(size_t ahead)
    {
        size_t t = tail_.load(std::memory_order_relaxed) + ahead;
        if (t >= head_.load(std::memory_order_acquire))
            return nullptr;
        return base_ + t % SLOTS * BYTES;
    }
    void release() { tail_.fetch_add(1, std::memory_order_release); }
};

constexpr size_t BLOCK = 512 << 10, SLOTS = 8, BLOCKS = 96, IN_FLIGHT = 3;

#pragma nullstream kernel(trigger) bytes(1.0 * n) flops(4.0 * n) reads(x, n) writes(at, 4)
__global__ void trigger(const uint8_t *x, int n, int *at)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + 1 < n; i += gridDim.x * blockDim.x)
        if (x[i] < 128 && x[i + 1] >= 128)
            atomicMin(at, i);
}

#pragma nullstream kernel(decimate) bytes(1.0 * n + n / 64) flops(2.0 * n) reads(x, n) reads(at, 4) writes(y, n / 64)
__global__ void decimate(const uint8_t *x, int n, const int *at, uint8_t *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 64)
        return;
    unsigned m = 0;
    for (int k = 0; k < 64; k++)
        m = max(m, (unsigned)x[(*at + i * 64 + k) % n]);
    y[i] = m;
}

static SpscRing<SLOTS, BLOCK> ring;
static std::atomic<int> dropped{0};

static void capture(const uint8_t *adc)
{
    for (size_t b = 0; b < BLOCKS; b++) {
        uint8_t *to;
        int spins = 0;
        while (!(to = ring.try_begin_write())) {
            std::this_thread::yield();
            spins++;
        }
        if (spins > 0)
            dropped.fetch_add(1, std::memory_order_relaxed);
        std::memcpy(to, adc, BLOCK);
        ring.end_write();
    }
}

int main()
{
    static uint8_t adc[BLOCK];
    for (size_t i = 0; i < BLOCK; i += 64)
        adc[i] = (uint8_t)(i >> 6);
    uint8_t *x[IN_FLIGHT], *y[IN_FLIGHT], *screen;
    int *at;
    cudaStream_t s[IN_FLIGHT];
    cudaEvent_t taken[IN_FLIGHT], shown[IN_FLIGHT];
    cudaMalloc(&at, IN_FLIGHT * sizeof(int));
    cudaMallocHost(&screen, BLOCKS * BLOCK / 64);
    for (size_t i = 0; i < IN_FLIGHT; i++) {
        cudaMalloc(&x[i], BLOCK);
        cudaMalloc(&y[i], BLOCK / 64);
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&taken[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&shown[i], cudaEventDisableTiming);
    }
    std::thread producer(capture, (const uint8_t *)adc);
    size_t issued = 0, released = 0;
    while (released < BLOCKS) {
        if (issued < BLOCKS && issued - released < IN_FLIGHT) {
            if (const uint8_t *from = ring.try_peek(issued - released)) {
                size_t k = issued % IN_FLIGHT;
                cudaMemcpyAsync(x[k], from, BLOCK, cudaMemcpyHostToDevice, s[k]);
                cudaEventRecord(taken[k], s[k]);
                cudaMemsetAsync(at + k, 0x7f, sizeof(int), s[k]);
                trigger<<<132, 256, 0, s[k]>>>(x[k], BLOCK, at + k);
                decimate<<<BLOCK / 64 / 128, 128, 0, s[k]>>>(x[k], BLOCK, at + k, y[k]);
                cudaMemcpyAsync(screen + issued * (BLOCK / 64), y[k], BLOCK / 64, cudaMemcpyDeviceToHost, s[k]);
                issued++;
                continue;
            }
        }
        if (released < issued && cudaEventQuery(taken[released % IN_FLIGHT]) == cudaSuccess) {
            ring.release();
            released++;
        } else {
            std::this_thread::yield();
        }
    }
    producer.join();
    for (size_t i = 0; i < IN_FLIGHT; i++) {
        cudaEventRecord(shown[i], s[i]);
        cudaEventSynchronize(shown[i]);
    }
    printf("%zu blocks, the producer had to wait for %d\n", released, dropped.load());
    for (size_t i = 0; i < IN_FLIGHT; i++) {
        cudaFree(x[i]);
        cudaFree(y[i]);
        cudaStreamDestroy(s[i]);
        cudaEventDestroy(taken[i]);
        cudaEventDestroy(shown[i]);
    }
    cudaFree(at);
    cudaFreeHost(screen);
}

// Sensor gateway: 4 KB packets of six sensors go up one by one as they come in, every sixteenth triggers a filter;
// a host function per window hands its result over through an atomic, the main loop alerts on it.
#include "nullstream.cuh"
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <random>

static void fail(cudaError_t e, int line)
{
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e));
    std::exit(3);
}
#define OK(e)                      \
    do {                           \
        cudaError_t ok_ = (e);     \
        if (ok_ != cudaSuccess)    \
            fail(ok_, __LINE__);   \
    } while (0)

constexpr int kSensors = 6, kPacket = 4096, kWindow = 16, kRing = 4 * kWindow;

#pragma nullstream kernel(unpack) block_time(2.2us)
__global__ void unpack(const uint8_t *packet, float *samples)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    samples[i] = packet[i];
}
#pragma nullstream kernel(filter) block_time(17us) regs(40)
__global__ void filter(const float *window, const float *taps, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = window[i] * taps[threadIdx.x];
}
#pragma nullstream kernel(detect) block_time(8us) reads(filtered, kWindow * kPacket * 4) writes(level, 4)
__global__ void detect(const float *filtered, float *level) {}

struct Sensor {
    cudaStream_t stream;
    uint8_t *ring;       // pinned
    uint8_t *packet;     // device
    float *samples, *filtered, *level, *level_host;
    int count;
    std::atomic<int> windows;
};
static Sensor sensors[kSensors];
static std::atomic<int> alerts;

#pragma nullstream host(on_window) time(4us)
static void CUDART_CB on_window(void *user)
{
    Sensor *s = static_cast<Sensor *>(user);
    s->windows.fetch_add(1, std::memory_order_release);
    alerts.fetch_add(1, std::memory_order_relaxed);
}

int main()
{
    float *taps;
    float taps_host[256] = {1.0f};
    OK(cudaMalloc(&taps, sizeof taps_host));
    OK(cudaMemcpy(taps, taps_host, sizeof taps_host, cudaMemcpyHostToDevice));
    for (Sensor &s : sensors) {
        OK(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking));
        OK(cudaMallocHost(&s.ring, kRing * kPacket));
        OK(cudaMalloc(&s.packet, kRing * kPacket));
        OK(cudaMalloc(&s.samples, kWindow * kPacket * sizeof(float)));
        OK(cudaMalloc(&s.filtered, kWindow * kPacket * sizeof(float)));
        OK(cudaMalloc(&s.level, sizeof(float)));
        OK(cudaMallocHost(&s.level_host, sizeof(float)));
    }
    OK(cudaDeviceSynchronize());
    std::mt19937 rng(2024);
    std::uniform_int_distribution<int> pick(0, kSensors - 1);
    int seen = 0;
    for (int packet = 0; packet < 600; ++packet) {
        Sensor &s = sensors[pick(rng)];
        host_work_us(3); // recvfrom
        const int slot = s.count % kRing;
        // the ring holds four windows: before the first is overwritten it must have been consumed
        while (s.count / kWindow - s.windows.load(std::memory_order_acquire) >= 4)
            host_work_us(1);
        s.ring[slot * kPacket] = (uint8_t)packet;
        OK(cudaMemcpyAsync(s.packet + slot * kPacket, s.ring + slot * kPacket, kPacket, cudaMemcpyHostToDevice, s.stream));
        unpack<<<kPacket / 256, 256, 0, s.stream>>>(s.packet + slot * kPacket, s.samples + s.count % kWindow * kPacket);
        if (++s.count % kWindow == 0) {
            filter<<<kWindow * kPacket / 256, 256, 0, s.stream>>>(s.samples, taps, s.filtered);
            detect<<<1, 512, 0, s.stream>>>(s.filtered, s.level);
            OK(cudaMemcpyAsync(s.level_host, s.level, sizeof(float), cudaMemcpyDeviceToHost, s.stream));
            OK(cudaLaunchHostFunc(s.stream, on_window, &s));
        }
        const int now = alerts.load();
        if (now > seen) {
            host_work_us(6); // publish
            seen = now;
        }
    }
    OK(cudaGetLastError());
    for (Sensor &s : sensors)
        OK(cudaStreamSynchronize(s.stream));
    std::printf("%d windows, last level %f\n", alerts.load(), *sensors[0].level_host);
    for (Sensor &s : sensors) {
        OK(cudaStreamDestroy(s.stream));
        OK(cudaFreeHost(s.ring));
    }
    return 0;
}

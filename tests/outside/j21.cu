// A software-defined radio: every millisecond a block of I/Q samples arrives. It is mixed down, filtered and
// decimated for several channels; the host polls for results with queries and drops blocks when it is late.
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <deque>
#include <thread>
#include <vector>

using namespace std::chrono;
using us = duration<double, std::micro>;

constexpr int BLOCK_SAMPLES = 1 << 19;
constexpr int CHANNELS = 4;
constexpr int DECIMATION = 16;
constexpr int TAPS = 64;
constexpr int BLOCKS = 24;
constexpr unsigned RING = 6;

__constant__ float taps[TAPS];

#pragma nullstream kernel(mix) bytes(16.0 * n) flops(8.0 * n) reads(iq, 8 * n) writes(out, 8 * n)
__global__ void mix(const float2 *iq, float2 *out, int n, float step)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s, c;
    __sincosf(step * i, &s, &c);
    const float2 v = iq[i];
    out[i % DECIMATION * (n / DECIMATION) + i / DECIMATION] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

// a thread an output; the mixer left the samples in polyphase order, so that neighbours read neighbours
#pragma nullstream kernel(fir) bytes(8.0 * n + 8.0 * n / DECIMATION) flops(4.0 * TAPS * n / DECIMATION) reads(in, 8 * n) writes(out, 8 * n / DECIMATION)
__global__ void fir(const float2 *in, float2 *out, int n)
{
    const int o = blockIdx.x * blockDim.x + threadIdx.x;
    if (o >= n / DECIMATION)
        return;
    float2 sum = make_float2(0, 0);
    for (int t = 0; t < TAPS; t++) {
        const float2 v = in[min(t % DECIMATION * (n / DECIMATION) + o + t / DECIMATION, n - 1)];
        sum.x += taps[t] * v.x;
        sum.y += taps[t] * v.y;
    }
    out[o] = sum;
}

#pragma nullstream kernel(fmDemod) bytes(20.0 * n) flops(30.0 * n) reads(in, 8 * n) writes(audio, 4 * n)
__global__ void fmDemod(const float2 *in, float *audio, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n)
        return;
    const float2 a = in[i - 1], b = in[i];
    audio[i] = atan2f(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
}

struct RingSlot {
    float2 *host, *device;
    cudaEvent_t arrived, used[CHANNELS];
};

struct Channel {
    float2 *mixed, *narrow;
    float *audio, *out;
    cudaStream_t stream;
    float step;
    struct Pending {
        int block;
        cudaEvent_t event;
    };
    std::deque<Pending> pending;
};

static cudaEvent_t makeEvent()
{
    cudaEvent_t e;
    if (cudaEventCreateWithFlags(&e, cudaEventDisableTiming) != cudaSuccess)
        throw "no event";
    return e;
}

int main()
{
    constexpr int NARROW = BLOCK_SAMPLES / DECIMATION;
    std::vector<RingSlot> ring(RING);
    for (auto &slot : ring) {
        cudaHostAlloc((void **)&slot.host, BLOCK_SAMPLES * sizeof(float2), cudaHostAllocWriteCombined);
        cudaMalloc((void **)&slot.device, BLOCK_SAMPLES * sizeof(float2));
        slot.arrived = makeEvent();
        std::generate(std::begin(slot.used), std::end(slot.used), makeEvent);
    }
    cudaStream_t input;
    cudaStreamCreateWithFlags(&input, cudaStreamNonBlocking);
    Channel channels[CHANNELS] = {};
    int c = 0;
    for (auto &ch : channels) {
        cudaStreamCreateWithFlags(&ch.stream, cudaStreamNonBlocking);
        cudaMalloc(&ch.mixed, BLOCK_SAMPLES * sizeof(float2));
        cudaMalloc(&ch.narrow, NARROW * sizeof(float2));
        cudaMalloc(&ch.audio, NARROW * sizeof(float));
        cudaMallocHost(&ch.out, BLOCKS * NARROW * sizeof(float));
        ch.step = 0.01f * ++c;
    }
    float h[TAPS];
    for (int t = 0; t < TAPS; t++)
        h[t] = 0.54f - 0.46f * std::cos(2 * 3.14159265f * t / (TAPS - 1));
    cudaMemcpyToSymbol(taps, h, sizeof h);
    cudaDeviceSynchronize();

    std::vector<bool> dropped(BLOCKS);
    int heard = 0;
    const auto poll = [&] {
        for (auto &ch : channels)
            while (!ch.pending.empty() && cudaEventQuery(ch.pending.front().event) == cudaSuccess) {
                cudaEventDestroy(ch.pending.front().event);
                ch.pending.pop_front();
                ++heard;
            }
    };
    const auto start = steady_clock::now();
    for (int b = 0; b < BLOCKS; b++) {
        RingSlot &slot = ring[b % RING];
        if (std::any_of(channels, channels + CHANNELS, [](const Channel &c) { return c.pending.size() >= RING; })) {
            dropped[b] = true;
            continue;
        }
        for (auto e : slot.used)
            cudaStreamWaitEvent(input, e, 0);
        cudaMemcpyAsync(slot.device, slot.host, BLOCK_SAMPLES * sizeof(float2), cudaMemcpyHostToDevice, input);
        cudaEventRecord(slot.arrived, input);
        for (int c = 0; c < CHANNELS; c++) {
            auto &ch = channels[c];
            cudaStreamWaitEvent(ch.stream, slot.arrived, 0);
            mix<<<BLOCK_SAMPLES / 256, 256, 0, ch.stream>>>(slot.device, ch.mixed, BLOCK_SAMPLES, ch.step);
            cudaEventRecord(slot.used[c], ch.stream);
            fir<<<NARROW / 128, 128, 0, ch.stream>>>(ch.mixed, ch.narrow, BLOCK_SAMPLES);
            fmDemod<<<NARROW / 128, 128, 0, ch.stream>>>(ch.narrow, ch.audio, NARROW);
            cudaMemcpyAsync(ch.out + b * NARROW, ch.audio, NARROW * sizeof(float), cudaMemcpyDeviceToHost, ch.stream);
            const Channel::Pending p{b, makeEvent()};
            cudaEventRecord(p.event, ch.stream);
            ch.pending.push_back(p);
        }
        poll();
        std::this_thread::sleep_until(start + milliseconds(1) * (b + 1));
    }
    cudaDeviceSynchronize();
    poll();
    const us took = steady_clock::now() - start;
    std::printf("%d results, %d blocks dropped, %.0f us a block\n", heard,
                (int)std::count(dropped.begin(), dropped.end(), true), took.count() / BLOCKS);
    return 0;
}

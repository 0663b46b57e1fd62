// Radar processing: pulses arrive at a fixed rate (a producer thread with sleep_until), each coherent
// interval is range-compressed and Doppler-filtered in a high priority stream, tracking at low priority.
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <complex>
#include <cstdio>
#include <thread>
#include <vector>

using cf = float2;
using namespace std::chrono_literals;

constexpr int PULSES = 64, SAMPLES = 2048, INTERVALS = 12, BUFFERS = 3;

#pragma nullstream kernel(range_compress) flops(5.0 * pulses * samples * 11) bytes(16.0 * pulses * samples)
__global__ void range_compress(const cf *in, cf *out, const cf *ref, int pulses, int samples)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pulses * samples) {
        cf a = in[i], b = ref[i % samples];
        out[i] = make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    }
}

#pragma nullstream kernel(corner_turn) bytes(16.0 * rows * cols) shared(32 * 33 * 8)
__global__ void corner_turn(const cf *in, cf *out, int rows, int cols)
{
    __shared__ cf tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += blockDim.y)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += blockDim.y)
        out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

#pragma nullstream kernel(detect) block_time(25us) reads(map, n * 8) writes(hits, 1024)
__global__ void detect(const cf *map, int *hits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && map[i].x * map[i].x + map[i].y * map[i].y > 1e6f)
        hits[i % 256] = i;
}

#pragma nullstream kernel(track) time(600us) reads(hits, 1024) writes(state, 65536)
__global__ void track(const int *hits, float *state)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    state[i % 16384] += hits[i % 256];
}

struct Buffer {
    cf *host, *raw, *compressed, *turned;
    int *hits, *host_hits;
    cudaEvent_t done, detected;
    std::atomic<bool> full{false};
};

int main()
{
    const size_t n = (size_t)PULSES * SAMPLES;
    std::vector<Buffer> ring(BUFFERS);
    cf *ref;
    float *state;
    cudaMalloc(&ref, SAMPLES * sizeof(cf));
    cudaMemset(ref, 0, SAMPLES * sizeof(cf));
    cudaMalloc(&state, 65536);
    cudaMemset(state, 0, 65536);
    for (auto &b : ring) {
        cudaMallocHost(&b.host, n * sizeof(cf));
        cudaMallocHost(&b.host_hits, 1024);
        cudaMalloc(&b.raw, n * sizeof(cf));
        cudaMalloc(&b.compressed, n * sizeof(cf));
        cudaMalloc(&b.turned, n * sizeof(cf));
        cudaMalloc(&b.hits, 1024);
        cudaEventCreateWithFlags(&b.done, cudaEventBlockingSync | cudaEventDisableTiming);
        cudaEventCreateWithFlags(&b.detected, cudaEventDisableTiming);
    }
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    cudaStream_t fast, slow;
    cudaStreamCreateWithPriority(&fast, cudaStreamNonBlocking, hi);
    cudaStreamCreateWithPriority(&slow, cudaStreamNonBlocking, lo);
    cudaDeviceSynchronize();

    std::thread receiver([&ring] {
        auto next = std::chrono::steady_clock::now();
        for (int i = 0; i < INTERVALS; ++i) {
            next += 250us;
            std::this_thread::sleep_until(next);
            Buffer &b = ring[i % BUFFERS];
            while (b.full.load(std::memory_order_acquire))
                std::this_thread::yield();
            b.host[0] = make_float2(i, 0);
            b.full.store(true, std::memory_order_release);
        }
    });

    int overruns = 0;
    for (int i = 0; i < INTERVALS; ++i) {
        Buffer &b = ring[i % BUFFERS];
        while (!b.full.load(std::memory_order_acquire))
            std::this_thread::sleep_for(5us);
        cudaStreamWaitEvent(fast, b.done, 0);
        cudaMemcpyAsync(b.raw, b.host, n * sizeof(cf), cudaMemcpyHostToDevice, fast);
        range_compress<<<(unsigned)((n + 255) / 256), 256, 0, fast>>>(b.raw, b.compressed, ref, PULSES, SAMPLES);
        corner_turn<<<dim3(SAMPLES / 32, PULSES / 32), dim3(32, 8), 0, fast>>>(b.compressed, b.turned, PULSES, SAMPLES);
        cudaMemsetAsync(b.hits, 0xff, 1024, fast);
        detect<<<(unsigned)((n + 255) / 256), 256, 0, fast>>>(b.turned, b.hits, (int)n);
        cudaEventRecord(b.detected, fast);
        cudaStreamWaitEvent(slow, b.detected, 0);
        cudaMemcpyAsync(b.host_hits, b.hits, 1024, cudaMemcpyDeviceToHost, slow);
        track<<<64, 256, 0, slow>>>(b.hits, state);
        cudaEventRecord(b.done, slow);
        if (cudaEventSynchronize(b.detected) != cudaSuccess)
            overruns++;
        b.full.store(false, std::memory_order_release);
    }
    receiver.join();
    cudaStreamSynchronize(slow);
    printf("%d intervals, %d overruns, first hit %d\n", INTERVALS, overruns, ring[0].host_hits[0]);
    return 0;
}

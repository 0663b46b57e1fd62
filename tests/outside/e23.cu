// Market data: ticks come every 20 us; risk is recomputed on the GPU for what has come, never more than two batches in flight. The
// loop spins with std::chrono, retires batches with cudaEventQuery, and notes which of them were late.
#include <chrono>
#include <cstdio>
#include <deque>
#include "nullstream.cuh"

using Clock = std::chrono::steady_clock;
using Micros = std::chrono::duration<double, std::micro>;

struct Tick {
    int instrument;
    float price;
    double at;
};

#pragma nullstream kernel(applyTicks) block_time(1.8us) reads(ticks, n * sizeof(Tick)) writes(prices, 4 * 8192)
__global__ void applyTicks(const Tick *ticks, int n, float *prices)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        prices[ticks[i].instrument & 8191] = ticks[i].price;
}
#pragma nullstream kernel(greeks) flops(9000.0 * 8192) bytes(40.0 * 8192) regs(64) reads(prices, 4 * 8192) writes(risk, 4 * 8192)
__global__ void greeks(const float *prices, float *risk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = prices[i];
    for (int k = 0; k < 100; k++)
        x = x * 0.99f + erff(x);
    risk[i] = x;
}
#pragma nullstream kernel(portfolio) time(9us) reads(risk, 4 * 8192) writes(sums, 256)
__global__ void portfolio(const float *risk, float *sums)
{
    float s = 0;
    for (int i = threadIdx.x; i < 8192; i += blockDim.x)
        s += risk[i];
    atomicAdd(&sums[threadIdx.x & 63], s);
}

int main()
{
    constexpr int SLOTS = 2, MOST = 64, TICKS = 400;
    Tick *hTicks[SLOTS], *dTicks[SLOTS];
    float *prices, *risk, *sums, *hSums[SLOTS];
    cudaEvent_t done[SLOTS];
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int i = 0; i < SLOTS; i++) {
        cudaMallocHost(&hTicks[i], MOST * sizeof(Tick));
        cudaMalloc(&dTicks[i], MOST * sizeof(Tick));
        cudaMallocHost(&hSums[i], 256);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    cudaMalloc(&prices, 4 * 8192);
    cudaMalloc(&risk, 4 * 8192);
    cudaMalloc(&sums, 256);
    cudaMemset(prices, 0, 4 * 8192);
    cudaDeviceSynchronize();

    std::deque<Tick> pending;
    std::deque<int> inFlight; // slots, oldest first
    const auto start = Clock::now();
    int produced = 0, batches = 0, late = 0, next = 0;
    double oldest[SLOTS] = {0, 0};
    while (produced < TICKS || !pending.empty() || !inFlight.empty()) {
        const double now = Micros(Clock::now() - start).count();
        while (produced < TICKS && produced * 20.0 <= now) {
            pending.push_back({produced * 37, 100.0f + produced % 7, produced * 20.0});
            produced++;
        }
        if (!inFlight.empty()) {
            const int slot = inFlight.front();
            if (cudaEventQuery(done[slot]) == cudaSuccess) {
                inFlight.pop_front();
                if (now - oldest[slot] > 120)
                    late++;
            }
        }
        if (!pending.empty() && (int)inFlight.size() < SLOTS) {
            const int slot = next;
            int n = 0;
            oldest[slot] = pending.front().at;
            for (; n < MOST && !pending.empty(); n++) {
                hTicks[slot][n] = pending.front();
                pending.pop_front();
            }
            cudaMemcpyAsync(dTicks[slot], hTicks[slot], n * sizeof(Tick), cudaMemcpyHostToDevice, stream);
            applyTicks<<<1, MOST, 0, stream>>>(dTicks[slot], n, prices);
            greeks<<<64, 128, 0, stream>>>(prices, risk);
            cudaMemsetAsync(sums, 0, 256, stream);
            portfolio<<<1, 256, 0, stream>>>(risk, sums);
            cudaMemcpyAsync(hSums[slot], sums, 256, cudaMemcpyDeviceToHost, stream);
            cudaEventRecord(done[slot], stream);
            inFlight.push_back(slot);
            next = (next + 1) % SLOTS;
            batches++;
        }
        host_work_us(0.5); // the feed handler
    }
    std::printf("%d batches of %d ticks, %d late, risk %g\n", batches, TICKS, late, hSums[0][0]);
    return 0;
}

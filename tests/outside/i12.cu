// Real-time audio: every 2.5 ms a callback thread needs 64 channels processed. It sleeps until its deadline, uploads the block, runs an equalizer
// and a reverb of short kernels in a high-priority stream; meanwhile a background thread renders impulse responses in a low one.
#include <cuda_runtime.h>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;
constexpr int CHANNELS = 64, FRAMES = 128, PERIODS = 24, HISTORY = 4096;
const auto PERIOD = 2500us;
constexpr size_t BLOCK = CHANNELS * FRAMES * sizeof(float);

#pragma nullstream kernel(equalize) flops(10.0 * CHANNELS * FRAMES * 4) bytes(2.0 * BLOCK) regs(16)
__global__ void equalize(float *x, float gain)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int band = 0; band < 4; band++)
        v = v * gain / (1 + 0.1f * fabsf(v));
    x[i] = v;
}

// A block of 128 a channel; each sample is a sum over the history of 1024 taps, from the L1.
#pragma nullstream kernel(reverb) block_time(6us) regs(24) reads(history, CHANNELS * HISTORY * 4) reads(response, CHANNELS * 1024 * 4) writes(out, BLOCK)
__global__ void reverb(const float *history, const float *response, float *out, int at)
{
    const float *h = history + blockIdx.x * HISTORY, *r = response + blockIdx.x * 1024;
    float sum = 0;
#pragma unroll 16
    for (int t = 0; t < 1024; t++)
        sum += h[(at + threadIdx.x + HISTORY - t) & (HISTORY - 1)] * r[t];
    out[blockIdx.x * FRAMES + threadIdx.x] = sum;
}

#pragma nullstream kernel(remember) flops(1.0 * CHANNELS * FRAMES) bytes(2.0 * BLOCK) regs(16) reads(x, BLOCK) writes(history, CHANNELS * HISTORY * 4)
__global__ void remember(const float *x, float *history, int at)
{
    history[blockIdx.x * HISTORY + ((at + threadIdx.x) & (HISTORY - 1))] = x[blockIdx.x * FRAMES + threadIdx.x];
}

#pragma nullstream kernel(render_response) flops(2.0 * 2000 * n) bytes(4.0 * n) regs(16)
__global__ void render_response(float *r, int n, float room)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = i * 1e-6f;
    for (int k = 0; k < 2000; k++)
        v = fmaf(v, room, 1e-4f);
    r[i] = v;
}

#pragma nullstream host(mix) time(35us)
static void mix(float *block, int period)
{
    for (int i = 0; i < CHANNELS * FRAMES; i++)
        block[i] = (float)((i * 13 + period * 7) % 101) / 101.0f;
}

int main()
{
    float *in, *out, *x, *y, *history, *response, *scratch;
    cudaHostAlloc(&in, BLOCK, cudaHostAllocDefault);
    cudaHostAlloc(&out, BLOCK, cudaHostAllocDefault);
    cudaMalloc(&x, BLOCK);
    cudaMalloc(&y, BLOCK);
    cudaMalloc(&history, CHANNELS * HISTORY * sizeof(float));
    cudaMalloc(&response, CHANNELS * 1024 * sizeof(float));
    constexpr int RENDER = 4 << 20;
    cudaMalloc(&scratch, RENDER * sizeof(float));
    cudaMemset(history, 0, CHANNELS * HISTORY * sizeof(float));
    cudaMemset(response, 0, CHANNELS * 1024 * sizeof(float));
    cudaDeviceSynchronize();
    int low, high;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    std::atomic<bool> stop{false};
    std::atomic<int> rendered{0}, late{0};

    std::thread background([&] {
        cudaStream_t s;
        cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, low);
        while (!stop.load(std::memory_order_relaxed)) {
            render_response<<<RENDER / 256, 256, 0, s>>>(scratch, RENDER, 0.999f);
            cudaStreamSynchronize(s);
            rendered++;
            std::this_thread::sleep_for(400us);
        }
        cudaStreamDestroy(s);
    });
    std::thread audio([&] {
        cudaStream_t s;
        cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, high);
        cudaEvent_t e0, e1;
        cudaEventCreate(&e0);
        cudaEventCreate(&e1);
        auto deadline = Clock::now() + PERIOD;
        float worst = 0;
        for (int p = 0; p < PERIODS; p++) {
            int at = p * FRAMES % HISTORY;
            mix(in, p);
            cudaEventRecord(e0, s);
            cudaMemcpyAsync(x, in, BLOCK, cudaMemcpyHostToDevice, s);
            equalize<<<CHANNELS, FRAMES, 0, s>>>(x, 1.2f);
            remember<<<CHANNELS, FRAMES, 0, s>>>(x, history, at);
            reverb<<<CHANNELS, FRAMES, 0, s>>>(history, response, y, at);
            cudaMemcpyAsync(out, y, BLOCK, cudaMemcpyDeviceToHost, s);
            cudaEventRecord(e1, s);
            cudaStreamSynchronize(s);
            float ms = 0;
            cudaEventElapsedTime(&ms, e0, e1);
            worst = ms > worst ? ms : worst;
            if (Clock::now() > deadline)
                late++;
            std::this_thread::sleep_until(deadline);
            deadline += PERIOD;
        }
        stop = true;
        std::fprintf(stderr, "worst %.0f us on the device\n", worst * 1000);
        cudaEventDestroy(e0);
        cudaEventDestroy(e1);
        cudaStreamDestroy(s);
    });
    audio.join();
    background.join();
    std::fprintf(stderr, "%d responses\n", rendered.load());
    std::printf("%d periods, %d late\n", PERIODS, late.load());
    return 0;
}

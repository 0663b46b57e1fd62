// Real-time control next to bulk work: a high-priority stream with short kernels every 200 us, a
// low-priority one full of long kernels. Latencies of the short ones are taken by events.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <thread>
#include <chrono>
#include <vector>
#include <cmath>

using namespace std::chrono_literals;

enum class Priority { Bulk, Control };

static int priorityOf(Priority p)
{
    static const auto range = [] {
        std::pair<int, int> r;
        cudaDeviceGetStreamPriorityRange(&r.first, &r.second);
        return r;
    }();
    switch (p) {
    case Priority::Bulk: return range.first;
    case Priority::Control: return range.second;
    }
    return 0;
}

struct Stream {
    cudaStream_t handle{};
    explicit Stream(Priority p) { cudaStreamCreateWithPriority(&handle, cudaStreamNonBlocking, priorityOf(p)); }
    Stream(const Stream &) = delete;
    ~Stream() { cudaStreamDestroy(handle); }
    operator cudaStream_t() const { return handle; }
    Stream &operator<<(cudaEvent_t e) { cudaEventRecord(e, handle); return *this; }
};

#pragma nullstream kernel(bulk) block_time(70us)
__global__ void bulk(float *x, size_t n)
{
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) {
        float v = x[i];
        for (int k = 0; k < 2000; k++) v = v * 0.999f + 0.5f;
        x[i] = v;
    }
}
#pragma nullstream kernel(control) block_time(12us) reads(state, 64 * 256 * 4) writes(state, 64 * 256 * 4) writes(command, 256)
__global__ void control(const float *sensors, float *state, float *command)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    state[i] = 0.9f * state[i] + 0.1f * sensors[i % 256];
    if (i < 64) command[i] = state[i];
}

int main()
{
    const size_t n = size_t(1) << 22;
    const int ticks = 20;
    float *x, *sensors, *state, *command, *hostSensors, *hostCommand;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&sensors, 256 * sizeof(float));
    cudaMalloc(&state, 64 * 256 * sizeof(float));
    cudaMalloc(&command, 64 * sizeof(float));
    cudaMallocHost(&hostSensors, 256 * sizeof(float));
    cudaMallocHost(&hostCommand, 64 * sizeof(float));
    cudaMemset(state, 0, 64 * 256 * sizeof(float));

    Stream background(Priority::Bulk), realtime(Priority::Control);
    std::vector<cudaEvent_t> begin(ticks), end(ticks);
    for (int i = 0; i < ticks; i++) {
        cudaEventCreate(&begin[i]);
        cudaEventCreate(&end[i]);
    }
    cudaDeviceSynchronize();

    for (int k = 0; k < 6; k++)
        bulk<<<(n + 255) / 256, 256, 0, background>>>(x, n);

    auto next = std::chrono::steady_clock::now();
    int late = 0;
    for (int i = 0; i < ticks; i++) {
        next += 200us;
        std::this_thread::sleep_until(next);
        hostSensors[i % 256] = std::sin(0.1f * i);
        realtime << begin[i];
        cudaMemcpyAsync(sensors, hostSensors, 256 * sizeof(float), cudaMemcpyHostToDevice, realtime);
        control<<<64, 256, 0, realtime>>>(sensors, state, command);
        cudaMemcpyAsync(hostCommand, command, 64 * sizeof(float), cudaMemcpyDeviceToHost, realtime);
        realtime << end[i];
        if (cudaEventSynchronize(end[i]) != cudaSuccess)
            return 1;
        if (std::chrono::steady_clock::now() > next + 200us)
            ++late;
    }
    cudaStreamSynchronize(background);

    std::vector<float> latency(ticks);
    for (int i = 0; i < ticks; i++)
        cudaEventElapsedTime(&latency[i], begin[i], end[i]);
    std::sort(latency.begin(), latency.end());
    printf("latency: median %.0f us, worst %.0f us, late %d of %d\n", 1e3 * latency[ticks / 2],
           1e3 * latency.back(), late, ticks);

    for (auto *v : {&begin, &end})
        for (auto e : *v)
            cudaEventDestroy(e);
    cudaFreeHost(hostCommand); cudaFreeHost(hostSensors);
    cudaFree(command); cudaFree(state); cudaFree(sensors); cudaFree(x);
}

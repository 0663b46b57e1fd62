// A job manager that never blocks in CUDA: jobs of three kinds with priorities wait in a std::priority_queue, up to six run,
// running ones are in a std::map by id and are polled with cudaEventQuery; it sleeps longer and longer while nothing happens.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <queue>
#include <string>
#include <thread>
#include <vector>
#include "nullstream.cuh"

struct Job {
    int id, kind, priority;
    bool operator<(const Job &o) const { return priority != o.priority ? priority < o.priority : id > o.id; }
};

struct Running {
    Job job;
    int slot;
    std::chrono::steady_clock::time_point since;
};

struct Slot {
    cudaStream_t stream;
    cudaEvent_t done;
    float *device, *host;
};

constexpr int SLOTS = 6, JOBS = 48;
constexpr size_t BYTES[] = {64 << 10, 1 << 20, 6 << 20};

#pragma nullstream kernel(transform) flops(3000.0 * n) bytes(8.0 * n) regs(48)
__global__ void transform(float *x, int n, int kind)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    for (int k = 0; k < 1500; k++)
        v = v * 0.9995f + kind;
    x[i] = v;
}

#pragma nullstream kernel(reduce) bytes(4.0 * n) reads(x, n * 4) writes(x, 4)
__global__ void reduce(float *x, int n)
{
    float s = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        s += x[i];
    for (int o = 16; o; o >>= 1)
        s += __shfl_down_sync(~0u, s, o);
    if (threadIdx.x % 32 == 0)
        atomicAdd(x, s);
}

static void submit(const Job &job, Slot &slot)
{
    size_t bytes = BYTES[job.kind];
    int n = (int)(bytes / sizeof(float));
    cudaMemcpyAsync(slot.device, slot.host, bytes, cudaMemcpyHostToDevice, slot.stream);
    transform<<<(n + 255) / 256, 256, 0, slot.stream>>>(slot.device, n, job.kind);
    reduce<<<std::min(132, (n + 1023) / 1024), 256, 0, slot.stream>>>(slot.device, n);
    cudaMemcpyAsync(slot.host, slot.device, job.kind == 0 ? bytes : sizeof(float), cudaMemcpyDeviceToHost, slot.stream);
    cudaEventRecord(slot.done, slot.stream);
}

int main()
{
    std::vector<Slot> slots(SLOTS);
    std::vector<int> idle;
    for (int i = 0; i < SLOTS; i++) {
        Slot &s = slots[i];
        cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&s.done, cudaEventDisableTiming);
        cudaMalloc(&s.device, BYTES[2]);
        cudaMallocHost(&s.host, BYTES[2]);
        idle.push_back(i);
    }
    std::priority_queue<Job> waiting;
    for (int i = 0; i < JOBS; i++)
        waiting.push(Job{i, i % 7 == 0 ? 2 : i % 3 == 0 ? 1 : 0, i % 5});

    std::map<int, Running> running;
    std::map<int, int> finished_by_kind;
    auto nap = std::chrono::microseconds(5);
    int polls = 0;
    while (!waiting.empty() || !running.empty()) {
        bool progress = false;
        while (!idle.empty() && !waiting.empty()) {
            Job job = waiting.top();
            waiting.pop();
            int slot = idle.back();
            idle.pop_back();
            submit(job, slots[slot]);
            running.emplace(job.id, Running{job, slot, std::chrono::steady_clock::now()});
            progress = true;
        }
        for (auto it = running.begin(); it != running.end();) {
            polls++;
            cudaError_t state = cudaEventQuery(slots[it->second.slot].done);
            if (state == cudaErrorNotReady) {
                ++it;
                continue;
            }
            if (state != cudaSuccess)
                return 1;
            finished_by_kind[it->second.job.kind]++;
            idle.push_back(it->second.slot);
            it = running.erase(it);
            progress = true;
        }
        nap = progress ? std::chrono::microseconds(5) : std::min(2 * nap, std::chrono::microseconds(80));
        if (!progress)
            std::this_thread::sleep_for(nap);
    }
    for (const auto &[kind, count] : finished_by_kind)
        std::printf("kind %d: %d jobs\n", kind, count);
    std::printf("%d polls\n", polls);
    for (auto &s : slots) {
        cudaStreamDestroy(s.stream);
        cudaEventDestroy(s.done);
        cudaFree(s.device);
        cudaFreeHost(s.host);
    }
    return 0;
}

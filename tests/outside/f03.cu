// Training input pipeline: three loader threads decode batches into a ring of pinned buffers (mutex and
// condition variables), the main thread uploads on a copy stream and trains on another one.
#include <condition_variable>
#include <cstdio>
#include <cuda_runtime.h>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>
#include "nullstream.cuh"

namespace {
const int LOADERS = 3, SLOTS = 6, STEPS = 24;
const int SAMPLES = 256, PIXELS = 3 * 64 * 64;
const size_t BYTES = (size_t)SAMPLES * PIXELS; // 8-bit images, 3 MiB

struct Slot {
    unsigned char *pinned;
    cudaEvent_t uploaded;
    bool used;
};

Slot ring[SLOTS];
std::mutex lock;
std::condition_variable can_fill, can_take;
std::deque<int> empty_slots, full_slots;
int produced = 0;
} // namespace

#pragma nullstream kernel(normalize) flops(2.0 * n) bytes(5.0 * n)
__global__ void normalize(const unsigned char *in, float *out, float mean, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = ((float)in[i] - mean) * scale;
}

// a dense layer on each sample: 64 outputs, a thread each
#pragma nullstream kernel(forward) flops(2.0 * gridDim.x * 64 * pixels) bytes(4.0 * gridDim.x * pixels + 256.0 * pixels) regs(28) reads(x, 4 * gridDim.x * pixels) reads(w, 256 * pixels) writes(y, 256 * gridDim.x)
__global__ void forward(const float *x, const float *w, float *y, int pixels)
{
    float acc = 0.0f;
    for (int i = 0; i < pixels; i++)
        acc += x[blockIdx.x * pixels + i] * w[i * 64 + threadIdx.x];
    y[blockIdx.x * 64 + threadIdx.x] = fmaxf(acc, 0.0f);
}

#pragma nullstream kernel(backward) flops(2.0 * gridDim.x * 64 * samples) bytes(4.0 * gridDim.x * samples + 256.0 * samples + 512.0 * gridDim.x) regs(30) reads(x, 4 * gridDim.x * samples) reads(y, 256 * samples) reads(w, 256 * gridDim.x) writes(w, 256 * gridDim.x)
__global__ void backward(const float *x, const float *y, float *w, int samples, int pixels, float rate)
{
    float grad = 0.0f;
    for (int s = 0; s < samples; s++)
        grad += x[s * pixels + blockIdx.x] * y[s * 64 + threadIdx.x];
    w[blockIdx.x * 64 + threadIdx.x] -= rate * grad;
}

void decode(unsigned char *to, size_t bytes, unsigned seed)
{
    for (size_t i = 0; i < bytes; i += 64)
        to[i] = (unsigned char)(seed = seed * 1664525u + 1013904223u);
    host_work_us(300.0 + seed % 64); // the rest of the decoder
}

void loader(int id)
{
    for (;;) {
        int slot;
        {
            std::unique_lock<std::mutex> hold(lock);
            can_fill.wait(hold, [] { return !empty_slots.empty() || produced == STEPS; });
            if (produced == STEPS)
                return;
            produced++;
            slot = empty_slots.front();
            empty_slots.pop_front();
        }
        if (ring[slot].used)
            cudaEventSynchronize(ring[slot].uploaded);
        decode(ring[slot].pinned, BYTES, (unsigned)(id + 1));
        {
            std::lock_guard<std::mutex> hold(lock);
            full_slots.push_back(slot);
        }
        can_take.notify_one();
    }
}

int main()
{
    unsigned char *raw[2];
    float *x[2], *w, *y;
    cudaEvent_t ready[2], consumed[2];
    cudaStream_t copy, compute;
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&raw[i], BYTES);
        cudaMalloc(&x[i], BYTES * sizeof(float));
        cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&consumed[i], cudaEventDisableTiming);
    }
    cudaMalloc(&w, PIXELS * 64 * sizeof(float));
    cudaMalloc(&y, SAMPLES * 64 * sizeof(float));
    for (int i = 0; i < SLOTS; i++) {
        cudaMallocHost(&ring[i].pinned, BYTES);
        cudaEventCreateWithFlags(&ring[i].uploaded, cudaEventDisableTiming);
        ring[i].used = false;
        empty_slots.push_back(i);
    }
    cudaMemsetAsync(w, 0, PIXELS * 64 * sizeof(float), compute);
    std::vector<std::thread> loaders;
    for (int i = 0; i < LOADERS; i++)
        loaders.emplace_back(loader, i);

    for (int step = 0; step < STEPS; step++) {
        int slot;
        {
            std::unique_lock<std::mutex> hold(lock);
            can_take.wait(hold, [] { return !full_slots.empty(); });
            slot = full_slots.front();
            full_slots.pop_front();
        }
        const int b = step % 2;
        cudaStreamWaitEvent(copy, consumed[b], 0);
        cudaMemcpyAsync(raw[b], ring[slot].pinned, BYTES, cudaMemcpyHostToDevice, copy);
        cudaEventRecord(ring[slot].uploaded, copy);
        cudaEventRecord(ready[b], copy);
        {
            std::lock_guard<std::mutex> hold(lock);
            ring[slot].used = true;
            empty_slots.push_back(slot);
        }
        can_fill.notify_all();
        cudaStreamWaitEvent(compute, ready[b], 0);
        const int n = SAMPLES * PIXELS;
        normalize<<<(n + 255) / 256, 256, 0, compute>>>(raw[b], x[b], 127.5f, 1.0f / 127.5f, n);
        cudaEventRecord(consumed[b], compute);
        forward<<<SAMPLES, 64, 0, compute>>>(x[b], w, y, PIXELS);
        backward<<<PIXELS, 64, 0, compute>>>(x[b], y, w, SAMPLES, PIXELS, 1e-6f);
    }
    for (auto &t : loaders)
        t.join();
    cudaDeviceSynchronize();
    std::printf("%d steps: %s\n", STEPS, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

// Training-step skeleton: data loader thread with pageable-to-pinned memcpy, forward/backward in the compute stream,
// gradient all-reduce in buckets on a communication stream, optimizer after both.
#include <cuda_runtime.h>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>
#include "nullstream.cuh"

#pragma nullstream kernel(forward) flops(2.0 * batch * w) bytes(4.0 * w) reads(params, w * 4) writes(act, batch * 4096) regs(96)
__global__ void forward(const float *params, char *act, double batch, int w) {}
#pragma nullstream kernel(backward) flops(4.0 * batch * w) bytes(8.0 * w) reads(params, w * 4) reads(act, batch * 4096) writes(grad, w * 4) regs(128)
__global__ void backward(const float *params, const char *act, float *grad, double batch, int w) {}
#pragma nullstream kernel(sgd) bytes(12.0 * n) reads(g, n * 4) reads(p, n * 4) writes(p, n * 4)
__global__ void sgd(float *p, const float *g, int n) {}

int main()
{
    const int layers = 6, w = 1 << 20, steps = 4, batch = 2048;
    const size_t sample = 4u << 20;
    std::vector<char> dataset(sample * 2);
    char *staging[2], *input[2], *act;
    float *params, *grads;
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&staging[i], sample);
        cudaMalloc(&input[i], sample);
    }
    cudaMalloc(&act, (size_t)batch * 4096);
    cudaMalloc(&params, (size_t)layers * w * 4);
    cudaMalloc(&grads, (size_t)layers * w * 4);
    cudaStream_t compute, comm, load;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&comm, cudaStreamNonBlocking, -5);
    cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
    cudaEvent_t ready[layers], reduced, loaded[2], used[2];
    for (auto &e : ready)
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&reduced, cudaEventDisableTiming);
    for (int i = 0; i < 2; i++) {
        cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming);
    }
    std::atomic<int> filled{0}, consumed{0};
    std::thread loader([&] {
        for (int step = 0; step < steps; step++) {
            const int b = step % 2;
            while (step - consumed.load() >= 2)
                std::this_thread::yield();
            cudaEventSynchronize(loaded[b]);
            memcpy(staging[b], dataset.data() + b * sample, sample);
            filled.store(step + 1);
        }
    });
    for (int step = 0; step < steps; step++) {
        const int b = step % 2;
        while (filled.load() <= step)
            std::this_thread::yield();
        cudaStreamWaitEvent(load, used[b], 0);
        cudaMemcpyAsync(input[b], staging[b], sample, cudaMemcpyHostToDevice, load);
        cudaEventRecord(loaded[b], load);
        consumed.store(step + 1);
        cudaStreamWaitEvent(compute, loaded[b], 0);
        for (int l = 0; l < layers; l++)
            forward<<<264, 256, 0, compute>>>(params + (size_t)l * w, act, batch, w);
        cudaEventRecord(used[b], compute);
        for (int l = layers - 1; l >= 0; l--) {
            backward<<<264, 256, 0, compute>>>(params + (size_t)l * w, act, grads + (size_t)l * w, batch, w);
            cudaEventRecord(ready[l], compute);
            cudaStreamWaitEvent(comm, ready[l], 0);
            ns_all_reduce((size_t)w * 4, 16, comm);
        }
        cudaEventRecord(reduced, comm);
        cudaStreamWaitEvent(compute, reduced, 0);
        sgd<<<layers * w / 1024, 256, 0, compute>>>(params, grads, layers * w);
    }
    cudaDeviceSynchronize();
    loader.join();
    printf("%d steps: %s\n", steps, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

// Gradient buckets: the backward pass runs in one stream, finished buckets are all-reduced in a
// communication stream (few blocks, long), then the optimizer; two steps, loss read in between.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

struct Param {
    std::string name;
    size_t count;
    float *value, *grad;
};

struct Bucket {
    std::vector<Param *> params;
    size_t bytes = 0;
    float *flat = nullptr;
    cudaEvent_t filled{}, reduced{};
};

#pragma nullstream kernel(backward_layer) flops(60.0 * n) bytes(16.0 * n) regs(96) reads(value, n * 4) reads(act, 4096) writes(grad, n * 4) writes(act, 4096)
__global__ void __launch_bounds__(256) backward_layer(const float *value, float *act, float *grad, size_t n)
{
    for (size_t i = blockIdx.x * 256ul + threadIdx.x; i < n; i += gridDim.x * 256ul)
        grad[i] = value[i] * act[threadIdx.x];
    act[threadIdx.x] *= 0.5f;
}
#pragma nullstream kernel(sgd) bytes(12.0 * n) flops(2.0 * n) reads(g, n * 4) reads(v, n * 4) writes(v, n * 4)
__global__ void sgd(float *v, const float *g, size_t n, float lr)
{
    for (size_t i = blockIdx.x * 512ul + threadIdx.x; i < n; i += gridDim.x * 512ul)
        v[i] -= lr * g[i];
}
#pragma nullstream kernel(ring) time(12us + bytes / 90000.0 * 1us) reads(flat, bytes) writes(flat, bytes)
__global__ void ring(float *flat, size_t bytes) { spin_us(12 + bytes / 90000.0); }

int main()
{
    const size_t bucketCap = 8 << 20;
    std::vector<Param> params;
    const size_t shapes[] = {1 << 20, 4 << 18, 1 << 18, 3 << 19, 1 << 21, 1 << 16, 1 << 19, 5 << 17};
    for (size_t i = 0; i < 16; i++) {
        Param p;
        p.name = "layer" + std::to_string(i);
        p.count = shapes[i % 8];
        cudaMalloc(&p.value, p.count * sizeof(float));
        p.grad = nullptr;
        params.push_back(p);
    }
    // buckets in reverse order, gradients are views into them
    std::vector<Bucket> buckets(1);
    for (auto it = params.rbegin(); it != params.rend(); ++it) {
        if (buckets.back().bytes && buckets.back().bytes + it->count * 4 > bucketCap)
            buckets.emplace_back();
        buckets.back().params.push_back(&*it);
        buckets.back().bytes += it->count * sizeof(float);
    }
    for (auto &b : buckets) {
        cudaMalloc(&b.flat, b.bytes);
        size_t at = 0;
        for (Param *p : b.params) {
            p->grad = b.flat + at;
            at += p->count;
        }
        cudaEventCreateWithFlags(&b.filled, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&b.reduced, cudaEventDisableTiming);
    }
    float *act, *loss;
    cudaMalloc(&act, 4096);
    cudaMallocHost(&loss, sizeof(float));
    int low, high;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    cudaStream_t compute, comm;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&comm, cudaStreamNonBlocking, high);
    cudaDeviceSynchronize();

    for (int step = 0; step < 3; step++) {
        cudaMemsetAsync(act, 0, 4096, compute);
        for (auto &b : buckets) {
            for (Param *p : b.params)
                backward_layer<<<(unsigned)std::min<size_t>(p->count / 256, 660), 256, 0, compute>>>(p->value, act, p->grad, p->count);
            cudaEventRecord(b.filled, compute);
            cudaStreamWaitEvent(comm, b.filled, 0);
            ring<<<16, 640, 0, comm>>>(b.flat, b.bytes);
            cudaEventRecord(b.reduced, comm);
        }
        for (auto &b : buckets) {
            cudaStreamWaitEvent(compute, b.reduced, 0);
            for (Param *p : b.params)
                sgd<<<264, 512, 0, compute>>>(p->value, p->grad, p->count, 0.01f);
        }
        cudaMemcpyAsync(loss, act, sizeof(float), cudaMemcpyDeviceToHost, compute);
        cudaStreamSynchronize(compute);
        printf("step %d: loss %g, %zu buckets\n", step, *loss, buckets.size());
    }
    return 0;
}

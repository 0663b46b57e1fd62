// Data-parallel training: backward pass per layer, gradient buckets reduced on a second stream
// while the next layer's backward runs, optimizer step at the end.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#define CUDA_TRY(call)                                                                      \
    do {                                                                                    \
        cudaError_t err_ = (call);                                                          \
        if (err_ != cudaSuccess) {                                                          \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
            std::exit(1);                                                                   \
        }                                                                                   \
    } while (0)

#pragma nullstream kernel(forward_layer) flops(2.0 * n * 64) bytes(8.0 * n) reads(w, n * 4) reads(in, n * 4) writes(out, n * 4)
__global__ void forward_layer(const float *w, const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float acc = 0.f;
    for (int k = 0; k < 64; k++)
        acc = fmaf(w[i], in[i], acc);
    out[i] = fmaxf(acc, 0.f);
}

#pragma nullstream kernel(backward_layer) flops(4.0 * n * 64) bytes(16.0 * n) reads(w, n * 4) reads(act, n * 4) writes(grad, n * 4)
__global__ void backward_layer(const float *w, const float *act, float *grad, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float acc = 0.f;
    for (int k = 0; k < 128; k++)
        acc = fmaf(w[i], act[i], acc);
    grad[i] = acc;
}

#pragma nullstream kernel(sgd) bytes(12.0 * n)
__global__ void sgd(float *w, const float *grad, float lr, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] -= lr * grad[i];
}

struct StreamDeleter { void operator()(CUstream_st *s) const { cudaStreamDestroy(s); } };
using StreamPtr = std::unique_ptr<CUstream_st, StreamDeleter>;
static StreamPtr makeStream(int priority = 0)
{
    cudaStream_t s;
    CUDA_TRY(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, priority));
    return StreamPtr(s);
}

struct Layer {
    std::string name;
    int n;
    float *w = nullptr, *act = nullptr, *grad = nullptr;
    Layer(std::string nm, int count) : name(std::move(nm)), n(count)
    {
        CUDA_TRY(cudaMalloc(&w, n * sizeof(float)));
        CUDA_TRY(cudaMalloc(&act, n * sizeof(float)));
        CUDA_TRY(cudaMalloc(&grad, n * sizeof(float)));
        CUDA_TRY(cudaMemset(w, 0, n * sizeof(float)));
        CUDA_TRY(cudaMemset(act, 0, n * sizeof(float)));
    }
    Layer(Layer &&o) noexcept : name(std::move(o.name)), n(o.n), w(std::exchange(o.w, nullptr)),
        act(std::exchange(o.act, nullptr)), grad(std::exchange(o.grad, nullptr)) {}
    Layer(const Layer &) = delete;
    ~Layer() { cudaFree(w); cudaFree(act); cudaFree(grad); }
    dim3 grid() const { return dim3((n + 255) / 256); }
};

struct Bucket { size_t bytes = 0; std::vector<size_t> layers; cudaEvent_t ready{}, reduced{}; };

int main()
{
    constexpr size_t kBucketCap = 24u << 20;
    std::vector<Layer> net;
    for (int i = 0; i < 6; i++)
        net.emplace_back("block" + std::to_string(i), (1 << 20) * (1 + i % 3));

    std::vector<Bucket> buckets(1);
    for (size_t k = net.size(); k-- > 0;) {
        size_t b = net[k].n * sizeof(float);
        if (buckets.back().bytes + b > kBucketCap && !buckets.back().layers.empty())
            buckets.emplace_back();
        buckets.back().bytes += b;
        buckets.back().layers.push_back(k);
    }
    for (auto &b : buckets)
        for (cudaEvent_t *e : {&b.ready, &b.reduced})
            CUDA_TRY(cudaEventCreateWithFlags(e, cudaEventDisableTiming));

    int least, greatest;
    CUDA_TRY(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    auto compute = makeStream(least), comm = makeStream(greatest);
    CUDA_TRY(cudaDeviceSynchronize());

    for (int step = 0; step < 3; step++) {
        for (size_t i = 0; i < net.size(); i++) {
            Layer &prev = net[i ? i - 1 : 0];
            const int n = std::min(prev.n, net[i].n);
            forward_layer<<<(n + 255) / 256, 256, 0, compute.get()>>>(net[i].w, prev.act, net[i].act, n);
        }
        for (auto &b : buckets) {
            for (size_t k : b.layers)
                backward_layer<<<net[k].grid(), 256, 0, compute.get()>>>(net[k].w, net[k].act, net[k].grad, net[k].n);
            CUDA_TRY(cudaEventRecord(b.ready, compute.get()));
            CUDA_TRY(cudaStreamWaitEvent(comm.get(), b.ready, 0));
            CUDA_TRY(ns_all_reduce(b.bytes, 16, comm.get()));
            CUDA_TRY(cudaEventRecord(b.reduced, comm.get()));
        }
        for (auto &b : buckets) {
            CUDA_TRY(cudaStreamWaitEvent(compute.get(), b.reduced, 0));
            for (size_t k : b.layers)
                sgd<<<net[k].grid(), 256, 0, compute.get()>>>(net[k].w, net[k].grad, 0.01f, net[k].n);
        }
    }
    CUDA_TRY(cudaStreamSynchronize(compute.get()));
    size_t total = 0;
    for (const auto &b : buckets)
        total += b.bytes;
    std::printf("%zu buckets, %.1f MiB of gradients per step\n", buckets.size(), total / 1048576.0);
    for (auto &b : buckets) { cudaEventDestroy(b.ready); cudaEventDestroy(b.reduced); }
    return 0;
}

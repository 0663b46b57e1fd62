// v20: transformer decode loop, KV cache growth by cudaMallocAsync, per-layer stream-ordered temporaries, all-reduce model, nvtx range
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>
#include <cstdio>
#include <string>
#include <vector>

#define NVTX_CONCAT_(a, b) a##b
#define NVTX_CONCAT(a, b) NVTX_CONCAT_(a, b)
struct NvtxScope {
    explicit NvtxScope(const char *n) { nvtxRangePushA(n); }
    ~NvtxScope() { nvtxRangePop(); }
};
#define NVTX(n) NvtxScope NVTX_CONCAT(scope_, __LINE__)(n)

struct Shape { int batch, heads, dim; };
constexpr Shape kShape{8, 16, 128};
constexpr std::size_t operator""_KiB(unsigned long long n) { return n << 10; }

#pragma nullstream kernel(qkv) bytes(double(hidden) * hidden * 6 + 4.0 * hidden * b) flops(6.0 * hidden * hidden * b) reads(x, b * hidden * 4) writes(q, 3 * b * hidden * 4)
__global__ void qkv(const float *x, float *q, int b, int hidden)
{
    q[blockIdx.x * blockDim.x + threadIdx.x] = x[threadIdx.x];
}
#pragma nullstream kernel(attend) time(18us + ctx * 1us / 4) reads(q, bytes) reads(kv, ctx * bytes) writes(o, bytes)
__global__ void attend(const float *q, const float *kv, float *o, int ctx, size_t bytes)
{
    o[blockIdx.x * blockDim.x + threadIdx.x] = q[threadIdx.x] * kv[ctx];
}
#pragma nullstream kernel(ffn) time(42us) reads(o, bytes) writes(x, bytes)
__global__ void ffn(const float *o, float *x, size_t bytes) { x[threadIdx.x] = o[threadIdx.x] + bytes; }

class KvCache {
    float *data_ = nullptr;
    int capacity_ = 0;
    std::size_t row_;

  public:
    explicit KvCache(std::size_t row) : row_(row) {}
    void reserve(int rows, cudaStream_t s)
    {
        if (rows <= capacity_)
            return;
        const int wanted = capacity_ ? capacity_ * 2 : 16;
        float *bigger;
        cudaMallocAsync(&bigger, wanted * row_, s);
        if (data_) {
            cudaMemcpyAsync(bigger, data_, capacity_ * row_, cudaMemcpyDeviceToDevice, s);
            cudaFreeAsync(data_, s);
        } else {
            cudaMemsetAsync(bigger, 0, wanted * row_, s);
        }
        data_ = bigger;
        capacity_ = wanted;
    }
    float *data() const { return data_; }
    float *row(int i) const { return reinterpret_cast<float *>(reinterpret_cast<char *>(data_) + i * row_); }
    void drop(cudaStream_t s) { cudaFreeAsync(std::exchange(data_, nullptr), s), capacity_ = 0; }
};

int main()
{
    const int hidden = kShape.heads * kShape.dim, layers = 4, tokens = 24;
    const std::size_t bytes = std::size_t(kShape.batch) * hidden * sizeof(float);
    cudaStream_t s, comm;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&comm, cudaStreamNonBlocking);
    cudaEvent_t partial, reduced;
    cudaEventCreateWithFlags(&partial, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&reduced, cudaEventDisableTiming);
    float *x;
    int *next;
    cudaMalloc(&x, bytes);
    cudaMemset(x, 0, bytes);
    cudaHostAlloc(&next, 4_KiB, cudaHostAllocDefault);
    std::vector<KvCache> cache(layers, KvCache(bytes));
    cudaDeviceSynchronize();
    nvtxRangePushA("nullstream");
    for (int t = 0; t < tokens; ++t) {
        NVTX(("token " + std::to_string(t)).c_str());
        for (auto &kv : cache) {
            kv.reserve(t + 1, s);
            float *q, *o;
            cudaMallocAsync(&q, 3 * bytes, s);
            cudaMallocAsync(&o, bytes, s);
            qkv<<<kShape.batch * hidden / 256, 256, 0, s>>>(x, q, kShape.batch, hidden);
            cudaMemcpyAsync(kv.row(t), q, bytes, cudaMemcpyDeviceToDevice, s);
            attend<<<kShape.batch * kShape.heads, 128, 0, s>>>(q, kv.data(), o, t + 1, bytes);
            cudaEventRecord(partial, s);
            cudaStreamWaitEvent(comm, partial, 0);
            if (ns_all_reduce(bytes, 8, comm) != cudaSuccess)
                return 1;
            cudaEventRecord(reduced, comm);
            cudaFreeAsync(q, s);
            cudaStreamWaitEvent(s, reduced, 0);
            ffn<<<kShape.batch, 256, 0, s>>>(o, x, bytes);
            cudaFreeAsync(o, s);
        }
        cudaMemcpyAsync(next, x, kShape.batch * sizeof(int), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
    }
    nvtxRangePop();
    for (auto &kv : cache)
        kv.drop(s);
    cudaStreamSynchronize(s);
    std::printf("%d tokens\n", tokens);
}

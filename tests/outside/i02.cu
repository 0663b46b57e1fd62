// LLM serving: paged KV cache with a free list on the host, block tables uploaded for each step, a small draft model that
// speculates 4 tokens (short kernels) and a target model that verifies them; finished sequences give their pages back.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#define CHECK(x)                                                                                   \
    do {                                                                                           \
        cudaError_t e_ = (x);                                                                      \
        if (e_ != cudaSuccess)                                                                     \
            throw std::runtime_error(std::string(#x) + ": " + cudaGetErrorString(e_));             \
    } while (0)

namespace serve {
constexpr int Hidden = 1024, Layers = 6, DraftLayers = 2, PageTokens = 16, Pages = 4096, MaxBatch = 16, MaxPages = 64, Spec = 4;

// y[rows x n] = x[rows x k] w[k x n], a block for 32 columns of a row, 8 slices of k; every row reads w, from the L2
#pragma nullstream kernel(gemv) flops(2.0 * gridDim.y * n * k) bytes(4.0 * gridDim.y * k * n) regs(40) shared(1024) reads(x, gridDim.y * k * 4) reads(w, k * n * 4) writes(y, gridDim.y * n * 4)
__global__ void gemv(const float *x, const float *w, float *y, int k, int n)
{
    __shared__ float part[8][32];
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y;
    float sum = 0;
#pragma unroll 16
    for (int i = threadIdx.y; i < k; i += 8)
        sum += x[row * k + i] * w[(size_t)i * n + col];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0) {
        for (int i = 1; i < 8; i++)
            sum += part[i][threadIdx.x];
        y[row * n + col] = sum;
    }
}

#pragma nullstream kernel(paged_attention) flops(4.0 * rows * Hidden * tokens) bytes(4.0 * rows * Hidden * tokens) regs(40) reads(q, rows * Hidden * 4) reads(cache, Pages * PageTokens * Hidden * 4) reads(table, MaxBatch * MaxPages * 4) writes(out, rows * Hidden * 4)
__global__ void paged_attention(const float *q, const float *cache, const int *table, float *out, int rows, int tokens)
{
    int row = blockIdx.x / (Hidden / 256), d = blockIdx.x % (Hidden / 256) * 256 + threadIdx.x;
    float acc = 0, norm = 0, mine = q[row * Hidden + d];
    for (int from = 0; from < tokens; from += PageTokens) {
        const float *page = cache + (size_t)table[row / (Spec + 1) * MaxPages + from / PageTokens] * PageTokens * Hidden + d;
#pragma unroll
        for (int t = 0; t < PageTokens; t++) {
            float v = page[t * Hidden], p = mine * v;
            acc += p * v;
            norm += p;
        }
    }
    out[row * Hidden + d] = acc / (norm + 1);
}

#pragma nullstream kernel(append) flops(1.0 * rows * Hidden) bytes(8.0 * rows * Hidden) regs(16) reads(k, rows * Hidden * 4) reads(table, MaxBatch * MaxPages * 4) writes(cache, Pages * PageTokens * Hidden * 4)
__global__ void append(const float *k, float *cache, const int *table, int rows, int position)
{
    int row = blockIdx.x, seq = row / (Spec + 1), at = position + row % (Spec + 1);
    int page = table[seq * MaxPages + at / PageTokens % MaxPages];
    for (int d = threadIdx.x; d < Hidden; d += blockDim.x)
        cache[((size_t)page * PageTokens + at % PageTokens) * Hidden + d] = k[row * Hidden + d];
}

#pragma nullstream kernel(argmax) time(2.2us) regs(16) shared(1024) reads(logits, gridDim.x * Hidden * 4) writes(token, gridDim.x * 4)
__global__ void argmax(const float *logits, int *token)
{
    __shared__ float best[256];
    float m = -1e30f;
    for (int d = threadIdx.x; d < Hidden; d += 256)
        m = fmaxf(m, logits[blockIdx.x * Hidden + d]);
    best[threadIdx.x] = m;
    __syncthreads();
    for (int h = 128; h; h >>= 1) {
        if (threadIdx.x < h)
            best[threadIdx.x] = fmaxf(best[threadIdx.x], best[threadIdx.x + h]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        token[blockIdx.x] = (int)(best[0] * 1000) & 1023;
}

class PagePool {
    std::vector<int> free_;

public:
    PagePool()
    {
        free_.reserve(Pages);
        for (int p = Pages - 1; p >= 0; --p)
            free_.push_back(p);
    }
    std::optional<int> take()
    {
        if (free_.empty())
            return std::nullopt;
        int p = free_.back();
        free_.pop_back();
        return p;
    }
    void give(const std::vector<int> &pages) { free_.insert(free_.end(), pages.begin(), pages.end()); }
    std::size_t left() const { return free_.size(); }
};

struct Sequence {
    int id, tokens, wanted;
    std::vector<int> pages;
};
struct CudaFree {
    void operator()(void *p) const { cudaFree(p); }
};
template <typename T> using device_ptr = std::unique_ptr<T, CudaFree>;
template <typename T> device_ptr<T> device(std::size_t n)
{
    T *p = nullptr;
    CHECK(cudaMalloc(&p, n * sizeof(T)));
    CHECK(cudaMemset(p, 0, n * sizeof(T)));
    return device_ptr<T>(p);
}
} // namespace serve

int main()
try {
    using namespace serve;
    auto weights = device<float>((size_t)Layers * Hidden * Hidden), draft = device<float>((size_t)DraftLayers * Hidden * Hidden);
    auto cache = device<float>((size_t)Pages * PageTokens * Hidden), a = device<float>(MaxBatch * (Spec + 1) * Hidden);
    auto b = device<float>(MaxBatch * (Spec + 1) * Hidden);
    auto table = device<int>(MaxBatch * MaxPages), tokens = device<int>(MaxBatch * (Spec + 1));
    int *h_table, *h_tokens;
    CHECK(cudaMallocHost(&h_table, MaxBatch * MaxPages * sizeof(int)));
    CHECK(cudaMallocHost(&h_tokens, MaxBatch * (Spec + 1) * sizeof(int)));
    std::fill(h_table, h_table + MaxBatch * MaxPages, 0);
    cudaStream_t s;
    CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    CHECK(cudaDeviceSynchronize());
    std::mt19937 rng(7);
    PagePool pool;
    std::unordered_map<int, Sequence> live;
    int next = 0, done = 0, accepted = 0;
    for (int step = 0; step < 30; ++step) {
        while ((int)live.size() < MaxBatch && next < 40) {
            Sequence q{next, 100 + (int)(rng() % 200), 0, {}};
            q.wanted = q.tokens + 20 + (int)(rng() % 40);
            live.emplace(next++, std::move(q));
        }
        if (live.empty())
            break;
        int row = 0, longest = 0;
        for (auto &[id, q] : live) {
            while ((int)q.pages.size() * PageTokens < q.tokens + Spec + 1) {
                auto page = pool.take();
                if (!page)
                    throw std::runtime_error("out of pages");
                q.pages.push_back(*page);
            }
            std::copy(q.pages.begin(), q.pages.end(), h_table + row++ * MaxPages);
            longest = std::max(longest, q.tokens);
        }
        CHECK(cudaMemcpyAsync(table.get(), h_table, row * MaxPages * sizeof(int), cudaMemcpyHostToDevice, s));
        for (int k = 0; k < Spec; ++k) {
            for (int l = 0; l < DraftLayers; ++l) {
                gemv<<<dim3(Hidden / 32, row), dim3(32, 8), 0, s>>>(a.get(), draft.get() + (size_t)l * Hidden * Hidden, b.get(), Hidden, Hidden);
                std::swap(a, b);
            }
            argmax<<<row, 256, 0, s>>>(a.get(), tokens.get() + k * MaxBatch);
        }
        int rows = row * (Spec + 1);
        for (int l = 0; l < Layers; ++l) {
            gemv<<<dim3(Hidden / 32, rows), dim3(32, 8), 0, s>>>(a.get(), weights.get() + (size_t)l * Hidden * Hidden, b.get(), Hidden, Hidden);
            append<<<rows, 256, 0, s>>>(b.get(), cache.get(), table.get(), rows, longest);
            paged_attention<<<rows * (Hidden / 256), 256, 0, s>>>(b.get(), cache.get(), table.get(), a.get(), rows, longest);
        }
        argmax<<<rows, 256, 0, s>>>(a.get(), tokens.get());
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(h_tokens, tokens.get(), rows * sizeof(int), cudaMemcpyDeviceToHost, s));
        CHECK(cudaStreamSynchronize(s));
        for (auto it = live.begin(); it != live.end();) {
            int took = 1 + (int)(rng() % (Spec + 1));
            accepted += took;
            it->second.tokens += took;
            if (it->second.tokens >= it->second.wanted) {
                pool.give(it->second.pages);
                it = live.erase(it);
                ++done;
            } else
                ++it;
        }
    }
    std::printf("%d sequences done, %d tokens, %zu pages left\n", done, accepted, pool.left());
    return 0;
} catch (const std::exception &e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 1;
}

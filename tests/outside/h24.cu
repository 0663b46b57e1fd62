// Recommender inference as first deployed: every request's ids and dense features come out of std::vectors with cudaMemcpyAsync
// (pageable) in four streams, hot rows of the table are refreshed with small cudaMemcpyAsync from the stack, scores are read back.
#include <cuda_runtime.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#define CHECK_CUDA(expr)                                                                       \
    do {                                                                                       \
        const auto status_ = (expr);                                                           \
        if (status_ != cudaSuccess) {                                                          \
            std::fprintf(stderr, "%s:%d: `%s`: %s\n", __FILE__, __LINE__, #expr, cudaGetErrorString(status_)); \
            std::exit(1);                                                                      \
        }                                                                                      \
    } while (0)

namespace {
constexpr int ROWS = 1 << 20, DIM = 64, IDS = 26, DENSE = 13;

struct Request {
    int items;
    std::vector<int32_t> ids;   // items x IDS
    std::vector<float> dense;   // items x DENSE
    std::vector<float> scores;  // items
};

struct Lane {
    cudaStream_t stream;
    int32_t *ids;
    float *dense, *pooled, *scores;
};

#pragma nullstream kernel(gather_pool) bytes(4.0 * items * IDS * (DIM + 1) + 4.0 * items * DIM) flops(1.0 * items * IDS * DIM) \
    reads(table, 4LL * ROWS * DIM) reads(ids, 4 * items * IDS) writes(out, 4 * items * DIM)
__global__ void gather_pool(const float *table, const int32_t *ids, float *out, int items)
{
    int item = blockIdx.x * blockDim.y + threadIdx.y;
    if (item >= items)
        return;
    float s = 0;
    for (int k = 0; k < IDS; k++)
        s += table[(size_t)ids[item * IDS + k] * DIM + threadIdx.x];
    out[item * DIM + threadIdx.x] = s;
}

#pragma nullstream kernel(mlp) flops(2.0 * items * (DIM + DENSE) * 512 * 2) bytes(4.0 * items * (DIM + DENSE) + 4.0 * (DIM + DENSE) * 512) \
    regs(56) reads(pooled, 4 * items * DIM) reads(dense, 4 * items * DENSE) writes(scores, 4 * items)
__global__ void mlp(const float *pooled, const float *dense, float *scores, int items)
{
    int item = blockIdx.x;
    float v = 0;
    for (int k = threadIdx.x; k < 512; k += blockDim.x) {
        float h = 0;
        for (int i = 0; i < DIM; i++)
            h += pooled[item * DIM + i] * 0.01f * (k & 7);
        for (int i = 0; i < DENSE; i++)
            h += dense[item * DENSE + i] * 0.02f;
        v += fmaxf(h, 0.0f);
    }
    for (int o = 16; o; o >>= 1)
        v += __shfl_down_sync(~0u, v, o);
    if (threadIdx.x == 0)
        scores[item] = 1.0f / (1.0f + __expf(-v));
}
} // namespace

int main()
{
    constexpr int LANES = 4, REQUESTS = 40, MOST = 2048;
    float *table;
    CHECK_CUDA(cudaMalloc(&table, sizeof(float) * ROWS * DIM));
    CHECK_CUDA(cudaMemset(table, 0, sizeof(float) * ROWS * DIM));
    std::array<Lane, LANES> lanes;
    for (auto &l : lanes) {
        CHECK_CUDA(cudaStreamCreate(&l.stream));
        CHECK_CUDA(cudaMalloc(&l.ids, sizeof(int32_t) * MOST * IDS));
        CHECK_CUDA(cudaMalloc(&l.dense, sizeof(float) * MOST * DENSE));
        CHECK_CUDA(cudaMalloc(&l.pooled, sizeof(float) * MOST * DIM));
        CHECK_CUDA(cudaMalloc(&l.scores, sizeof(float) * MOST));
    }
    std::mt19937 rng(42);
    std::uniform_int_distribution<int> count(64, MOST), id(0, ROWS - 1);
    std::vector<Request> requests(REQUESTS);
    for (auto &r : requests) {
        r.items = count(rng);
        r.ids.resize((size_t)r.items * IDS);
        for (size_t i = 0; i < r.ids.size(); i += 7)
            r.ids[i] = id(rng);
        r.dense.assign((size_t)r.items * DENSE, 0.5f);
        r.scores.resize(r.items);
    }
    CHECK_CUDA(cudaDeviceSynchronize());

    int lane = 0;
    for (auto &r : requests) {
        Lane &l = lanes[lane++ % LANES];
        CHECK_CUDA(cudaMemcpyAsync(l.ids, r.ids.data(), r.ids.size() * sizeof(int32_t), cudaMemcpyHostToDevice, l.stream));
        CHECK_CUDA(cudaMemcpyAsync(l.dense, r.dense.data(), r.dense.size() * sizeof(float), cudaMemcpyHostToDevice, l.stream));
        gather_pool<<<(r.items + 3) / 4, dim3(DIM, 4), 0, l.stream>>>(table, l.ids, l.pooled, r.items);
        mlp<<<r.items, 32, 0, l.stream>>>(l.pooled, l.dense, l.scores, r.items);
        CHECK_CUDA(cudaGetLastError());
        CHECK_CUDA(cudaMemcpyAsync(r.scores.data(), l.scores, r.items * sizeof(float), cudaMemcpyDeviceToHost, l.stream));
        if (lane % 8 == 0) { // a hot row changes
            float row[DIM];
            std::fill(row, row + DIM, 0.01f * lane);
            CHECK_CUDA(cudaMemcpyAsync(table + (size_t)r.ids[0] * DIM, row, sizeof row, cudaMemcpyHostToDevice, l.stream));
        }
    }
    CHECK_CUDA(cudaDeviceSynchronize());
    auto best = std::max_element(requests.begin(), requests.end(),
                                 [](const Request &a, const Request &b) { return a.items < b.items; });
    std::printf("%d requests, the largest of %d items\n", REQUESTS, best->items);
    for (auto &l : lanes) {
        cudaStreamDestroy(l.stream);
        for (void *p : {(void *)l.ids, (void *)l.dense, (void *)l.pooled, (void *)l.scores})
            cudaFree(p);
    }
    cudaFree(table);
    return 0;
}

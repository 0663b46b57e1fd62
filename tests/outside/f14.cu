// A small query engine: scan with a filter, hash build and hash probe over column chunks, all temporary
// memory by cudaMallocAsync/cudaFreeAsync from a pool with a release threshold; two queries at a time.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <string>
#include <vector>

using std::size_t;
static const int ROWS = 1 << 21, BUILD = 1 << 18, SLOTS = 1 << 19, QUERIES = 6;

#define OK(x) ok((x), #x, __LINE__)
static void ok(cudaError_t e, const std::string &what, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "line %d: %s: %s\n", line, what.c_str(), cudaGetErrorString(e));
        exit(2);
    }
}

#pragma nullstream kernel(scan_filter) flops(4.0 * n) bytes(12.0 * n) reads(key, 4 * n) reads(price, 4 * n) reads(count, 4) writes(out, 4 * n) writes(count, 4)
__global__ void scan_filter(const int *key, const int *price, int *out, int *count, int limit, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (price[i] < limit)
            out[atomicAdd(count, 1)] = key[i];
}

#pragma nullstream kernel(hash_build) flops(8.0 * n) bytes(4.0 * n + 64.0 * n) reads(key, 4 * n) reads(table, 8 * slots) writes(table, 8 * slots)
__global__ void hash_build(const int *key, unsigned long long *table, int n, int slots)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned h = (unsigned)key[i] * 2654435761u & (slots - 1);
    unsigned long long entry = (unsigned long long)(key[i] + 1) << 32 | i;
    for (int tries = 0; tries < 64; tries++, h = (h + 1) & (slots - 1))
        if (atomicCAS(&table[h], 0ull, entry) == 0ull)
            return;
}

#pragma nullstream kernel(hash_probe) flops(10.0 * n) bytes(4.0 * n + 32.0 * n) regs(24) reads(key, 4 * n) reads(table, 8 * slots) reads(matches, 4) writes(matches, 4)
__global__ void hash_probe(const int *key, const unsigned long long *table, int *matches, int n, int slots)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, hit = 0;
    if (i < n && key[i] >= 0) {
        unsigned h = (unsigned)key[i] * 2654435761u & (slots - 1);
        for (int tries = 0; tries < 64 && table[h]; tries++, h = (h + 1) & (slots - 1))
            if ((int)(table[h] >> 32) == key[i] + 1)
                hit++;
    }
    hit += __shfl_down_sync(0xffffffffu, hit, 16);
    hit += __shfl_down_sync(0xffffffffu, hit, 8);
    hit += __shfl_down_sync(0xffffffffu, hit, 4);
    if (threadIdx.x % 32 < 4 && hit)
        atomicAdd(matches, hit);
}

struct Table {
    int *key, *price;
};

static void run_query(const Table &fact, const int *dim_host, int limit, int *answer, cudaStream_t s)
{
    int *dim = nullptr, *selected = nullptr, *counters = nullptr;
    unsigned long long *table = nullptr;
    OK(cudaMallocAsync((void **)&counters, 2 * sizeof(int), s));
    OK(cudaMallocAsync((void **)&selected, ROWS * sizeof(int), s));
    OK(cudaMemsetAsync(counters, 0, 2 * sizeof(int), s));
    OK(cudaMemsetAsync(selected, 0xff, ROWS * sizeof(int), s)); // no row
    scan_filter<<<528, 256, 0, s>>>(fact.key, fact.price, selected, counters, limit, ROWS);

    OK(cudaMallocAsync((void **)&dim, BUILD * sizeof(int), s));
    OK(cudaMallocAsync((void **)&table, SLOTS * sizeof(*table), s));
    OK(cudaMemcpyAsync(dim, dim_host, BUILD * sizeof(int), cudaMemcpyHostToDevice, s));
    OK(cudaMemsetAsync(table, 0, SLOTS * sizeof(*table), s));
    hash_build<<<(BUILD + 511) / 512, 512, 0, s>>>(dim, table, BUILD, SLOTS);
    OK(cudaFreeAsync(dim, s));
    hash_probe<<<(ROWS + 255) / 256, 256, 0, s>>>(selected, table, counters + 1, ROWS, SLOTS);
    OK(cudaFreeAsync(table, s));
    OK(cudaFreeAsync(selected, s));
    OK(cudaMemcpyAsync(answer, counters, 2 * sizeof(int), cudaMemcpyDeviceToHost, s));
    OK(cudaFreeAsync(counters, s));
    OK(cudaGetLastError());
}

int main()
{
    cudaMemPool_t pool;
    uint64_t keep = 64ull << 20;
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));

    std::vector<int> column(ROWS);
    Table fact;
    OK(cudaMalloc((void **)&fact.key, ROWS * sizeof(int)));
    OK(cudaMalloc((void **)&fact.price, ROWS * sizeof(int)));
    for (int i = 0; i < ROWS; i++)
        column[i] = i % BUILD;
    OK(cudaMemcpy(fact.key, column.data(), ROWS * sizeof(int), cudaMemcpyHostToDevice));
    for (int i = 0; i < ROWS; i++)
        column[i] = i * 7 % 1000;
    OK(cudaMemcpy(fact.price, column.data(), ROWS * sizeof(int), cudaMemcpyHostToDevice));
    OK(cudaDeviceSynchronize()); // a copy of pageable memory may be on its way still
    int *dim_host, *answers;
    OK(cudaMallocHost((void **)&dim_host, BUILD * sizeof(int)));
    OK(cudaMallocHost((void **)&answers, QUERIES * 2 * sizeof(int)));
    for (int i = 0; i < BUILD; i++)
        dim_host[i] = 2 * i;

    cudaStream_t s[2];
    OK(cudaStreamCreateWithFlags(&s[0], cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&s[1], cudaStreamNonBlocking));
    for (int q = 0; q < QUERIES; q++) {
        run_query(fact, dim_host, 50 + 100 * q, answers + 2 * q, s[q % 2]);
        if (q % 2)
            OK(cudaStreamSynchronize(s[q % 2])); // the client waits for every second answer
    }
    OK(cudaStreamSynchronize(s[0]));
    for (int q = 0; q < QUERIES; q++)
        printf("query %d: %d rows, %d matches\n", q, answers[2 * q], answers[2 * q + 1]);
    uint64_t high = 0;
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high));
    OK(cudaFree(fact.price));
    OK(cudaFree(fact.key));
    return 0;
}

// Symmetric hash join with the fact table streamed in 128 MiB chunks: build once, then per chunk filter, probe, aggregate; chunk
// columns are separate copies, late materialisation brings the wide column only for the chunks that need it. Event timing of each chunk.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include "nullstream.cuh"

template <class T>
struct Column {
    T *host, *dev[2];
    size_t rows;
    Column(size_t total, size_t chunk) : rows(chunk)
    {
        cudaMallocHost((void **)&host, total * sizeof(T));
        for (T *&d : dev)
            cudaMalloc((void **)&d, chunk * sizeof(T));
    }
    void load(int chunk, int buf, cudaStream_t s) const
    {
        cudaMemcpyAsync(dev[buf], host + (size_t)chunk * rows, rows * sizeof(T), cudaMemcpyHostToDevice, s);
    }
};

#pragma nullstream kernel(buildTable) bytes(36.0 * n) flops(16.0 * n) reads(keys, 4 * n) writes(table, 8 * slots)
__global__ void buildTable(const int *keys, unsigned long long *table, int n, int slots)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (unsigned h = keys[i] * 2654435761u;; h++) {
            const unsigned long long key = keys[i] + 1ull, was = atomicCAS(&table[h % slots], 0ull, key);
            if (was == 0 || was == key)
                break;
        }
}
#pragma nullstream kernel(filter) bytes(4.5 * n) flops(3.0 * n) reads(date, 4 * n) writes(bitmap, n / 8)
__global__ void filter(const int *date, unsigned *bitmap, size_t n, int from, int to)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned b = __ballot_sync(0xffffffffu, date[i] >= from && date[i] < to);
        if (i % 32 == 0)
            bitmap[i / 32] = b;
    }
}
#pragma nullstream kernel(probe) bytes(22.0 * n) flops(14.0 * n) regs(36) reads(key, 4 * n) reads(bitmap, n / 8) reads(table, 8 * slots) writes(match, n / 8)
__global__ void probe(const int *key, const unsigned *bitmap, const unsigned long long *table, unsigned *match, size_t n, int slots)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        bool hit = (bitmap[i / 32] >> i % 32 & 1) && table[key[i] * 2654435761u % slots] != 0;
        unsigned b = __ballot_sync(0xffffffffu, hit);
        if (i % 32 == 0)
            match[i / 32] = b;
    }
}
#pragma nullstream kernel(sumPrice) bytes(8.2 * n) flops(2.0 * n) shared(2048) reads(price, 8 * n) reads(match, n / 8) reads(total, 8) writes(total, 8)
__global__ void sumPrice(const double *price, const unsigned *match, double *total, size_t n)
{
    double s = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        if (match[i / 32] >> i % 32 & 1)
            s += price[i];
    atomicAdd(total, s);
}

int main()
{
    const size_t chunk = 8u << 20; // rows: 32 + 32 + 64 MiB
    const int chunks = 6, dim = 1 << 20, slots = dim * 2;
    Column<int> key(chunk * chunks, chunk), date(chunk * chunks, chunk);
    Column<double> price(chunk * chunks, chunk);
    int *hDim, *dDim;
    unsigned long long *table;
    unsigned *bitmap, *match;
    double *total, *hTotal;
    cudaMallocHost((void **)&hDim, dim * sizeof(int));
    cudaMallocHost((void **)&hTotal, sizeof(double));
    cudaMalloc((void **)&dDim, dim * sizeof(int));
    cudaMalloc((void **)&table, slots * sizeof(unsigned long long));
    cudaMalloc((void **)&bitmap, chunk / 8);
    cudaMalloc((void **)&match, chunk / 8);
    cudaMalloc((void **)&total, sizeof(double));
    for (int i = 0; i < 4096; i++)
        hDim[i] = i * 17;

    cudaStream_t copy, exec;
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&exec, cudaStreamNonBlocking);
    cudaEvent_t narrow[2], wide[2], freed[2];
    std::vector<cudaEvent_t> begin(chunks), end(chunks);
    for (int i = 0; i < 2; i++) {
        cudaEventCreateWithFlags(&narrow[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&wide[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&freed[i], cudaEventDisableTiming);
    }
    for (int c = 0; c < chunks; c++) {
        cudaEventCreate(&begin[c]);
        cudaEventCreate(&end[c]);
    }

    cudaMemsetAsync(table, 0, slots * sizeof(unsigned long long), exec);
    cudaMemsetAsync(total, 0, sizeof(double), exec);
    cudaMemcpyAsync(dDim, hDim, dim * sizeof(int), cudaMemcpyHostToDevice, exec);
    buildTable<<<dim / 512, 512, 0, exec>>>(dDim, table, dim, slots);
    const int grid = 132 * 4;
    for (int c = 0; c < chunks; c++) {
        const int b = c & 1;
        const bool hot = c != 2; // the zone map knows that nothing of chunk 2 qualifies
        if (c >= 2)
            cudaStreamWaitEvent(copy, freed[b], 0);
        date.load(c, b, copy);
        key.load(c, b, copy);
        cudaEventRecord(narrow[b], copy);
        if (hot)
            price.load(c, b, copy);
        cudaEventRecord(wide[b], copy);

        cudaStreamWaitEvent(exec, narrow[b], 0);
        cudaEventRecord(begin[c], exec);
        filter<<<grid, 256, 0, exec>>>(date.dev[b], bitmap, chunk, 100, 200);
        probe<<<grid, 256, 0, exec>>>(key.dev[b], bitmap, table, match, chunk, slots);
        if (hot) {
            cudaStreamWaitEvent(exec, wide[b], 0);
            sumPrice<<<grid, 256, 0, exec>>>(price.dev[b], match, total, chunk);
        }
        cudaEventRecord(end[c], exec);
        cudaEventRecord(freed[b], exec);
    }
    cudaMemcpyAsync(hTotal, total, sizeof(double), cudaMemcpyDeviceToHost, exec);
    cudaStreamSynchronize(exec);
    float sum = 0;
    for (int c = 0; c < chunks; c++) {
        float ms;
        cudaEventElapsedTime(&ms, begin[c], end[c]);
        sum += ms;
    }
    printf("total %g, %.2f ms in the kernels and what they waited for\n", *hTotal, sum);
    return 0;
}

// C++17. A column store scans one column with six threads. The next chunk comes from an atomic counter; each thread has
// two slots, one in flight while it merges the counts of the other into its own histogram.
#include "nullstream.cuh"
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

constexpr int kThreads = 6, kChunks = 48, kRows = 512 * 1024, kBins = 1024;
using Histogram = std::array<std::uint64_t, kBins>;

#pragma nullstream kernel(filter_count) bytes(4.0 * rows) flops(6.0 * rows) atomics(bins, kBins * 4)
__global__ void filter_count(const std::int32_t *column, std::uint32_t *bins, int rows, std::int32_t low)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x)
        if (column[i] >= low)
            atomicAdd(&bins[column[i] & (kBins - 1)], 1u);
}

struct Slot {
    cudaStream_t stream;
    std::int32_t *column;
    std::uint32_t *bins, *bins_host;
    bool busy = false;
    Slot()
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaMalloc(&column, kRows * 4);
        cudaMalloc(&bins, kBins * 4);
        cudaMallocHost(&bins_host, kBins * 4);
    }
    ~Slot()
    {
        cudaFree(column);
        cudaFree(bins);
        cudaFreeHost(bins_host);
        cudaStreamDestroy(stream);
    }
};

static void scan(const std::int32_t *table, std::atomic<int> &next, Histogram &mine)
{
    Slot slots[2];
    auto merge = [&](Slot &s) {
        if (!s.busy)
            return;
        cudaStreamSynchronize(s.stream);
        for (int b = 0; b < kBins; b++)
            mine[b] += s.bins_host[b];
        host_work_us(8);
        s.busy = false;
    };
    for (int turn = 0, chunk; (chunk = next.fetch_add(1)) < kChunks; turn ^= 1) {
        Slot &s = slots[turn];
        merge(s);
        cudaMemcpyAsync(s.column, table + std::size_t(chunk) * kRows, kRows * 4, cudaMemcpyHostToDevice, s.stream);
        cudaMemsetAsync(s.bins, 0, kBins * 4, s.stream);
        filter_count<<<264, 256, 0, s.stream>>>(s.column, s.bins, kRows, 17);
        cudaMemcpyAsync(s.bins_host, s.bins, kBins * 4, cudaMemcpyDeviceToHost, s.stream);
        s.busy = true;
    }
    for (auto &s : slots)
        merge(s);
}

int main()
{
    std::int32_t *table;
    cudaMallocHost(&table, std::size_t(kChunks) * kRows * 4);
    std::atomic<int> next{0};
    std::vector<Histogram> partial(kThreads, Histogram{});
    std::vector<std::thread> scanners;
    for (int t = 0; t < kThreads; t++)
        scanners.emplace_back(scan, table, std::ref(next), std::ref(partial[t]));
    for (auto &t : scanners)
        t.join();
    Histogram all{};
    for (auto &p : partial)
        for (int b = 0; b < kBins; b++)
            all[b] += p[b];
    std::printf("%d chunks, %llu rows\n", kChunks, (unsigned long long)std::accumulate(all.begin(), all.end(), std::uint64_t{0}));
    cudaFreeHost(table);
}

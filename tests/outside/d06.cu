// Radix-partitioned hash join, partition phase: per chunk a histogram, host prefix sum, scatter; then each partition's
// run is flushed to a pinned partition buffer with its own copy. Partition sizes are skewed (Zipf like).
#include "nullstream.cuh"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kParts = 32, kChunks = 6;
constexpr size_t kRows = 4 << 20;

#pragma nullstream kernel(histogram) bytes(8.0 * n) flops(4.0 * n) shared(kParts * 4) reads(keys, n * 8) writes(hist, kParts * 4)
__global__ void histogram(const uint64_t *keys, size_t n, uint32_t *hist) {}
#pragma nullstream kernel(scatter) bytes(24.0 * n) flops(8.0 * n) shared(16384) regs(48) reads(keys, n * 8) reads(offs, kParts * 4) writes(out, n * 8)
__global__ void scatter(const uint64_t *keys, size_t n, const uint32_t *offs, uint64_t *out) {}

int main()
{
    uint64_t *hKeys, *keys[2], *parted[2];
    uint32_t *hist[2], *hHist[2];
    cudaMallocHost(&hKeys, kRows * sizeof(uint64_t));
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&s[i]);
        cudaMalloc(&keys[i], kRows * sizeof(uint64_t));
        cudaMalloc(&parted[i], kRows * sizeof(uint64_t));
        cudaMalloc(&hist[i], kParts * sizeof(uint32_t));
        cudaMallocHost(&hHist[i], kParts * sizeof(uint32_t));
    }
    std::vector<uint64_t *> sink(kParts);
    std::vector<size_t> fill(kParts, 0);
    // the share of each partition
    std::vector<size_t> count(kParts);
    double norm = 0;
    for (int p = 0; p < kParts; p++) norm += 1.0 / (p + 1);
    for (int p = 0; p < kParts; p++) {
        count[p] = (size_t)(kRows / norm / (p + 1));
        cudaMallocHost(&sink[p], count[p] * kChunks * sizeof(uint64_t));
    }
    for (int c = 0; c < kChunks; c++) {
        int b = c & 1;
        cudaMemcpyAsync(keys[b], hKeys, kRows * sizeof(uint64_t), cudaMemcpyHostToDevice, s[b]);
        cudaMemsetAsync(hist[b], 0, kParts * sizeof(uint32_t), s[b]);
        histogram<<<528, 256, 0, s[b]>>>(keys[b], kRows, hist[b]);
        cudaMemcpyAsync(hHist[b], hist[b], kParts * sizeof(uint32_t), cudaMemcpyDeviceToHost, s[b]);
        cudaStreamSynchronize(s[b]);
        std::vector<size_t> offset(kParts);
        for (int p = 1; p < kParts; p++)
            offset[p] = offset[p - 1] + count[p - 1];
        host_work_us(3);
        cudaMemcpyAsync(hist[b], hHist[b], kParts * sizeof(uint32_t), cudaMemcpyHostToDevice, s[b]);
        scatter<<<1056, 256, 0, s[b]>>>(keys[b], kRows, hist[b], parted[b]);
        for (int p = 0; p < kParts; p++) {
            cudaMemcpyAsync(sink[p] + fill[p], parted[b] + offset[p], count[p] * sizeof(uint64_t), cudaMemcpyDeviceToHost, s[b]);
            fill[p] += count[p];
        }
    }
    cudaDeviceSynchronize();
    size_t total = 0;
    for (size_t f : fill) total += f;
    printf("%zu rows, largest partition %zu\n", total, *std::max_element(fill.begin(), fill.end()));
    return 0;
}

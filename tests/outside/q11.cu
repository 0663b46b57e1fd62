// Per-thread default stream by its handle: four threads each sort a shard, the first merges.
#include "nullstream.cuh"
#include <cstdio>
#include <thread>
#include <vector>
#include <atomic>

#pragma nullstream kernel(radix_count) bytes(4.0 * n) flops(4.0 * n) reads(keys, n * 4) writes(counts, 1024)
__global__ void radix_count(const unsigned *keys, unsigned *counts, int shift, int n) {}
#pragma nullstream kernel(radix_scatter) bytes(8.0 * n) flops(6.0 * n) reads(in, n * 4) reads(counts, 1024) writes(out, n * 4)
__global__ void radix_scatter(const unsigned *in, const unsigned *counts, unsigned *out, int shift, int n) {}
#pragma nullstream kernel(merge) bytes(8.0 * n) flops(20.0 * n) reads(all, n * 4) writes(out, n * 4)
__global__ void merge(const unsigned *all, unsigned *out, int n) {}

constexpr int SHARDS = 4, N = 1 << 20;

int main()
{
    unsigned *host, *all, *result;
    cudaMallocHost(&host, SHARDS * N * sizeof(unsigned));
    cudaMalloc(&all, SHARDS * N * sizeof(unsigned));
    cudaMalloc(&result, SHARDS * N * sizeof(unsigned));
    std::atomic<int> finished{0};
    std::vector<std::thread> team;
    for (int t = 0; t < SHARDS; t++)
        team.emplace_back([&, t] {
            unsigned *mine = all + t * N, *scratch, *counts;
            cudaMalloc(&scratch, N * sizeof(unsigned));
            cudaMalloc(&counts, 256 * sizeof(unsigned));
            cudaMemcpyAsync(mine, host + t * N, N * sizeof(unsigned), cudaMemcpyHostToDevice, cudaStreamPerThread);
            unsigned *from = mine, *to = scratch;
            for (int shift = 0; shift < 32; shift += 8) {
                cudaMemsetAsync(counts, 0, 256 * sizeof(unsigned), cudaStreamPerThread);
                radix_count<<<256, 256, 0, cudaStreamPerThread>>>(from, counts, shift, N);
                radix_scatter<<<256, 256, 0, cudaStreamPerThread>>>(from, counts, to, shift, N);
                std::swap(from, to);
            }
            cudaStreamSynchronize(cudaStreamPerThread);
            finished.fetch_add(1);
            cudaFree(scratch);
            cudaFree(counts);
        });
    for (auto &t : team)
        t.join();
    if (finished.load() != SHARDS)
        return 1;
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a, cudaStreamPerThread);
    merge<<<1024, 256, 0, cudaStreamPerThread>>>(all, result, SHARDS * N);
    cudaMemcpyAsync(host, result, SHARDS * N * sizeof(unsigned), cudaMemcpyDeviceToHost, cudaStreamPerThread);
    cudaEventRecord(b, cudaStreamPerThread);
    cudaStreamSynchronize(cudaStreamPerThread);
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    printf("merge and read %.3f ms\n", ms);
    return 0;
}

// C++17. An embedding cache in front of a recommender: host-side LRU of rows (unordered_map and list), misses go up as many
// 4 KiB copies, then the batch is pooled and scored. Two batches in flight; victims are only rows no batch in flight uses.
#include "nullstream.cuh"
#include <cstdint>
#include <cstdio>
#include <list>
#include <memory>
#include <random>
#include <unordered_map>
#include <vector>

constexpr int kRow = 1024, kSlots = 512, kBatch = 48, kBatches = 16, kIds = 900;

#pragma nullstream kernel(pool_rows) time(11us)
__global__ void pool_rows(const float *cache, const int *slots, float *out)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int i = 0; c < kRow && i < kBatch; i++)
        s += cache[slots[i] * kRow + c];
    if (c < kRow)
        out[c] = s;
}

#pragma nullstream kernel(score_mlp) flops(2.0 * kRow * 4096 * 24) bytes(4.0 * kRow * 2048) reads(x, kRow * 4) writes(y, 4)
__global__ void score_mlp(const float *x, float *y)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *y = x[0];
}

class Cache {
    struct Entry {
        int id, slot;
        int batch; // that used it last
    };
    std::list<Entry> lru_;
    std::unordered_map<int, std::list<Entry>::iterator> where_;

public:
    int hits = 0, misses = 0;
    Cache()
    {
        for (int s = 0; s < kSlots; s++)
            lru_.push_back({-1 - s, s, -100});
    }
    // slot of a row, and whether it must be loaded
    std::pair<int, bool> get(int id, int batch)
    {
        if (auto it = where_.find(id); it != where_.end()) {
            lru_.splice(lru_.begin(), lru_, it->second);
            it->second->batch = batch;
            hits++;
            return {it->second->slot, false};
        }
        auto victim = std::prev(lru_.end());
        where_.erase(victim->id);
        victim->id = id;
        victim->batch = batch;
        where_[id] = victim;
        lru_.splice(lru_.begin(), lru_, victim);
        misses++;
        return {victim->slot, true};
    }
};

int main()
{
    float *table, *cache_rows, *pooled[2], *result[2], *result_host;
    int *slots_host[2], *slots[2];
    cudaMallocHost(&table, std::size_t(kIds) * kRow * sizeof(float));
    cudaMallocHost(&result_host, kBatches * sizeof(float));
    cudaMalloc(&cache_rows, std::size_t(kSlots) * kRow * sizeof(float));
    cudaStream_t load, compute[2];
    cudaEvent_t loaded[2], done[2];
    cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
    for (int k = 0; k < 2; k++) {
        cudaMalloc(&pooled[k], kRow * sizeof(float));
        cudaMalloc(&result[k], sizeof(float));
        cudaMalloc(&slots[k], kBatch * sizeof(int));
        cudaMallocHost(&slots_host[k], kBatch * sizeof(int));
        cudaStreamCreateWithFlags(&compute[k], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&loaded[k], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&done[k], cudaEventDisableTiming);
    }
    Cache cache;
    std::mt19937 random(42);
    std::geometric_distribution<int> popular(0.01);
    for (int b = 0; b < kBatches; b++) {
        const int k = b & 1;
        if (b >= 2)
            cudaEventSynchronize(done[k]);
        for (int i = 0; i < kBatch; i++) {
            const int id = popular(random) % kIds;
            auto [slot, miss] = cache.get(id, b);
            slots_host[k][i] = slot;
            if (miss)
                cudaMemcpyAsync(cache_rows + slot * kRow, table + std::size_t(id) * kRow, kRow * sizeof(float), cudaMemcpyHostToDevice, load);
        }
        cudaMemcpyAsync(slots[k], slots_host[k], kBatch * sizeof(int), cudaMemcpyHostToDevice, load);
        cudaEventRecord(loaded[k], load);
        cudaStreamWaitEvent(compute[k], loaded[k], 0);
        pool_rows<<<kRow / 128, 128, 0, compute[k]>>>(cache_rows, slots[k], pooled[k]);
        score_mlp<<<132, 256, 0, compute[k]>>>(pooled[k], result[k]);
        cudaMemcpyAsync(result_host + b, result[k], sizeof(float), cudaMemcpyDeviceToHost, compute[k]);
        cudaEventRecord(done[k], compute[k]);
    }
    cudaDeviceSynchronize();
    std::printf("%d hits, %d misses\n", cache.hits, cache.misses);
    for (int k = 0; k < 2; k++) {
        cudaFree(pooled[k]);
        cudaFree(result[k]);
        cudaFree(slots[k]);
        cudaFreeHost(slots_host[k]);
        cudaStreamDestroy(compute[k]);
        cudaEventDestroy(loaded[k]);
        cudaEventDestroy(done[k]);
    }
    cudaStreamDestroy(load);
    cudaFree(cache_rows);
    cudaFreeHost(table);
    cudaFreeHost(result_host);
}

// Read alignment: two parser threads batch reads, two aligner threads seed and extend them on blocking streams with a
// cudaMemset in the default stream per batch, hits are merged into a table under a shared mutex while others look up.
#include "nullstream.cuh"
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#define CUDA_SAFE(...)                                                                            \
    do {                                                                                          \
        cudaError_t err__ = __VA_ARGS__;                                                          \
        if (err__ != cudaSuccess) {                                                               \
            fprintf(stderr, "[%s:%d] %s: %s\n", __FILE__, __LINE__, cudaGetErrorName(err__), cudaGetErrorString(err__)); \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

constexpr int kReads = 8192, kLength = 160, kBatches = 14;
constexpr size_t kIndex = 96u << 20;

#pragma nullstream kernel(seed) bytes(600.0 * kReads) regs(40) reads(reads, kReads * kLength) reads(index, kIndex) writes(seeds, kReads * 64)
__global__ void seed(const char *reads, const unsigned *index, int4 *seeds) {}
#pragma nullstream kernel(extend) block_time(38us) regs(72) shared(12288) reads(reads, kReads * kLength) reads(seeds, kReads * 64) writes(hits, kReads * 16) atomics(count, 4)
__global__ void extend(const char *reads, const int4 *seeds, int4 *hits, int *count) {}

struct Batch {
    int number;
    std::vector<char> reads;
};

template <typename T> struct Channel {
    std::deque<T> items;
    std::mutex m;
    std::condition_variable not_empty, not_full;
    size_t limit;
    int writers;
    Channel(size_t limit, int writers) : limit(limit), writers(writers) {}
    void put(T item)
    {
        std::unique_lock lock(m);
        not_full.wait(lock, [&] { return items.size() < limit; });
        items.push_back(std::move(item));
        lock.unlock();
        not_empty.notify_one();
    }
    bool get(T &item)
    {
        std::unique_lock lock(m);
        not_empty.wait(lock, [&] { return !items.empty() || writers == 0; });
        if (items.empty())
            return false;
        item = std::move(items.front());
        items.pop_front();
        lock.unlock();
        not_full.notify_one();
        return true;
    }
    void close()
    {
        std::scoped_lock lock(m);
        if (--writers == 0)
            not_empty.notify_all();
    }
};

int main()
{
    unsigned *index, *index_host;
    CUDA_SAFE(cudaMallocHost(&index_host, kIndex));
    CUDA_SAFE(cudaMalloc(&index, kIndex));
    CUDA_SAFE(cudaMemcpyAsync(index, index_host, kIndex, cudaMemcpyHostToDevice));

    Channel<std::unique_ptr<Batch>> channel(3, 2);
    std::unordered_map<int, int> table;
    std::shared_mutex guard;
    std::atomic<int> next{0}, known{0};

    auto parser = [&] {
        for (int b; (b = next++) < kBatches;) {
            auto batch = std::make_unique<Batch>();
            batch->number = b;
            batch->reads.resize(size_t(kReads) * kLength);
            host_work_us(180); // parse
            {
                std::shared_lock lock(guard);
                known += (int)table.count(b % 5);
            }
            channel.put(std::move(batch));
        }
        channel.close();
    };
    auto aligner = [&] {
        cudaStream_t stream;
        char *reads;
        int4 *seeds, *hits;
        int *count, *count_host;
        std::vector<int4> hits_host(kReads);
        CUDA_SAFE(cudaStreamCreate(&stream));
        CUDA_SAFE(cudaMalloc(&reads, kReads * kLength));
        CUDA_SAFE(cudaMalloc(&seeds, kReads * 4 * sizeof(int4)));
        CUDA_SAFE(cudaMalloc(&hits, kReads * sizeof(int4)));
        CUDA_SAFE(cudaMalloc(&count, sizeof(int)));
        CUDA_SAFE(cudaMallocHost(&count_host, sizeof(int)));
        std::unique_ptr<Batch> batch;
        while (channel.get(batch)) {
            CUDA_SAFE(cudaMemcpyAsync(reads, batch->reads.data(), batch->reads.size(), cudaMemcpyHostToDevice, stream));
            CUDA_SAFE(cudaMemset(count, 0, sizeof(int)));
            seed<<<kReads / 256, 256, 0, stream>>>(reads, index, seeds);
            extend<<<kReads / 32, 128, 0, stream>>>(reads, seeds, hits, count);
            CUDA_SAFE(cudaGetLastError());
            CUDA_SAFE(cudaMemcpyAsync(count_host, count, sizeof(int), cudaMemcpyDeviceToHost, stream));
            CUDA_SAFE(cudaMemcpyAsync(hits_host.data(), hits, kReads * sizeof(int4), cudaMemcpyDeviceToHost, stream));
            CUDA_SAFE(cudaStreamSynchronize(stream));
            host_work_us(60); // sort the hits
            std::unique_lock lock(guard);
            table[batch->number % 5]++;
        }
        CUDA_SAFE(cudaFree(reads));
        CUDA_SAFE(cudaFree(seeds));
        CUDA_SAFE(cudaFree(hits));
        CUDA_SAFE(cudaStreamDestroy(stream));
    };
    std::vector<std::thread> pool;
    for (int i = 0; i < 2; ++i) {
        pool.emplace_back(parser);
        pool.emplace_back(aligner);
    }
    for (auto &t : pool)
        t.join();
    int total = 0;
    for (const auto &[bucket, n] : table)
        total += n;
    printf("%d batches\n", total);
    CUDA_SAFE(cudaFree(index));
    CUDA_SAFE(cudaFreeHost(index_host));
    return total == kBatches ? 0 : 1;
}

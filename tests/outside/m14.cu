// Map-reduce word count: a thread pool of mappers, tasks return futures, the reduction is on the GPU.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <mutex>
#include <numeric>
#include <queue>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <unordered_map>
#include <vector>

class Pool {
  public:
    explicit Pool(unsigned n)
    {
        for (unsigned i = 0; i < n; i++)
            threads_.emplace_back([this] { run(); });
    }
    ~Pool()
    {
        {
            std::lock_guard lock(mutex_);
            stop_ = true;
        }
        wake_.notify_all();
        for (auto &t : threads_)
            t.join();
    }
    template <typename F, typename... Args> auto submit(F &&f, Args &&...args)
    {
        using R = std::invoke_result_t<F, Args...>;
        auto task = std::make_shared<std::packaged_task<R()>>(
            std::bind(std::forward<F>(f), std::forward<Args>(args)...));
        std::future<R> result = task->get_future();
        {
            std::lock_guard lock(mutex_);
            tasks_.emplace([task] { (*task)(); });
        }
        wake_.notify_one();
        return result;
    }
  private:
    void run()
    {
        for (;;) {
            std::function<void()> job;
            {
                std::unique_lock lock(mutex_);
                wake_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
                if (stop_ && tasks_.empty())
                    return;
                job = std::move(tasks_.front());
                tasks_.pop();
            }
            job();
        }
    }
    std::mutex mutex_;
    std::condition_variable wake_;
    std::queue<std::function<void()>> tasks_;
    std::vector<std::thread> threads_;
    bool stop_ = false;
};

constexpr int BINS = 1024, SHARDS = 8;

#pragma nullstream kernel(histogram) time(35us) reads(keys, n * 4) reads(bins, 4096) writes(bins, 4096)
__global__ void histogram(const unsigned *keys, unsigned *bins, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[keys[i] % BINS], 1u);
}

static size_t map_shard(int shard, unsigned *dev, unsigned *bins, cudaStream_t s)
{
    constexpr std::string_view text = "the quick brown fox jumps over the lazy dog and the cat sleeps on the mat";
    std::unordered_map<std::string, int> count;
    size_t from = 0;
    while (from < text.size()) {
        size_t to = text.find(' ', from);
        if (to == std::string_view::npos)
            to = text.size();
        count[std::string(text.substr(from, to - from))] += shard + 1;
        from = to + 1;
    }
    unsigned *keys;
    const int n = 1 << 16;
    cudaMallocHost(&keys, n * sizeof(unsigned));
    std::iota(keys, keys + n, (unsigned)shard);
    host_work_us(80);
    cudaMemcpyAsync(dev, keys, n * sizeof(unsigned), cudaMemcpyHostToDevice, s);
    histogram<<<32, 256, 0, s>>>(dev, bins, n);
    cudaStreamSynchronize(s);
    cudaFreeHost(keys);
    return count.at("the") + count.size();
}

int main()
{
    unsigned *bins[SHARDS], *dev[SHARDS], result[BINS];
    cudaStream_t stream[SHARDS];
    for (int i = 0; i < SHARDS; i++) {
        cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
        cudaMalloc(&bins[i], BINS * sizeof(unsigned));
        cudaMalloc(&dev[i], (1 << 16) * sizeof(unsigned));
        cudaMemsetAsync(bins[i], 0, BINS * sizeof(unsigned), stream[i]);
    }
    size_t words = 0;
    {
        Pool pool(3);
        std::vector<std::future<size_t>> parts;
        for (int i = 0; i < SHARDS; i++)
            parts.push_back(pool.submit(map_shard, i, dev[i], bins[i], stream[i]));
        for (auto &p : parts)
            words += p.get();
    }
    cudaMemcpy(result, bins[0], sizeof result, cudaMemcpyDeviceToHost);
    std::printf("words %zu, bin %u\n", words, result[3]);
    for (int i = 0; i < SHARDS; i++) {
        cudaFree(bins[i]);
        cudaFree(dev[i]);
        cudaStreamDestroy(stream[i]);
    }
}

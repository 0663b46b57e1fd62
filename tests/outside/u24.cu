// Two stages in two threads: the first uploads pageable records, the second computes; memory is handed over
// with an event and freed by the second stage in its own stream.
#include "nullstream.cuh"
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

struct Item {
    int id;
    float *memory;
    size_t count;
    cudaEvent_t ready;
};

template <class T> class Channel {
public:
    void send(T v)
    {
        std::scoped_lock lock(m_);
        list_.push_back(std::move(v));
        cv_.notify_one();
    }
    void close()
    {
        std::scoped_lock lock(m_);
        closed_ = true;
        cv_.notify_all();
    }
    std::optional<T> receive()
    {
        std::unique_lock lock(m_);
        cv_.wait(lock, [&] { return closed_ || !list_.empty(); });
        if (list_.empty())
            return std::nullopt;
        T v = std::move(list_.front());
        list_.pop_front();
        return v;
    }

private:
    std::mutex m_;
    std::condition_variable cv_;
    std::list<T> list_;
    bool closed_ = false;
};

#pragma nullstream kernel(normalize) bytes(8.0 * n) flops(3.0 * n)
__global__ void normalize(float *x, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = (x[i] - 0.5f) * 2.0f;
}

__global__ void classify(const float *x, float *y)
{
    if (threadIdx.x == 0)
        y[blockIdx.x] = x[blockIdx.x];
    spin_us(180);
}

int main()
{
    constexpr int items = 16;
    constexpr size_t largest = 2 << 20;
    std::vector<float> record(largest);
    float *scores, *host_scores;
    cudaMalloc(&scores, items * 64 * sizeof(float));
    cudaMallocHost(&host_scores, items * 64 * sizeof(float));
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    unsigned long long threshold = 64ull << 20;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);

    auto channel = std::make_unique<Channel<Item>>();
    std::thread upload([&, out = channel.get()] {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        for (int i = 0; i < items; i++) {
            Item item{i, nullptr, largest >> (i % 4), nullptr};
            std::fill_n(record.begin(), item.count, (float)i);
            cudaMallocAsync(&item.memory, item.count * sizeof(float), s);
            cudaMemcpyAsync(item.memory, record.data(), item.count * sizeof(float), cudaMemcpyHostToDevice, s);
            cudaEventCreateWithFlags(&item.ready, cudaEventDisableTiming);
            cudaEventRecord(item.ready, s);
            out->send(item);
            if (i % 6 == 5)
                std::this_thread::sleep_for(std::chrono::milliseconds(1)); // rate limit
        }
        out->close();
        cudaStreamSynchronize(s);
        cudaStreamDestroy(s);
    });

    std::thread compute([&, in = channel.get()] {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        while (auto item = in->receive()) {
            cudaStreamWaitEvent(s, item->ready, 0);
            normalize<<<(unsigned)(item->count / 256), 256, 0, s>>>(item->memory, item->count);
            classify<<<64, 256, 0, s>>>(item->memory, scores + item->id * 64);
            cudaMemcpyAsync(host_scores + item->id * 64, scores + item->id * 64, 64 * sizeof(float), cudaMemcpyDeviceToHost, s);
            cudaFreeAsync(item->memory, s);
            cudaEventDestroy(item->ready);
        }
        cudaStreamSynchronize(s);
        cudaStreamDestroy(s);
    });
    upload.join();
    compute.join();
    std::printf("score %f\n", host_scores[items * 64 - 1]);
    cudaFree(scores);
    cudaFreeHost(host_scores);
    return 0;
}

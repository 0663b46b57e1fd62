// Recommendation service: a thread pool answers requests through packaged tasks; a request borrows a stream set
// from a locked pool, gathers embeddings with many tiny kernels, and returns its scores as a future.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <numeric>
#include <queue>
#include <thread>
#include <vector>

#define CUDA_TRY(call)                                                                      \
    do {                                                                                    \
        cudaError_t const status = (call);                                                  \
        if (cudaSuccess != status) {                                                        \
            std::fprintf(stderr, "CUDA %s %s:%d\n", cudaGetErrorName(status), __FILE__, __LINE__); \
            std::abort();                                                               \
        }                                                                                   \
    } while (0)

constexpr int kTables = 26, kDim = 64, kCandidates = 512;

#pragma nullstream kernel(lookup) block_time(2.6us)
__global__ void lookup(const float *table, const int *ids, float *out, int column)
{
    out[(blockIdx.x * kTables + column) * kDim + threadIdx.x] = table[ids[blockIdx.x] * kDim + threadIdx.x];
}
#pragma nullstream kernel(mlp) block_time(24us) regs(96) shared(20480) reads(in, kCandidates * kTables * kDim * 4) writes(score, kCandidates * 4)
__global__ void mlp(const float *in, float *score) {}

struct Lane {
    cudaStream_t stream;
    int *ids_host, *ids;
    float *features, *score, *score_host;
    Lane()
    {
        CUDA_TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CUDA_TRY(cudaMallocHost(&ids_host, kCandidates * sizeof(int)));
        CUDA_TRY(cudaMallocHost(&score_host, kCandidates * sizeof(float)));
        CUDA_TRY(cudaMalloc(&ids, kCandidates * sizeof(int)));
        CUDA_TRY(cudaMalloc(&features, kCandidates * kTables * kDim * sizeof(float)));
        CUDA_TRY(cudaMalloc(&score, kCandidates * sizeof(float)));
    }
    ~Lane()
    {
        cudaStreamDestroy(stream);
        cudaFreeHost(ids_host);
        cudaFreeHost(score_host);
        cudaFree(ids);
        cudaFree(features);
        cudaFree(score);
    }
};

class LanePool {
  public:
    explicit LanePool(int n)
    {
        for (int i = 0; i < n; ++i)
            lanes_.push(std::make_unique<Lane>());
    }
    std::unique_ptr<Lane> take()
    {
        std::unique_lock<std::mutex> l(m_);
        cv_.wait(l, [&] { return !lanes_.empty(); });
        auto lane = std::move(lanes_.front());
        lanes_.pop();
        return lane;
    }
    void give(std::unique_ptr<Lane> lane)
    {
        std::lock_guard<std::mutex> l(m_);
        lanes_.push(std::move(lane));
        cv_.notify_one();
    }

  private:
    std::mutex m_;
    std::condition_variable cv_;
    std::queue<std::unique_ptr<Lane>> lanes_;
};

class ThreadPool {
  public:
    explicit ThreadPool(int n)
    {
        for (int i = 0; i < n; ++i)
            threads_.emplace_back([this] {
                for (;;) {
                    std::function<void()> job;
                    {
                        std::unique_lock<std::mutex> l(m_);
                        cv_.wait(l, [this] { return stop_ || !jobs_.empty(); });
                        if (jobs_.empty())
                            return;
                        job = std::move(jobs_.front());
                        jobs_.pop();
                    }
                    job();
                }
            });
    }
    template <class F> auto submit(F f) -> std::future<decltype(f())>
    {
        using R = decltype(f());
        auto task = std::make_shared<std::packaged_task<R()>>(std::move(f));
        std::future<R> result = task->get_future();
        {
            std::lock_guard<std::mutex> l(m_);
            jobs_.push([task] { (*task)(); });
        }
        cv_.notify_one();
        return result;
    }
    ~ThreadPool()
    {
        {
            std::lock_guard<std::mutex> l(m_);
            stop_ = true;
        }
        cv_.notify_all();
        for (auto &t : threads_)
            t.join();
    }

  private:
    std::mutex m_;
    std::condition_variable cv_;
    std::queue<std::function<void()>> jobs_;
    bool stop_ = false;
    std::vector<std::thread> threads_;
};

int main()
{
    std::vector<float *> tables(kTables);
    for (int t = 0; t < kTables; ++t) {
        CUDA_TRY(cudaMalloc(&tables[t], (size_t)(20000 + 1000 * t) * kDim * sizeof(float)));
    }
    LanePool lanes(3);
    CUDA_TRY(cudaMemset(tables[0], 0, 20000 * kDim * sizeof(float)));
    CUDA_TRY(cudaDeviceSynchronize());
    double total = 0;
    {
        ThreadPool pool(4);
        std::vector<std::future<float>> answers;
        for (int request = 0; request < 20; ++request) {
            host_work_us(30); // parse
            answers.push_back(pool.submit([&lanes, &tables, request]() -> float {
                auto lane = lanes.take();
                std::iota(lane->ids_host, lane->ids_host + kCandidates, request);
                CUDA_TRY(cudaMemcpyAsync(lane->ids, lane->ids_host, kCandidates * sizeof(int), cudaMemcpyHostToDevice, lane->stream));
                for (int t = 0; t < kTables; ++t)
                    lookup<<<kCandidates, kDim, 0, lane->stream>>>(tables[t], lane->ids, lane->features, t);
                mlp<<<kCandidates / 4, 256, 0, lane->stream>>>(lane->features, lane->score);
                CUDA_TRY(cudaGetLastError());
                CUDA_TRY(cudaMemcpyAsync(lane->score_host, lane->score, kCandidates * sizeof(float), cudaMemcpyDeviceToHost, lane->stream));
                CUDA_TRY(cudaStreamSynchronize(lane->stream));
                const float best = lane->score_host[0];
                lanes.give(std::move(lane));
                return best;
            }));
        }
        for (auto &a : answers)
            total += a.get();
    }
    std::printf("total %f\n", total);
    for (float *t : tables)
        CUDA_TRY(cudaFree(t));
    return 0;
}

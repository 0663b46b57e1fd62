// Inference server: clients submit requests, two workers form batches (by size or by deadline) and run them.
#include <cuda_runtime.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <future>
#include <mutex>
#include <thread>
#include <vector>
using namespace std::chrono_literals;

constexpr int kFeatures = 4096, kClasses = 1000, kMaxBatch = 8, kRequests = 32, kWorkers = 2;

#pragma nullstream kernel(embed) time(60us) reads(x, batch * 4096 * 4) writes(h, batch * 4096 * 4)
__global__ void embed(const float *x, float *h, int batch)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < batch * kFeatures; i += gridDim.x * blockDim.x) {
        float v = x[i];
        for (int k = 0; k < 400; k++) v = v * 0.999f + 0.001f;
        h[i] = v;
    }
}
#pragma nullstream kernel(classify) time(110us) reads(h, batch * 4096 * 4) writes(scores, batch * 1000 * 4)
__global__ void classify(const float *h, float *scores, int batch)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= kClasses) return;
    for (int b = 0; b < batch; b++) {
        float s = 0;
        for (int f = 0; f < kFeatures; f++) s += h[b * kFeatures + f] * (float)(c ^ f);
        scores[b * kClasses + c] = s;
    }
}

struct Request {
    int id;
    std::vector<float> input;
    std::promise<int> done;
};

class Batcher {
  public:
    void push(Request &&r)
    {
        { std::lock_guard<std::mutex> g(m_); q_.push_back(std::move(r)); }
        cv_.notify_one();
    }
    void close() { { std::lock_guard<std::mutex> g(m_); closed_ = true; } cv_.notify_all(); }
    std::vector<Request> take()
    {
        std::unique_lock<std::mutex> lk(m_);
        cv_.wait(lk, [&] { return !q_.empty() || closed_; });
        auto deadline = std::chrono::steady_clock::now() + 150us;
        cv_.wait_until(lk, deadline, [&] { return q_.size() >= kMaxBatch || closed_; });
        std::vector<Request> out;
        while (!q_.empty() && out.size() < kMaxBatch) {
            out.push_back(std::move(q_.front()));
            q_.pop_front();
        }
        return out;
    }
  private:
    std::mutex m_;
    std::condition_variable cv_;
    std::deque<Request> q_;
    bool closed_ = false;
};

class Worker {
  public:
    Worker()
    {
        cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking);
        cudaMallocHost(&hin_, kMaxBatch * kFeatures * sizeof(float));
        cudaMallocHost(&hout_, kMaxBatch * kClasses * sizeof(float));
        cudaMalloc(&in_, kMaxBatch * kFeatures * sizeof(float));
        cudaMalloc(&mid_, kMaxBatch * kFeatures * sizeof(float));
        cudaMalloc(&out_, kMaxBatch * kClasses * sizeof(float));
    }
    void loop(Batcher &b, std::atomic<int> &served)
    {
        for (;;) {
            auto batch = b.take();
            if (batch.empty()) return;
            const int n = static_cast<int>(batch.size());
            for (int i = 0; i < n; i++)
                std::memcpy(hin_ + i * kFeatures, batch[i].input.data(), kFeatures * sizeof(float));
            cudaMemcpyAsync(in_, hin_, n * kFeatures * sizeof(float), cudaMemcpyHostToDevice, s_);
            embed<<<64, 256, 0, s_>>>(in_, mid_, n);
            classify<<<4, 256, 0, s_>>>(mid_, out_, n);
            cudaMemcpyAsync(hout_, out_, n * kClasses * sizeof(float), cudaMemcpyDeviceToHost, s_);
            cudaStreamSynchronize(s_);
            for (auto &r : batch) r.done.set_value(r.id);
            served.fetch_add(n, std::memory_order_relaxed);
        }
    }
    ~Worker() { cudaFree(in_); cudaFree(mid_); cudaFree(out_); cudaFreeHost(hin_); cudaFreeHost(hout_); cudaStreamDestroy(s_); }
  private:
    cudaStream_t s_;
    float *hin_, *hout_, *in_, *mid_, *out_;
};

int main()
{
    Batcher batcher;
    std::atomic<int> served{0};
    std::vector<std::unique_ptr<Worker>> workers;
    for (int i = 0; i < kWorkers; i++) workers.push_back(std::make_unique<Worker>());
    std::vector<std::thread> threads;
    for (auto &w : workers) threads.emplace_back([&batcher, &served, &w] { w->loop(batcher, served); });
    std::vector<std::future<int>> answers;
    for (int i = 0; i < kRequests; i++) {
        Request r{i, std::vector<float>(kFeatures, 0.5f * i), {}};
        answers.push_back(r.done.get_future());
        batcher.push(std::move(r));
        std::this_thread::sleep_for(20us);
    }
    int sum = 0;
    for (auto &f : answers) sum += f.get();
    batcher.close();
    for (auto &t : threads) t.join();
    std::printf("served %d, sum of ids %d\n", served.load(), sum);
}

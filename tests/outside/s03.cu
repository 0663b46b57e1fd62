// Inference server: two client threads fill a queue, three workers with a stream each serve batches.
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Request {
    int id;
    int tokens;
};

class RequestQueue {
public:
    void push(Request r)
    {
        {
            std::lock_guard<std::mutex> lock(m_);
            q_.push_back(r);
        }
        cv_.notify_one();
    }
    bool pop(Request &out)
    {
        std::unique_lock<std::mutex> lock(m_);
        cv_.wait(lock, [this] { return !q_.empty() || closed_; });
        if (q_.empty())
            return false;
        out = q_.front();
        q_.pop_front();
        return true;
    }
    void close()
    {
        std::lock_guard<std::mutex> lock(m_);
        closed_ = true;
        cv_.notify_all();
    }

private:
    std::mutex m_;
    std::condition_variable cv_;
    std::deque<Request> q_;
    bool closed_ = false;
};

#pragma nullstream kernel(embed) reads(tokens, n * 4) writes(act, n * 4)
__global__ void embed(const int *tokens, float *act, int n) { spin_us(15 + n / 256.0); }
#pragma nullstream kernel(layer) reads(act, n * 4) writes(act, n * 4)
__global__ void layer(float *act, int n) { spin_us(30); }
#pragma nullstream kernel(head) reads(act, n * 4) writes(logits, 4096)
__global__ void head(const float *act, float *logits, int n) { spin_us(20); }

constexpr int kMaxTokens = 4096;

class Worker {
public:
    explicit Worker(RequestQueue &q, std::atomic<int> &served) : q_(q), served_(served)
    {
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
        cudaMallocHost(&h_tok_, kMaxTokens * sizeof(int));
        cudaMallocHost(&h_out_, 4096);
        cudaMalloc(&d_tok_, kMaxTokens * sizeof(int));
        cudaMalloc(&d_act_, kMaxTokens * sizeof(float));
        cudaMalloc(&d_out_, 4096);
    }
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;
    ~Worker()
    {
        cudaStreamDestroy(stream_);
        cudaFreeHost(h_tok_);
        cudaFreeHost(h_out_);
        cudaFree(d_tok_);
        cudaFree(d_act_);
        cudaFree(d_out_);
    }
    void run()
    {
        Request r;
        while (q_.pop(r)) {
            for (int i = 0; i < r.tokens; ++i)
                h_tok_[i] = i ^ r.id;
            host_work_us(8);
            cudaMemcpyAsync(d_tok_, h_tok_, r.tokens * sizeof(int), cudaMemcpyHostToDevice, stream_);
            embed<<<16, 256, 0, stream_>>>(d_tok_, d_act_, r.tokens);
            for (int l = 0; l < 6; ++l)
                layer<<<32, 256, 0, stream_>>>(d_act_, r.tokens);
            head<<<8, 256, 0, stream_>>>(d_act_, d_out_, r.tokens);
            cudaMemcpyAsync(h_out_, d_out_, 4096, cudaMemcpyDeviceToHost, stream_);
            cudaStreamSynchronize(stream_);
            served_.fetch_add(1, std::memory_order_relaxed);
        }
    }

private:
    RequestQueue &q_;
    std::atomic<int> &served_;
    cudaStream_t stream_;
    int *h_tok_ = nullptr, *d_tok_ = nullptr;
    float *h_out_ = nullptr, *d_act_ = nullptr, *d_out_ = nullptr;
};

int main()
{
    RequestQueue queue;
    std::atomic<int> served{0};
    std::vector<std::unique_ptr<Worker>> workers;
    for (int i = 0; i < 3; ++i)
        workers.push_back(std::make_unique<Worker>(queue, served));

    std::vector<std::thread> threads;
    for (auto &w : workers)
        threads.emplace_back([&w] { w->run(); });

    std::vector<std::thread> clients;
    for (int c = 0; c < 2; ++c)
        clients.emplace_back([c, &queue] {
            for (int i = 0; i < 10; ++i) {
                queue.push({c * 100 + i, 512 + 256 * (i % 5)});
                std::this_thread::sleep_for(std::chrono::microseconds(120));
            }
        });
    for (auto &c : clients)
        c.join();
    queue.close();
    for (auto &t : threads)
        t.join();
    printf("served %d requests\n", served.load());
    return 0;
}

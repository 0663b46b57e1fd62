// A data loader: two workers prepare batches into pinned ring slots (bounded queue), main uploads on a
// copy stream and trains on a compute stream; slots return when their copy is done.
#include "nullstream.cuh"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>
#include <cstdio>

template <class T> class Channel {
public:
    explicit Channel(size_t cap) : cap_(cap) {}
    void push(T v)
    {
        std::unique_lock<std::mutex> lk(m_);
        notFull_.wait(lk, [&] { return q_.size() < cap_; });
        q_.push_back(std::move(v));
        notEmpty_.notify_one();
    }
    std::optional<T> pop()
    {
        std::unique_lock<std::mutex> lk(m_);
        notEmpty_.wait(lk, [&] { return !q_.empty() || closed_; });
        if (q_.empty())
            return std::nullopt;
        T v = std::move(q_.front());
        q_.pop_front();
        notFull_.notify_one();
        return v;
    }
    void close()
    {
        std::lock_guard<std::mutex> lk(m_);
        closed_ = true;
        notEmpty_.notify_all();
    }

private:
    size_t cap_;
    std::deque<T> q_;
    std::mutex m_;
    std::condition_variable notFull_, notEmpty_;
    bool closed_ = false;
};

struct Slot {
    float *host;
    int batch;
};

constexpr size_t BATCH_BYTES = 6 << 20;
constexpr int SLOTS = 4, BATCHES = 20, WORKERS = 2;

#pragma nullstream kernel(forward) flops(220.0 * (BATCH_BYTES / 4)) bytes(2.0 * BATCH_BYTES) reads(x, BATCH_BYTES) writes(w, 4096)
__global__ void forward(const float *x, float *w)
{
    float acc = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < BATCH_BYTES / 4; i += gridDim.x * blockDim.x)
        acc += x[i] * w[threadIdx.x];
    w[threadIdx.x] = acc;
}
#pragma nullstream kernel(backward) time(210us) reads(x, BATCH_BYTES) reads(w, 4096) writes(w, 4096)
__global__ void backward(const float *x, float *w) { spin_us(210); }

int main()
{
    std::vector<Slot> slots(SLOTS);
    for (auto &s : slots)
        cudaMallocHost(&s.host, BATCH_BYTES);
    float *dev[2], *weights, loss = 0;
    cudaMalloc(&dev[0], BATCH_BYTES);
    cudaMalloc(&dev[1], BATCH_BYTES);
    cudaMalloc(&weights, 4096);
    cudaStream_t copy, compute;
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaEvent_t ready[2], consumed[2];
    for (int i = 0; i < 2; i++) {
        cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&consumed[i], cudaEventDisableTiming);
    }
    cudaMemsetAsync(weights, 0, 4096, compute);

    Channel<Slot *> empty(SLOTS), full(SLOTS);
    for (auto &s : slots)
        empty.push(&s);
    std::mutex counter;
    int next = 0;
    std::vector<std::thread> workers;
    for (int w = 0; w < WORKERS; w++)
        workers.emplace_back([&] {
            for (;;) {
                int mine;
                {
                    std::lock_guard<std::mutex> lk(counter);
                    if (next == BATCHES)
                        return;
                    mine = next++;
                }
                Slot *s = *empty.pop();
                host_work_us(500 + 40 * (mine % 3)); // decode and augment
                s->host[0] = (float)mine;
                s->batch = mine;
                full.push(s);
            }
        });
    for (int b = 0; b < BATCHES; b++) {
        Slot *s = *full.pop();
        int k = b & 1;
        if (b >= 2)
            cudaStreamWaitEvent(copy, consumed[k], 0);
        cudaMemcpyAsync(dev[k], s->host, BATCH_BYTES, cudaMemcpyHostToDevice, copy);
        cudaEventRecord(ready[k], copy);
        cudaStreamWaitEvent(compute, ready[k], 0);
        forward<<<264, 1024, 0, compute>>>(dev[k], weights);
        backward<<<132, 512, 0, compute>>>(dev[k], weights);
        cudaEventRecord(consumed[k], compute);
        cudaEventSynchronize(ready[k]);
        empty.push(s);
    }
    for (auto &t : workers)
        t.join();
    cudaMemcpyAsync(&loss, weights, sizeof loss, cudaMemcpyDeviceToHost, compute);
    cudaStreamSynchronize(compute);
    printf("loss %f\n", loss);
    return 0;
}

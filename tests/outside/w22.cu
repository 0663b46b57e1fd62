// C++20. An inference server skeleton: a lock-free ring with atomics feeds two std::jthread workers, each with a stream of its own, until the stop token says that all clients are gone.
#include "nullstream.cuh"
#include <array>
#include <atomic>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

template <typename T, unsigned N>
    requires((N & (N - 1)) == 0)
class Ring { // one producer, many consumers
public:
    bool push(const T &v)
    {
        const unsigned t = tail_.load(std::memory_order_relaxed);
        if (t - head_.load(std::memory_order_acquire) == N) return false;
        items_[t & (N - 1)] = v;
        tail_.store(t + 1, std::memory_order_release);
        return true;
    }
    bool pop(T &v)
    {
        unsigned h = head_.load(std::memory_order_acquire);
        for (;;) {
            if (h == tail_.load(std::memory_order_acquire)) return false;
            v = items_[h & (N - 1)];
            if (head_.compare_exchange_weak(h, h + 1, std::memory_order_acq_rel)) return true;
        }
    }

private:
    std::array<T, N> items_{};
    std::atomic<unsigned> head_{0}, tail_{0};
};

struct Query {
    int id;
    int rows;
};

constexpr int kFeatures = 512, kHidden = 1024, kMaxRows = 256, kQueries = 32, kWorkers = 2;

#pragma nullstream kernel(dense) flops(2.0 * rows * in_dim * out_dim) bytes(4.0 * in_dim * out_dim + 4.0 * rows * (in_dim + out_dim)) shared(16384) regs(80)
__global__ void __launch_bounds__(256) dense(const float *x, const float *w, float *y, int rows, int in_dim, int out_dim)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * out_dim) return;
    float acc = 0;
    for (int k = 0; k < in_dim; k++) acc += x[(i / out_dim) * in_dim + k] * w[k * out_dim + i % out_dim];
    y[i] = acc > 0 ? acc : 0;
}

#pragma nullstream kernel(softmax) time(5us + rows * 0.01us)
__global__ void softmax(float *y, int rows, int cols)
{
    int r = blockIdx.x;
    float s = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) s += __expf(y[r * cols + c]);
    y[r * cols + threadIdx.x] /= s + 1e-6f;
}

struct Worker {
    cudaStream_t stream{};
    float *x{}, *h{}, *y{}, *host{};
    int served = 0;
    Worker()
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaMalloc(&x, sizeof(float) * kMaxRows * kFeatures);
        cudaMalloc(&h, sizeof(float) * kMaxRows * kHidden);
        cudaMalloc(&y, sizeof(float) * kMaxRows * 64);
        cudaMallocHost(&host, sizeof(float) * kMaxRows * (kFeatures + 64));
    }
    ~Worker()
    {
        cudaFreeHost(host);
        cudaFree(x);
        cudaFree(h);
        cudaFree(y);
        cudaStreamDestroy(stream);
    }
    void serve(const Query &q, const float *w1, const float *w2)
    {
        cudaMemcpyAsync(x, host, sizeof(float) * q.rows * kFeatures, cudaMemcpyHostToDevice, stream);
        dense<<<(q.rows * kHidden + 255) / 256, 256, 0, stream>>>(x, w1, h, q.rows, kFeatures, kHidden);
        dense<<<(q.rows * 64 + 255) / 256, 256, 0, stream>>>(h, w2, y, q.rows, kHidden, 64);
        softmax<<<q.rows, 64, 0, stream>>>(y, q.rows, 64);
        cudaMemcpyAsync(host + kMaxRows * kFeatures, y, sizeof(float) * q.rows * 64, cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        ++served;
    }
};

int main()
{
    float *w1, *w2;
    cudaMalloc(&w1, sizeof(float) * kFeatures * kHidden);
    cudaMalloc(&w2, sizeof(float) * kHidden * 64);
    std::vector<std::unique_ptr<Worker>> workers;
    for (int i = 0; i < kWorkers; i++) workers.push_back(std::make_unique<Worker>());
    auto ring = std::make_unique<Ring<Query, 16>>();
    std::atomic<int> answered{0};

    std::vector<std::jthread> threads;
    for (auto &w : workers)
        threads.emplace_back([&, self = w.get()](std::stop_token stop) {
            Query q;
            for (;;) {
                if (ring->pop(q)) {
                    self->serve(q, w1, w2);
                    answered.fetch_add(1);
                } else if (stop.stop_requested()) {
                    return;
                } else {
                    host_work_us(2);
                }
            }
        });
    for (int i = 0; i < kQueries; i++) {
        const Query q{i, 32 + (i * 56) % 224};
        while (!ring->push(q)) host_work_us(3);
        host_work_us(i % 8 == 7 ? 60 : 8);
    }
    for (auto &t : threads) t.request_stop();
    for (auto &t : threads) t.join();
    std::printf("answered %d of %d\n", answered.load(), kQueries);
    return 0;
}

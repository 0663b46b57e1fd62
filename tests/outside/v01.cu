// v01: mini training loop, prefetching loader thread pool feeding a bounded queue (C++17, threads)
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>
#include <vector>

#define CUDA_CHECK(expr)                                                                   \
    do {                                                                                   \
        if (cudaError_t err_ = (expr); err_ != cudaSuccess) {                              \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #expr,             \
                         cudaGetErrorString(err_));                                        \
            std::exit(EXIT_FAILURE);                                                       \
        }                                                                                  \
    } while (0)

constexpr int kBatch = 1 << 19;
constexpr int kSteps = 12;

struct Batch {
    int index = -1;
    float *host = nullptr;
};

template <class T> class BoundedQueue {
    std::queue<T> items_;
    std::mutex m_;
    std::condition_variable not_full_, not_empty_;
    const std::size_t limit_;
    bool closed_ = false;

  public:
    explicit BoundedQueue(std::size_t limit) : limit_{limit} {}
    void push(T item)
    {
        std::unique_lock lk{m_};
        not_full_.wait(lk, [&] { return items_.size() < limit_; });
        items_.push(std::move(item));
        not_empty_.notify_one();
    }
    std::optional<T> pop()
    {
        std::unique_lock lk{m_};
        not_empty_.wait(lk, [this] { return closed_ || !items_.empty(); });
        if (items_.empty())
            return std::nullopt;
        T item = std::move(items_.front());
        items_.pop();
        not_full_.notify_one();
        return item;
    }
    void close()
    {
        std::lock_guard lk{m_};
        closed_ = true;
        not_empty_.notify_all();
    }
};

#pragma nullstream kernel(forward) time(320us)
__global__ void forward(const float *x, const float *w, float *act, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        act[i] = x[i] * w[i];
}
#pragma nullstream kernel(backward) time(610us)
__global__ void backward(const float *act, float *grad, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        grad[i] = 2.f * act[i];
}
#pragma nullstream kernel(sgd) flops(2.0 * n) bytes(12.0 * n)
__global__ void sgd(float *w, const float *grad, float lr, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] -= lr * grad[i];
}

int main()
{
    BoundedQueue<Batch> ready{2}, spare{4};
    float *w, *act, *grad, *x[2];
    for (float **p : {&w, &act, &grad, &x[0], &x[1]})
        CUDA_CHECK(cudaMalloc(p, kBatch * sizeof(float)));
    CUDA_CHECK(cudaMemset(w, 0, kBatch * sizeof(float)));
    cudaStream_t copy, compute;
    CUDA_CHECK(cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
    cudaEvent_t loaded[2], used[2];
    for (int i = 0; i < 2; ++i) {
        CUDA_CHECK(cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming | cudaEventBlockingSync));
    }
    std::vector<Batch> storage(4);
    for (auto &b : storage) {
        CUDA_CHECK(cudaMallocHost(&b.host, kBatch * sizeof(float)));
        spare.push(b);
    }
    std::thread loader([&] {
        for (int i = 0; i < kSteps; ++i) {
            auto b = spare.pop();
            if (!b)
                break;
            b->index = i;
            host_work_us(400);
            ready.push(*b);
        }
        ready.close();
    });
    const dim3 block(256), grid((kBatch + block.x - 1) / block.x);
    int step = 0;
    while (auto b = ready.pop()) {
        int s = step++ & 1;
        CUDA_CHECK(cudaStreamWaitEvent(copy, used[s], 0));
        CUDA_CHECK(cudaMemcpyAsync(x[s], b->host, kBatch * sizeof(float), cudaMemcpyHostToDevice, copy));
        CUDA_CHECK(cudaEventRecord(loaded[s], copy));
        CUDA_CHECK(cudaStreamWaitEvent(compute, loaded[s], 0));
        forward<<<grid, block, 0, compute>>>(x[s], w, act, kBatch);
        CUDA_CHECK(cudaEventRecord(used[s], compute));
        backward<<<grid, block, 0, compute>>>(act, grad, kBatch);
        sgd<<<grid, block, 0, compute>>>(w, grad, 1e-3f, kBatch);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaEventSynchronize(loaded[s]));
        spare.push(*b);
    }
    loader.join();
    CUDA_CHECK(cudaStreamSynchronize(compute));
    for (auto &b : storage)
        CUDA_CHECK(cudaFreeHost(b.host));
    std::printf("%d steps\n", step);
}

// Dataloader with a prefetching thread: batches in pinned slots, a bounded queue, train step on the consumer side
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#define CU(x) do { auto e__ = (x); if (e__ != cudaSuccess) { std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e__)); std::abort(); } } while (0)

static constexpr size_t BATCH = 64, SAMPLE = 3 * 64 * 64, NBATCH = 24, SLOTS = 3;
static constexpr size_t BATCH_BYTES = BATCH * SAMPLE * sizeof(float);

template <class T> class BoundedQueue {
    std::queue<T> q_;
    std::mutex m_;
    std::condition_variable not_empty_, not_full_;
    const size_t cap_;
    bool closed_ = false;
public:
    explicit BoundedQueue(size_t cap) : cap_(cap) {}
    void push(T v)
    {
        std::unique_lock<std::mutex> lk(m_);
        not_full_.wait(lk, [&] { return q_.size() < cap_; });
        q_.push(std::move(v));
        not_empty_.notify_one();
    }
    bool pop(T &out)
    {
        std::unique_lock lk(m_);
        not_empty_.wait(lk, [this] { return closed_ || !q_.empty(); });
        if (q_.empty())
            return false;
        out = std::move(q_.front());
        q_.pop();
        lk.unlock();
        not_full_.notify_one();
        return true;
    }
    void close()
    {
        { std::lock_guard<std::mutex> g(m_); closed_ = true; }
        not_empty_.notify_all();
    }
};

struct Slot {
    float *host = nullptr;
    float *dev = nullptr;
    cudaEvent_t ready{}, released{};
    size_t index = 0;
};

#pragma nullstream kernel(normalize) bytes(8.0 * n)
__global__ void normalize(float *x, size_t n, float mean, float inv_std)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = (x[i] - mean) * inv_std;
}

#pragma nullstream kernel(train_step) time(350us) reads(x, n * 4) writes(weights, 4096) writes(loss, 4)
__global__ void train_step(const float *x, float *weights, float *loss, size_t n)
{
    float v = x[threadIdx.x];
    atomicAdd(loss, v);
    weights[threadIdx.x] -= 0.01f * v;
}

#pragma nullstream host(decode) time(180us)
void decode(float *dst, size_t n, size_t seed)
{
    for (size_t i = 0; i < n; i += 1024)
        dst[i] = (float)((seed + i) % 255);
}

int main()
{
    std::vector<Slot> slots(SLOTS);
    for (auto &s : slots) {
        CU(cudaMallocHost(&s.host, BATCH_BYTES));
        CU(cudaMalloc(&s.dev, BATCH_BYTES));
        CU(cudaEventCreateWithFlags(&s.ready, cudaEventDisableTiming));
        CU(cudaEventCreateWithFlags(&s.released, cudaEventDisableTiming | cudaEventBlockingSync));
    }
    float *weights, *loss, *h_loss;
    CU(cudaMalloc(&weights, 4096));
    CU(cudaMalloc(&loss, NBATCH * sizeof(float)));
    CU(cudaMallocHost(&h_loss, NBATCH * sizeof(float)));
    CU(cudaMemset(weights, 0, 4096));
    CU(cudaMemset(loss, 0, NBATCH * sizeof(float)));
    CU(cudaDeviceSynchronize());

    BoundedQueue<Slot *> full(SLOTS), empty(SLOTS);
    for (auto &s : slots)
        empty.push(&s);

    std::thread loader([&] {
        cudaStream_t copy;
        CU(cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking));
        for (size_t b = 0; b < NBATCH; ++b) {
            Slot *s = nullptr;
            if (!empty.pop(s))
                break;
            CU(cudaEventSynchronize(s->ready)); // the host buffer is free once the last copy has read it
            decode(s->host, BATCH * SAMPLE, b);
            s->index = b;
            CU(cudaStreamWaitEvent(copy, s->released, 0));
            CU(cudaMemcpyAsync(s->dev, s->host, BATCH_BYTES, cudaMemcpyHostToDevice, copy));
            CU(cudaEventRecord(s->ready, copy));
            full.push(s);
        }
        full.close();
        CU(cudaStreamSynchronize(copy));
        CU(cudaStreamDestroy(copy));
    });

    cudaStream_t compute;
    CU(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
    Slot *s;
    size_t n = BATCH * SAMPLE, seen = 0;
    while (full.pop(s)) {
        CU(cudaStreamWaitEvent(compute, s->ready, 0));
        normalize<<<(unsigned)((n + 255) / 256), 256, 0, compute>>>(s->dev, n, 127.5f, 1 / 64.f);
        train_step<<<132, 256, 0, compute>>>(s->dev, weights, loss + s->index, n);
        CU(cudaEventRecord(s->released, compute));
        if (++seen % 8 == 0) {
            CU(cudaMemcpyAsync(h_loss, loss, seen * sizeof(float), cudaMemcpyDeviceToHost, compute));
            CU(cudaStreamSynchronize(compute));
            std::printf("step %zu loss %f\n", seen, h_loss[seen - 1]);
        }
        empty.push(s);
    }
    loader.join();
    CU(cudaStreamSynchronize(compute));
    for (auto &t : slots) {
        CU(cudaEventDestroy(t.ready));
        CU(cudaEventDestroy(t.released));
        CU(cudaFree(t.dev));
        CU(cudaFreeHost(t.host));
    }
    CU(cudaStreamDestroy(compute));
    return 0;
}

// Checkpoints the easy way: the trainer keeps stepping while a writer thread copies a frozen set of parameters into a
// std::vector with plain cudaMemcpyAsync on its own stream (pageable!), then "writes" it; two snapshots at most.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>
#include "nullstream.cuh"

#define GPU(call)                                                                  \
    do {                                                                           \
        const cudaError_t rc = call;                                               \
        if (rc != cudaSuccess) {                                                   \
            std::cerr << #call << ": " << cudaGetErrorString(rc) << std::endl;     \
            std::exit(3);                                                          \
        }                                                                          \
    } while (false)

static const size_t PARAMS = 6u << 20;
static const int STEPS = 48, EVERY = 12;

#pragma nullstream kernel(forward_backward) flops(60.0 * n * 40) bytes(8.0 * n)
__global__ void forward_backward(const float *p, float *g, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = p[i];
    for (int k = 0; k < 1200; k++)
        x = x * 0.999f + 1e-3f;
    g[i] = x;
}

#pragma nullstream kernel(adam) bytes(28.0 * n) flops(14.0 * n)
__global__ void adam(float *p, float *m, float *v, const float *g, size_t n, float rate)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float gi = g[i];
    m[i] = 0.9f * m[i] + 0.1f * gi;
    v[i] = 0.999f * v[i] + 0.001f * gi * gi;
    p[i] -= rate * m[i] * rsqrtf(v[i] + 1e-8f);
}

class Checkpointer {
    struct Job {
        int step, slot;
    };
    std::mutex mutex_;
    std::condition_variable wake_, idle_;
    std::optional<Job> job_;
    bool busy_ = false, quit_ = false;
    float *frozen_[2];
    cudaEvent_t frozen_ready_[2];
    std::thread thread_;
    std::atomic<int> written_{0};

    void loop()
    {
        cudaStream_t io;
        GPU(cudaStreamCreateWithFlags(&io, cudaStreamNonBlocking));
        std::vector<float> host(PARAMS);
        for (;;) {
            Job now;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                wake_.wait(lock, [this] { return job_ || quit_; });
                if (!job_)
                    break;
                now = *job_;
                job_.reset();
                busy_ = true;
            }
            GPU(cudaStreamWaitEvent(io, frozen_ready_[now.slot], 0));
            GPU(cudaMemcpyAsync(host.data(), frozen_[now.slot], PARAMS * sizeof(float), cudaMemcpyDeviceToHost, io));
            GPU(cudaStreamSynchronize(io));
            host_work_us(500); // a write into the page cache
            written_++;
            {
                std::lock_guard<std::mutex> lock(mutex_);
                busy_ = false;
            }
            idle_.notify_all();
        }
        GPU(cudaStreamDestroy(io));
    }

public:
    Checkpointer()
    {
        for (int i = 0; i < 2; i++) {
            GPU(cudaMalloc(&frozen_[i], PARAMS * sizeof(float)));
            GPU(cudaEventCreateWithFlags(&frozen_ready_[i], cudaEventDisableTiming));
        }
        thread_ = std::thread([this] { loop(); });
    }
    ~Checkpointer()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            quit_ = true;
        }
        wake_.notify_one();
        thread_.join();
        for (int i = 0; i < 2; i++) {
            cudaFree(frozen_[i]);
            cudaEventDestroy(frozen_ready_[i]);
        }
    }
    void save(const float *p, int step, cudaStream_t s)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        idle_.wait(lock, [this] { return !busy_ && !job_; });
        int slot = step / EVERY % 2;
        GPU(cudaMemcpyAsync(frozen_[slot], p, PARAMS * sizeof(float), cudaMemcpyDeviceToDevice, s));
        GPU(cudaEventRecord(frozen_ready_[slot], s));
        job_ = Job{step, slot};
        wake_.notify_one();
    }
    int written() const { return written_.load(); }
};

int main()
{
    float *p, *m, *v, *g;
    for (float **a : {&p, &m, &v, &g}) {
        GPU(cudaMalloc(a, PARAMS * sizeof(float)));
        GPU(cudaMemset(*a, 0, PARAMS * sizeof(float)));
    }
    cudaStream_t train;
    GPU(cudaStreamCreateWithFlags(&train, cudaStreamNonBlocking));
    GPU(cudaDeviceSynchronize());
    {
        Checkpointer saver;
        const unsigned blocks = (unsigned)((PARAMS + 255) / 256);
        for (int step = 1; step <= STEPS; step++) {
            forward_backward<<<blocks, 256, 0, train>>>(p, g, PARAMS);
            adam<<<blocks, 256, 0, train>>>(p, m, v, g, PARAMS, 1e-3f);
            if (step % EVERY == 0)
                saver.save(p, step, train);
            if (step % 4 == 0)
                GPU(cudaStreamSynchronize(train)); // the queue is kept short, as the loss is printed
        }
    }
    GPU(cudaDeviceSynchronize());
    std::cout << STEPS << " steps" << std::endl;
    for (float *a : {p, m, v, g})
        cudaFree(a);
}

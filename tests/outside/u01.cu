// A small thread pool: every worker owns a stream and a pair of buffers, jobs come from a queue.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#define CHECK(call)                                                                         \
    do {                                                                                    \
        cudaError_t err_ = (call);                                                          \
        if (err_ != cudaSuccess) {                                                          \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_));   \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

__global__ void filter(float *out, const float *in, int n, double us)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 0.5f * in[i];
    spin_us(us);
}

struct Worker {
    cudaStream_t stream;
    float *in, *out;
};

class Pool {
public:
    using Job = std::function<void(Worker &)>;

    Pool(int count, size_t bytes)
    {
        workers_.resize(count);
        for (Worker &w : workers_) {
            CHECK(cudaStreamCreateWithFlags(&w.stream, cudaStreamNonBlocking));
            CHECK(cudaMalloc(&w.in, bytes));
            CHECK(cudaMalloc(&w.out, bytes));
        }
        for (int i = 0; i < count; i++)
            threads_.emplace_back([this, i] { loop(workers_[i]); });
    }

    ~Pool()
    {
        {
            std::lock_guard<std::mutex> hold(mutex_);
            stop_ = true;
        }
        wake_.notify_all();
        for (auto &t : threads_)
            t.join();
        for (Worker &w : workers_) {
            CHECK(cudaFree(w.in));
            CHECK(cudaFree(w.out));
            CHECK(cudaStreamDestroy(w.stream));
        }
    }

    void submit(Job job)
    {
        {
            std::lock_guard<std::mutex> hold(mutex_);
            jobs_.push(std::move(job));
            pending_++;
        }
        wake_.notify_one();
    }

    void wait()
    {
        std::unique_lock<std::mutex> hold(mutex_);
        idle_.wait(hold, [this] { return pending_ == 0; });
    }

private:
    void loop(Worker &w)
    {
        for (;;) {
            Job job;
            {
                std::unique_lock<std::mutex> hold(mutex_);
                wake_.wait(hold, [this] { return stop_ || !jobs_.empty(); });
                if (jobs_.empty())
                    return;
                job = std::move(jobs_.front());
                jobs_.pop();
            }
            job(w);
            std::lock_guard<std::mutex> hold(mutex_);
            if (--pending_ == 0)
                idle_.notify_all();
        }
    }

    std::vector<Worker> workers_;
    std::vector<std::thread> threads_;
    std::queue<Job> jobs_;
    std::mutex mutex_;
    std::condition_variable wake_, idle_;
    int pending_ = 0;
    bool stop_ = false;
};

int main()
{
    const int jobs = 24, n = 1 << 19;
    const size_t bytes = n * sizeof(float);
    float *src, *dst;
    CHECK(cudaMallocHost(&src, jobs * bytes));
    CHECK(cudaMallocHost(&dst, jobs * bytes));
    for (size_t i = 0; i < (size_t)jobs * n; i += 1024)
        src[i] = (float)i;
    {
        Pool pool(3, bytes);
        for (int j = 0; j < jobs; j++)
            pool.submit([=](Worker &w) {
                CHECK(cudaMemcpyAsync(w.in, src + (size_t)j * n, bytes, cudaMemcpyHostToDevice, w.stream));
                filter<<<n / 256, 256, 0, w.stream>>>(w.out, w.in, n, 5.0 + j % 4 * 5.0);
                CHECK(cudaMemcpyAsync(dst + (size_t)j * n, w.out, bytes, cudaMemcpyDeviceToHost, w.stream));
                CHECK(cudaStreamSynchronize(w.stream));
            });
        pool.wait();
    }
    printf("%f\n", dst[0]);
    CHECK(cudaFreeHost(src));
    CHECK(cudaFreeHost(dst));
    return 0;
}

// Per-thread streams: a thread pool with futures, thread_local stream and scratch, results collected in order
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#define CU_CHECK(x)                                                                \
    if (auto e_ = (x); e_ != cudaSuccess)                                          \
    throw std::runtime_error(cudaGetErrorString(e_))

class ThreadPool {
    std::vector<std::thread> workers_;
    std::deque<std::function<void()>> tasks_;
    std::mutex m_;
    std::condition_variable cv_;
    bool stop_ = false;

    void run()
    {
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock<std::mutex> lock(m_);
                cv_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
                if (stop_ && tasks_.empty())
                    return;
                task = std::move(tasks_.front());
                tasks_.pop_front();
            }
            task();
        }
    }
public:
    explicit ThreadPool(unsigned n)
    {
        workers_.reserve(n);
        for (unsigned i = 0; i < n; ++i)
            workers_.emplace_back([this] { run(); });
    }
    template <class F, class... Args> auto enqueue(F &&f, Args &&...args) -> std::future<std::invoke_result_t<F, Args...>>
    {
        using R = std::invoke_result_t<F, Args...>;
        auto task = std::make_shared<std::packaged_task<R()>>(std::bind(std::forward<F>(f), std::forward<Args>(args)...));
        auto result = task->get_future();
        {
            std::scoped_lock lock(m_);
            tasks_.emplace_back([task] { (*task)(); });
        }
        cv_.notify_one();
        return result;
    }
    ~ThreadPool()
    {
        {
            std::scoped_lock lock(m_);
            stop_ = true;
        }
        cv_.notify_all();
        for (auto &w : workers_)
            w.join();
    }
};

#pragma nullstream kernel(partial_sum) bytes(4.0 * n)
__global__ void partial_sum(const float *in, double *out, int n)
{
    __shared__ double s[256];
    double acc = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        acc += in[i];
    s[threadIdx.x] = acc;
    __syncthreads();
    for (int d = 128; d; d >>= 1) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (!threadIdx.x)
        out[blockIdx.x] = s[0];
}

struct Scratch {
    static constexpr int N = 1 << 19, BLOCKS = 64;
    cudaStream_t stream = nullptr;
    float *d_in = nullptr, *h_in = nullptr;
    double *d_out = nullptr, *h_out = nullptr;
    Scratch()
    {
        CU_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CU_CHECK(cudaMalloc(&d_in, N * sizeof(float)));
        CU_CHECK(cudaMalloc(&d_out, BLOCKS * sizeof(double)));
        CU_CHECK(cudaMallocHost(&h_in, N * sizeof(float)));
        CU_CHECK(cudaMallocHost(&h_out, BLOCKS * sizeof(double)));
    }
    ~Scratch()
    {
        cudaFree(d_in);
        cudaFree(d_out);
        cudaFreeHost(h_in);
        cudaFreeHost(h_out);
        cudaStreamDestroy(stream);
    }
};

static double process(int chunk)
{
    thread_local Scratch *scratch = nullptr; // leaked on purpose
    if (!scratch)
        scratch = new Scratch();
    auto &s = *scratch;
    for (int i = 0; i < Scratch::N; i += 1024)
        s.h_in[i] = float(chunk);
    CU_CHECK(cudaMemcpyAsync(s.d_in, s.h_in, Scratch::N * sizeof(float), cudaMemcpyHostToDevice, s.stream));
    partial_sum<<<Scratch::BLOCKS, 256, 0, s.stream>>>(s.d_in, s.d_out, Scratch::N);
    CU_CHECK(cudaGetLastError());
    CU_CHECK(cudaMemcpyAsync(s.h_out, s.d_out, Scratch::BLOCKS * sizeof(double), cudaMemcpyDeviceToHost, s.stream));
    CU_CHECK(cudaStreamSynchronize(s.stream));
    return std::accumulate(s.h_out, s.h_out + Scratch::BLOCKS, 0.0);
}

int main()
{
    constexpr int CHUNKS = 24;
    CU_CHECK(cudaFree(nullptr));
    double sum = 0;
    {
        ThreadPool pool(3);
        std::vector<std::future<double>> results;
        for (int c = 0; c < CHUNKS; ++c)
            results.push_back(pool.enqueue(process, c));
        for (auto &r : results)
            sum += r.get();
    }
    std::printf("sum %f\n", sum);
    return 0;
}

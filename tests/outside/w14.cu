// C++17. A thread pool of std::packaged_task: image tiles are filtered by whichever of three workers is free, and a reduction task waits for their futures.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class ThreadPool {
public:
    explicit ThreadPool(int n)
    {
        for (int i = 0; i < n; ++i)
            workers_.emplace_back([this, i] { loop(i); });
    }
    ~ThreadPool()
    {
        {
            std::unique_lock<std::mutex> l(m_);
            stop_ = true;
        }
        cv_.notify_all();
        for (auto &w : workers_) w.join();
    }
    template <class F> auto submit(F f) -> std::future<decltype(f(0))>
    {
        using R = decltype(f(0));
        auto task = std::make_shared<std::packaged_task<R(int)>>(std::move(f));
        std::future<R> result = task->get_future();
        {
            std::lock_guard<std::mutex> l(m_);
            queue_.push([task](int worker) { (*task)(worker); });
        }
        cv_.notify_one();
        return result;
    }

private:
    void loop(int id)
    {
        while (true) {
            std::function<void(int)> job;
            {
                std::unique_lock<std::mutex> l(m_);
                cv_.wait(l, [this] { return stop_ || !queue_.empty(); });
                if (queue_.empty()) return;
                job = std::move(queue_.front());
                queue_.pop();
            }
            job(id);
        }
    }
    std::vector<std::thread> workers_;
    std::queue<std::function<void(int)>> queue_;
    std::mutex m_;
    std::condition_variable cv_;
    bool stop_ = false;
};

#pragma nullstream kernel(bilateral) flops(220.0 * n) bytes(8.0 * n) regs(40)
__global__ void bilateral(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float acc = 0, w = 0;
    for (int k = -12; k <= 12; k++) {
        float v = in[min(max(i + k, 0), n - 1)], g = __expf(-(v - in[i]) * (v - in[i]) - k * k * 0.02f);
        acc += g * v;
        w += g;
    }
    out[i] = acc / w;
}

#pragma nullstream kernel(histogram) bytes(4.0 * n) flops(4.0 * n) atomics(bins, 1024)
__global__ void histogram(const float *in, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[(int)(in[i] * 255.f) & 255], 1u);
}

struct Lane {
    cudaStream_t stream;
    float *in, *out;
    unsigned *bins, *host_bins;
};

int main()
{
    constexpr int kWorkers = 3, kTiles = 20, kTile = 512 * 512;
    std::vector<Lane> lanes(kWorkers);
    float *image;
    cudaMallocHost(&image, size_t(kTiles) * kTile * sizeof(float));
    for (auto &l : lanes) {
        cudaStreamCreateWithFlags(&l.stream, cudaStreamNonBlocking);
        cudaMalloc(&l.in, kTile * sizeof(float));
        cudaMalloc(&l.out, kTile * sizeof(float));
        cudaMalloc(&l.bins, 256 * sizeof(unsigned));
        cudaMallocHost(&l.host_bins, 256 * sizeof(unsigned));
    }
    int tiles_done = 0;
    {
        ThreadPool pool(kWorkers);
        std::vector<std::future<int>> done;
        for (int t = 0; t < kTiles; t++)
            done.push_back(pool.submit([&lanes, image, t, kTile](int w) {
                Lane &l = lanes[w];
                cudaMemcpyAsync(l.in, image + size_t(t) * kTile, kTile * sizeof(float), cudaMemcpyHostToDevice, l.stream);
                cudaMemsetAsync(l.bins, 0, 256 * sizeof(unsigned), l.stream);
                bilateral<<<kTile / 256, 256, 0, l.stream>>>(l.in, l.out, kTile);
                histogram<<<kTile / 256, 256, 0, l.stream>>>(l.out, l.bins, kTile);
                cudaMemcpyAsync(l.host_bins, l.bins, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost, l.stream);
                cudaMemcpyAsync(image + size_t(t) * kTile, l.out, kTile * sizeof(float), cudaMemcpyDeviceToHost, l.stream);
                cudaStreamSynchronize(l.stream);
                host_work_us(7); // merge the histogram
                return 1;
            }));
        for (auto &f : done) tiles_done += f.get();
    }
    std::printf("%d tiles\n", tiles_done);
    for (auto &l : lanes) {
        cudaStreamDestroy(l.stream);
        cudaFree(l.in);
        cudaFree(l.out);
        cudaFree(l.bins);
        cudaFreeHost(l.host_bins);
    }
    cudaFreeHost(image);
}

// Thread pool with a condition variable: workers take images from a queue, each with its own stream.
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#pragma nullstream kernel(resize) bytes(5.0 * w * h) flops(12.0 * w * h) reads(in, w * h * 3) writes(out, w * h * 3 / 4)
__global__ void resize(const unsigned char *in, unsigned char *out, int w, int h) {}
#pragma nullstream kernel(normalize) bytes(5.0 * n) flops(2.0 * n) reads(in, n) writes(out, n * 4)
__global__ void normalize(const unsigned char *in, float *out, int n) {}

class Pool {
public:
    explicit Pool(int workers)
    {
        for (int i = 0; i < workers; i++)
            threads_.emplace_back([this, i] { run(i); });
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
    }
    void submit(std::function<void(cudaStream_t)> job)
    {
        {
            std::lock_guard<std::mutex> hold(mutex_);
            jobs_.push(std::move(job));
        }
        wake_.notify_one();
    }

private:
    void run(int)
    {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        for (;;) {
            std::function<void(cudaStream_t)> job;
            {
                std::unique_lock<std::mutex> hold(mutex_);
                wake_.wait(hold, [this] { return stop_ || !jobs_.empty(); });
                if (jobs_.empty())
                    break;
                job = std::move(jobs_.front());
                jobs_.pop();
            }
            job(stream);
        }
        cudaStreamDestroy(stream);
    }
    std::mutex mutex_;
    std::condition_variable wake_;
    std::queue<std::function<void(cudaStream_t)>> jobs_;
    std::vector<std::thread> threads_;
    bool stop_ = false;
};

struct Image {
    unsigned char *host, *device, *small;
    float *tensor;
};

int main()
{
    const int W = 1024, H = 768, COUNT = 16;
    std::vector<Image> images(COUNT);
    for (auto &im : images) {
        cudaMallocHost(&im.host, W * H * 3);
        cudaMalloc(&im.device, W * H * 3);
        cudaMalloc(&im.small, W * H * 3 / 4);
        cudaMalloc(&im.tensor, W * H * 3);
    }
    {
        Pool pool(3);
        for (auto &im : images) {
            host_work_us(20);
            pool.submit([&im](cudaStream_t s) {
                host_work_us(60); // decode
                cudaMemcpyAsync(im.device, im.host, W * H * 3, cudaMemcpyHostToDevice, s);
                resize<<<dim3(W / 32, H / 8), dim3(32, 8), 0, s>>>(im.device, im.small, W, H);
                normalize<<<(W * H * 3 / 4 + 255) / 256, 256, 0, s>>>(im.small, im.tensor, W * H * 3 / 4);
                cudaStreamSynchronize(s);
            });
        }
    }
    for (auto &im : images) {
        cudaFreeHost(im.host);
        cudaFree(im.device);
        cudaFree(im.small);
        cudaFree(im.tensor);
    }
    return 0;
}

// Thread pool with futures: tasks are lambdas, each worker owns a context with stream and scratch.
#include <cuda_runtime.h>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#pragma nullstream kernel(sortChunk) time(150us) reads(keys, n * 4) writes(keys, n * 4)
__global__ void sortChunk(unsigned *keys, int n) {}
#pragma nullstream kernel(mergePair) bytes(16.0 * n) reads(a, n * 4) reads(b, n * 4) writes(out, n * 8)
__global__ void mergePair(const unsigned *a, const unsigned *b, unsigned *out, int n) {}

struct Context {
    cudaStream_t stream;
    Context() { cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); }
    ~Context() { cudaStreamDestroy(stream); }
};

class Pool {
    std::vector<std::thread> threads_;
    std::queue<std::function<void(Context &)>> tasks_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stop_ = false;

    void loop()
    {
        Context ctx;
        for (;;) {
            std::function<void(Context &)> task;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                wake_.wait(lock, [&] { return stop_ || !tasks_.empty(); });
                if (stop_ && tasks_.empty())
                    return;
                task = std::move(tasks_.front());
                tasks_.pop();
            }
            task(ctx);
        }
    }

  public:
    explicit Pool(int n)
    {
        for (int i = 0; i < n; i++)
            threads_.emplace_back([this] { loop(); });
    }
    ~Pool()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            stop_ = true;
        }
        wake_.notify_all();
        for (auto &t : threads_)
            t.join();
    }
    template <typename F> std::future<int> submit(F f)
    {
        auto promise = std::make_shared<std::promise<int>>();
        auto result = promise->get_future();
        {
            std::lock_guard<std::mutex> lock(mutex_);
            tasks_.push([promise, f](Context &c) { promise->set_value(f(c)); });
        }
        wake_.notify_one();
        return result;
    }
};

int main()
{
    const int chunks = 16, n = 1 << 18;
    unsigned *host, *dev, *merged;
    cudaMallocHost(&host, chunks * n * sizeof(unsigned));
    cudaMalloc(&dev, chunks * n * sizeof(unsigned));
    cudaMalloc(&merged, chunks * n * sizeof(unsigned));
    {
        Pool pool(4);
        std::vector<std::future<int>> sorted;
        for (int c = 0; c < chunks; c++)
            sorted.push_back(pool.submit([=](Context &ctx) {
                cudaMemcpyAsync(dev + c * n, host + c * n, n * 4, cudaMemcpyHostToDevice, ctx.stream);
                sortChunk<<<32, 512, 0, ctx.stream>>>(dev + c * n, n);
                cudaStreamSynchronize(ctx.stream);
                return c;
            }));
        std::vector<std::future<int>> done;
        for (int c = 0; c < chunks; c += 2) {
            int a = sorted[c].get(), b = sorted[c + 1].get();
            done.push_back(pool.submit([=](Context &ctx) {
                mergePair<<<n / 512, 256, 0, ctx.stream>>>(dev + a * n, dev + b * n, merged + a * n, n);
                cudaMemcpyAsync(host + a * n, merged + a * n, 2 * n * 4, cudaMemcpyDeviceToHost, ctx.stream);
                cudaStreamSynchronize(ctx.stream);
                return a;
            }));
        }
        int sum = 0;
        for (auto &f : done)
            sum += f.get();
        printf("%d\n", sum);
    }
    cudaFree(dev);
    cudaFree(merged);
    cudaFreeHost(host);
}

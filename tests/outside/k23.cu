// Batch resizing of images of mixed sizes: a worker pool (std::function tasks, futures) where each
// worker thread owns a thread_local context with stream and scratch memory that grows on demand.
#include "nullstream.cuh"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

inline void cu(cudaError_t e) { if (e != cudaSuccess) throw std::runtime_error(std::string("cuda: ") + cudaGetErrorName(e)); }

class ThreadPool {
  public:
    explicit ThreadPool(unsigned n)
    {
        for (unsigned i = 0; i < n; ++i)
            workers_.emplace_back([this, i] { work(i); });
    }
    ~ThreadPool()
    {
        { std::scoped_lock lock(mutex_); stop_ = true; }
        wake_.notify_all();
        for (auto &w : workers_) w.join();
    }
    template <class F> auto submit(F &&f) -> std::future<std::invoke_result_t<F>>
    {
        using R = std::invoke_result_t<F>;
        auto task = std::make_shared<std::packaged_task<R()>>(std::forward<F>(f));
        auto result = task->get_future();
        { std::scoped_lock lock(mutex_); tasks_.emplace_back([task] { (*task)(); }); }
        wake_.notify_one();
        return result;
    }
    static int index() { return index_; }
  private:
    void work(int i)
    {
        index_ = i;
        while (true) {
            std::function<void()> task;
            {
                std::unique_lock lock(mutex_);
                wake_.wait(lock, [&] { return stop_ || !tasks_.empty(); });
                if (tasks_.empty()) return;
                task = std::move(tasks_.front());
                tasks_.pop_front();
            }
            task();
        }
    }
    static thread_local int index_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> tasks_;
    std::vector<std::thread> workers_;
    bool stop_ = false;
};
thread_local int ThreadPool::index_ = -1;

struct Image {
    int w = 0, h = 0;
    size_t bytes() const { return size_t(w) * h * 3; }
};

#pragma nullstream kernel(bicubic) bytes(3.0 * sw * sh + 12.0 * dw * dh) flops(200.0 * dw * dh) reads(in, 3 * sw * sh) writes(out, 3 * dw * dh)
__global__ void bicubic(const uint8_t *in, int sw, int sh, uint8_t *out, int dw, int dh)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < dw && y < dh)
        for (int c = 0; c < 3; c++)
            out[(y * dw + x) * 3 + c] = in[((y * sh / dh) * sw + x * sw / dw) * 3 + c];
}

template <bool Pinned> class Growing {
    uint8_t *p_ = nullptr;
    size_t size_ = 0;
  public:
    uint8_t *need(size_t n)
    {
        if (n > size_) {
            release();
            n = (n + 0xfffff) & ~size_t{0xfffff};
            if constexpr (Pinned) cu(cudaMallocHost(&p_, n));
            else cu(cudaMalloc(&p_, n));
            size_ = n;
        }
        return p_;
    }
    void release()
    {
        if (!p_) return;
        if constexpr (Pinned) cu(cudaFreeHost(p_));
        else cu(cudaFree(p_));
        p_ = nullptr;
        size_ = 0;
    }
    ~Growing() noexcept(false) { release(); }
};

struct Context {
    cudaStream_t stream{};
    Growing<true> up, down;
    Growing<false> in, out;
    int images = 0;
    Context() { cu(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)); }
    ~Context() noexcept(false) { cu(cudaStreamDestroy(stream)); }
    Image resize(const Image &from, int width)
    {
        const Image to{width, from.h * width / from.w};
        uint8_t *u = up.need(from.bytes()), *d = down.need(to.bytes());
        uint8_t *i = in.need(from.bytes()), *o = out.need(to.bytes());
        host_work_us(from.bytes() / 60000.0); // decode
        cu(cudaMemcpyAsync(i, u, from.bytes(), cudaMemcpyHostToDevice, stream));
        const dim3 block{16, 16}, grid{(to.w + 15u) / 16u, (to.h + 15u) / 16u};
        bicubic<<<grid, block, 0, stream>>>(i, from.w, from.h, o, to.w, to.h);
        cu(cudaGetLastError());
        cu(cudaMemcpyAsync(d, o, to.bytes(), cudaMemcpyDeviceToHost, stream));
        cu(cudaStreamSynchronize(stream));
        ++images;
        return to;
    }
};

int main(int argc, char **argv)
{
    const unsigned threads = argc > 1 ? std::stoul(argv[1]) : 3u;
    std::vector<Image> album;
    uint32_t state = 1;
    for (int i = 0; i < 40; i++) {
        state = state * 1664525u + 1013904223u;
        const int w = 800 + (state >> 22);
        album.push_back({w, w * 3 / 4});
    }
    std::vector<std::unique_ptr<Context>> contexts(threads);
    for (auto &c : contexts) c = std::make_unique<Context>();
    std::vector<std::future<Image>> results;
    {
        ThreadPool pool(threads);
        for (const auto &image : album)
            results.push_back(pool.submit([&contexts, &image] { return contexts[ThreadPool::index()]->resize(image, 512); }));
        size_t total = 0;
        for (auto &r : results) total += r.get().bytes();
        std::cout << results.size() << " images, " << total << " bytes\n";
    }
    const int counted = std::accumulate(contexts.begin(), contexts.end(), 0, [](int n, const auto &c) { return n + c->images; });
    const auto source = std::accumulate(album.cbegin(), album.cend(), size_t{0}, [](size_t n, const Image &i) { return n + i.bytes(); });
    std::cout << "counted " << counted << ", read " << source << std::endl;
    return counted == static_cast<int>(album.size()) ? 0 : 1;
}

// v10: thread pool with futures and packaged tasks, per-thread streams via thread_local RAII, image pyramid
#include "nullstream.cuh"
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <thread>
#include <vector>

class cuda_error : public std::runtime_error {
  public:
    cuda_error(cudaError_t e, const char *what) : std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e)), code(e) {}
    const cudaError_t code;
};
#define CU(call) if (cudaError_t e = (call); e != cudaSuccess) throw cuda_error(e, #call)

struct ThreadContext {
    cudaStream_t stream = nullptr;
    void *scratch = nullptr;
    static constexpr size_t kScratch = 8u << 20;
    ThreadContext()
    {
        CU(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CU(cudaMalloc(&scratch, kScratch));
    }
    ~ThreadContext()
    {
        cudaFree(scratch);
        cudaStreamDestroy(stream);
    }
};
static ThreadContext &ctx()
{
    thread_local ThreadContext c;
    return c;
}

class Pool {
    std::vector<std::thread> threads_;
    std::queue<std::packaged_task<int()>> tasks_;
    std::mutex m_;
    std::condition_variable cv_;
    bool stop_ = false;

  public:
    explicit Pool(unsigned n)
    {
        threads_.reserve(n);
        for (unsigned i = 0; i < n; ++i)
            threads_.emplace_back([this]() {
                while (true) {
                    std::packaged_task<int()> t;
                    {
                        std::unique_lock<std::mutex> lk(m_);
                        cv_.wait(lk, [this] { return stop_ || !tasks_.empty(); });
                        if (stop_ && tasks_.empty())
                            return;
                        t = std::move(tasks_.front());
                        tasks_.pop();
                    }
                    t();
                }
            });
    }
    template <class F, class... A> std::future<int> post(F &&f, A &&...a)
    {
        std::packaged_task<int()> task(std::bind(std::forward<F>(f), std::forward<A>(a)...));
        auto fut = task.get_future();
        {
            std::lock_guard<std::mutex> lk(m_);
            tasks_.emplace(std::move(task));
        }
        cv_.notify_one();
        return fut;
    }
    ~Pool()
    {
        {
            std::lock_guard<std::mutex> lk(m_);
            stop_ = true;
        }
        cv_.notify_all();
        for (auto &t : threads_)
            t.join();
    }
};

__global__ void halve(const uchar4 *src, uchar4 *dst, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    spin_us(w >= 512 ? 60 : 20);
    if (x < w / 2 && y < h / 2)
        dst[y * (w / 2) + x] = src[2 * y * w + 2 * x];
}

static int pyramid(int image, int w, int h)
{
    auto &c = ctx();
    auto *level = static_cast<uchar4 *>(c.scratch);
    std::vector<uchar4> pageable(size_t(w) * h);
    CU(cudaMemcpyAsync(level, pageable.data(), pageable.size() * sizeof(uchar4), cudaMemcpyHostToDevice, c.stream));
    int levels = 0;
    for (; w > 32; w /= 2, h /= 2, ++levels) {
        uchar4 *next = level + w * h;
        halve<<<dim3((w / 2 + 31) / 32, (h / 2 + 7) / 8), dim3(32, 8), 0, c.stream>>>(level, next, w, h);
        level = next;
    }
    CU(cudaMemcpyAsync(pageable.data(), level, size_t(w) * h * sizeof(uchar4), cudaMemcpyDeviceToHost, c.stream));
    CU(cudaStreamSynchronize(c.stream));
    if (image < 0)
        throw std::invalid_argument("image");
    return levels;
}

int main()
{
    Pool pool(3);
    std::vector<std::future<int>> f;
    for (int i = 0; i < 9; ++i)
        f.push_back(pool.post(pyramid, i == 7 ? -1 : i, 1024 >> (i % 3), 512));
    int sum = 0, bad = 0;
    for (auto &x : f) {
        try {
            sum += x.get();
        } catch (const cuda_error &e) {
            std::printf("cuda: %s\n", e.what());
        } catch (const std::exception &e) {
            ++bad;
            std::printf("task failed: %s\n", e.what());
        }
    }
    std::printf("levels %d, failed %d\n", sum, bad);
}

// v17: multi-tenant memory pool, sub-allocator with std::map free list shared by 4 threads, frees deferred by events
#include "nullstream.cuh"
#include <array>
#include <cstdio>
#include <iterator>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>
#include <vector>

class Arena {
    char *base_ = nullptr;
    std::map<std::size_t, std::size_t> free_; // offset -> bytes
    struct Deferred { std::size_t offset, bytes; cudaEvent_t event; };
    std::vector<Deferred> deferred_;
    std::vector<cudaEvent_t> events_;
    mutable std::shared_mutex mutex_;
    std::size_t peak_ = 0, used_ = 0;

    void release(std::size_t offset, std::size_t bytes)
    {
        auto [it, fresh] = free_.try_emplace(offset, bytes);
        if (!fresh)
            std::terminate();
        if (auto next = std::next(it); next != free_.end() && it->first + it->second == next->first) {
            it->second += next->second;
            free_.erase(next);
        }
        if (it != free_.begin())
            if (auto prev = std::prev(it); prev->first + prev->second == it->first) {
                prev->second += it->second;
                free_.erase(it);
            }
        used_ -= bytes;
    }
    void collect()
    {
        for (auto it = deferred_.begin(); it != deferred_.end();) {
            if (cudaEventQuery(it->event) == cudaSuccess) {
                release(it->offset, it->bytes);
                events_.push_back(it->event);
                it = deferred_.erase(it);
            } else {
                ++it;
            }
        }
    }

  public:
    explicit Arena(std::size_t bytes)
    {
        cudaMalloc(&base_, bytes);
        free_[0] = bytes;
    }
    ~Arena()
    {
        cudaDeviceSynchronize();
        cudaFree(base_);
        for (auto e : events_)
            cudaEventDestroy(e);
    }
    template <class T> T *take(std::size_t n)
    {
        const std::size_t bytes = (n * sizeof(T) + 255) & ~std::size_t{255};
        for (;;) {
            {
                std::unique_lock lock(mutex_);
                collect();
                for (auto it = free_.begin(); it != free_.end(); ++it)
                    if (it->second >= bytes) {
                        const auto [offset, size] = *it;
                        free_.erase(it);
                        if (size > bytes)
                            free_.emplace(offset + bytes, size - bytes);
                        used_ += bytes;
                        peak_ = std::max(peak_, used_);
                        return reinterpret_cast<T *>(base_ + offset);
                    }
            }
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
    }
    template <class T> void give(T *p, std::size_t n, cudaStream_t s)
    {
        const std::size_t bytes = (n * sizeof(T) + 255) & ~std::size_t{255};
        std::unique_lock lock(mutex_);
        cudaEvent_t e;
        if (events_.empty()) {
            cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
        } else {
            e = events_.back();
            events_.pop_back();
        }
        cudaEventRecord(e, s);
        deferred_.push_back({std::size_t(reinterpret_cast<char *>(p) - base_), bytes, e});
    }
    std::size_t peak() const { std::shared_lock lock(mutex_); return peak_; }
};

#pragma nullstream kernel(stage) time(us * 1us) writes(p, n * 4)
__global__ void stage(float *p, int n, double us)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = float(us) * i;
}

static void tenant(Arena &arena, int id)
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    static constexpr std::array<int, 4> sizes{1 << 18, 1 << 20, 1 << 19, 1 << 17};
    for (int i = 0; i < 6; ++i) {
        const int n = sizes[(i + id) % sizes.size()];
        float *p = arena.take<float>(n);
        stage<<<(n + 511) / 512, 512, 0, s>>>(p, n, 60.0 + 40.0 * ((i * 3 + id) % 4));
        arena.give(p, n, s);
        host_work_us(25);
    }
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}

int main()
{
    Arena arena(9u << 20);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back(tenant, std::ref(arena), i);
    for (auto &t : threads)
        t.join();
    std::printf("peak %s 4 MiB\n", arena.peak() > (4u << 20) ? "over" : "under");
}

// A cache manager thread allocates and frees device memory while another one streams copies and kernels.
#include "nullstream.cuh"
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <thread>

#define GPU(x) gpu_assert((x), __LINE__)
inline void gpu_assert(cudaError_t code, int line)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPU error: %s, line %d\n", cudaGetErrorString(code), line);
        exit(code);
    }
}

__global__ void convolve(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i] * 3.0f;
    spin_us(25);
}

class Cache {
public:
    explicit Cache(size_t limit) : limit_(limit) {}
    ~Cache()
    {
        while (!entries_.empty())
            evict();
    }
    void *get(int key, size_t bytes)
    {
        auto found = entries_.find(key);
        if (found != entries_.end())
            return found->second.memory;
        while (used_ + bytes > limit_ && !entries_.empty())
            evict();
        Entry e{nullptr, bytes};
        GPU(cudaMalloc(&e.memory, bytes));
        GPU(cudaMemset(e.memory, 0, bytes));
        used_ += bytes;
        entries_[key] = e;
        return e.memory;
    }
    size_t used() const { return used_; }

private:
    struct Entry {
        void *memory;
        size_t bytes;
    };
    void evict()
    {
        auto first = entries_.begin();
        GPU(cudaFree(first->second.memory));
        used_ -= first->second.bytes;
        entries_.erase(first);
    }
    std::map<int, Entry> entries_;
    size_t limit_, used_ = 0;
};

int main()
{
    const int n = 1 << 20;
    float *hx, *hy, *x, *y;
    GPU(cudaMallocHost(&hx, n * sizeof(float)));
    GPU(cudaMallocHost(&hy, n * sizeof(float)));
    GPU(cudaMalloc(&x, n * sizeof(float)));
    GPU(cudaMalloc(&y, n * sizeof(float)));
    for (int i = 0; i < n; i++)
        hx[i] = 1.0f / (i + 1);

    std::atomic<bool> finished{false};
    std::thread stream_thread([&] {
        cudaStream_t s;
        GPU(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        for (int i = 0; i < 40; i++) {
            GPU(cudaMemcpyAsync(x, hx, n * sizeof(float), cudaMemcpyHostToDevice, s));
            convolve<<<n / 256, 256, 0, s>>>(x, y);
            GPU(cudaGetLastError());
            GPU(cudaMemcpyAsync(hy, y, n * sizeof(float), cudaMemcpyDeviceToHost, s));
            if (i % 4 == 3)
                GPU(cudaStreamSynchronize(s));
        }
        GPU(cudaStreamSynchronize(s));
        GPU(cudaStreamDestroy(s));
        finished = true;
    });

    {
        Cache cache(48 << 20);
        int key = 0;
        while (!finished) {
            cache.get(key % 7, (size_t)(4 + key % 3 * 8) << 20);
            key += 2;
            std::this_thread::sleep_for(std::chrono::microseconds(350));
        }
        printf("%d keys\n", key / 2);
    }
    stream_thread.join();
    GPU(cudaFree(x));
    GPU(cudaFree(y));
    GPU(cudaFreeHost(hx));
    GPU(cudaFreeHost(hy));
    return 0;
}

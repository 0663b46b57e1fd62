// Key-value cache on the device with the stream-ordered allocator; one stream inserts, another serves lookups.
#include <cuda_runtime.h>
#include <cstdio>
#include <list>
#include <optional>
#include <unordered_map>
#include <utility>

#define OK(x) if (auto e = (x); e != cudaSuccess) { std::printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); return 1; }

#pragma nullstream kernel(build) time(70us) writes(value, n * 4)
__global__ void build(int *value, int key, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int v = key;
        for (int k = 0; k < 2000; k++) v = v * 1103515245 + i;
        value[i] = v;
    }
}
#pragma nullstream kernel(serve) time(50us) reads(value, n * 4) writes(answer, n * 4)
__global__ void serve(const int *value, int *answer, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        answer[i] = value[i] ^ 0x5a5a;
}

class LruCache {
  public:
    LruCache(size_t capacity, cudaStream_t s) : capacity_(capacity), stream_(s) {}
    std::optional<int *> find(int key)
    {
        auto it = index_.find(key);
        if (it == index_.end()) { ++misses; return std::nullopt; }
        ++hits;
        order_.splice(order_.begin(), order_, it->second);
        return it->second->second;
    }
    int *insert(int key, size_t bytes)
    {
        if (order_.size() == capacity_) {
            auto [old, ptr] = order_.back();
            cudaFreeAsync(ptr, stream_);
            index_.erase(old);
            order_.pop_back();
        }
        int *p = nullptr;
        if (cudaMallocAsync(&p, bytes, stream_) != cudaSuccess) return nullptr;
        order_.emplace_front(key, p);
        index_[key] = order_.begin();
        return p;
    }
    void clear()
    {
        for (auto &[key, ptr] : order_) cudaFreeAsync(ptr, stream_);
        order_.clear();
        index_.clear();
    }
    int hits = 0, misses = 0;
  private:
    size_t capacity_;
    cudaStream_t stream_;
    std::list<std::pair<int, int *>> order_;
    std::unordered_map<int, std::list<std::pair<int, int *>>::iterator> index_;
};

int main()
{
    constexpr int N = 1 << 16;
    cudaStream_t fill, read;
    OK(cudaStreamCreateWithFlags(&fill, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&read, cudaStreamNonBlocking));
    cudaMemPool_t pool;
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    unsigned long long keep = ~0ull;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    int *answer;
    OK(cudaMalloc(&answer, N * sizeof(int)));
    cudaEvent_t built;
    OK(cudaEventCreateWithFlags(&built, cudaEventDisableTiming));

    LruCache cache(4, fill);
    const int keys[] = {1, 2, 3, 1, 4, 5, 2, 1, 6, 3, 1, 7, 5, 1, 2, 8};
    for (int key : keys) {
        int *value;
        if (auto found = cache.find(key)) {
            value = *found;
        } else {
            value = cache.insert(key, N * sizeof(int));
            build<<<32, 256, 0, fill>>>(value, key, N);
            OK(cudaEventRecord(built, fill));
            OK(cudaStreamWaitEvent(read, built, 0));
        }
        serve<<<64, 256, 0, read>>>(value, answer, N);
    }
    OK(cudaStreamSynchronize(read));
    cache.clear();
    OK(cudaStreamSynchronize(fill));
    std::printf("%d hits, %d misses\n", cache.hits, cache.misses);
    cudaEventDestroy(built);
    cudaFree(answer);
    cudaStreamDestroy(fill);
    cudaStreamDestroy(read);
}

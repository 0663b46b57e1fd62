// A paged key-value cache for decoding: pages live on the device, cold pages are offloaded to
// pinned host memory and brought back by a prefetch stream ahead of the layer that needs them.
#include "nullstream.cuh"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

#define CHECK(x)                                                                             \
    if (auto e_ = (x); e_ != cudaSuccess) {                                                  \
        std::fprintf(stderr, "%s failed: %s (line %d)\n", #x, cudaGetErrorName(e_), __LINE__); \
        std::exit(1);                                                                        \
    }

using half_t = std::uint16_t;

constexpr int kLayers = 12;
constexpr int kHeads = 32;
constexpr int kHeadDim = 128;
constexpr int kPageTokens = 64;
constexpr std::size_t kPageBytes = 2ull * kPageTokens * kHeads * kHeadDim * sizeof(half_t);

#pragma nullstream kernel(attention) block_time(9us) reads(pages, 8) writes(out, kHeads * kHeadDim * 2 * batch)
__global__ void attention(const half_t *const *pages, half_t *out, int batch, int pagesPerSeq)
{
    extern __shared__ float scratch[];
    float acc = 0.0f;
    for (int p = 0; p < pagesPerSeq; ++p) {
        const half_t *page = pages[blockIdx.y * pagesPerSeq + p];
        acc += static_cast<float>(page[threadIdx.x + blockIdx.x * kHeadDim]);
    }
    scratch[threadIdx.x] = acc;
    __syncthreads();
    out[(blockIdx.y * kHeads + blockIdx.x) * kHeadDim + threadIdx.x] = static_cast<half_t>(scratch[threadIdx.x]);
}

#pragma nullstream kernel(mlp) flops(2.0 * 3 * batch * width * 11008.0) bytes(2.0 * 3 * width * 11008.0)
__global__ void mlp(half_t *x, int batch, int width)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < batch * width)
        x[i] = x[i] * 3;
}

struct PageKey {
    int layer, seq, index;
    bool operator<(const PageKey &o) const
    {
        return std::tie(layer, seq, index) < std::tie(o.layer, o.seq, o.index);
    }
};

class PageStore {
  public:
    PageStore(int slots, int hostPages) : slots_(slots)
    {
        CHECK(cudaMalloc(&device_, slots * kPageBytes));
        CHECK(cudaMallocHost(&host_, hostPages * kPageBytes));
        for (int i = 0; i < slots; ++i)
            free_.push_back(i);
    }
    ~PageStore()
    {
        cudaFreeHost(host_);
        cudaFree(device_);
    }
    half_t *slot(int i) const { return reinterpret_cast<half_t *>(device_ + i * kPageBytes); }
    char *backing(int hostIndex) const { return host_ + hostIndex * kPageBytes; }

    std::optional<int> lookup(const PageKey &key)
    {
        if (auto it = resident_.find(key); it != resident_.end()) {
            lru_.splice(lru_.end(), lru_, it->second.second);
            ++hits_;
            return it->second.first;
        }
        ++misses_;
        return std::nullopt;
    }
    // Returns the slot and the evicted key, if any.
    std::pair<int, std::optional<PageKey>> acquire(const PageKey &key)
    {
        std::optional<PageKey> victim;
        if (free_.empty()) {
            victim = lru_.front();
            lru_.pop_front();
            free_.push_back(resident_.at(*victim).first);
            resident_.erase(*victim);
        }
        const int s = free_.front();
        free_.pop_front();
        lru_.push_back(key);
        resident_[key] = {s, std::prev(lru_.end())};
        return {s, victim};
    }
    void report() const
    {
        std::printf("hits %d misses %d resident %zu of %d\n", hits_, misses_, resident_.size(), slots_);
    }

  private:
    int slots_;
    char *device_ = nullptr, *host_ = nullptr;
    std::deque<int> free_;
    std::list<PageKey> lru_;
    std::map<PageKey, std::pair<int, std::list<PageKey>::iterator>> resident_;
    int hits_ = 0, misses_ = 0;
};

int main(int argc, char **argv)
{
    const int tokens = argc > 1 ? std::atoi(argv[1]) : 2;
    const int batch = 8, pagesPerSeq = 4;
    const int perLayer = batch * pagesPerSeq;
    // Room for eight layers of twelve: four layers' pages always travel.
    PageStore store(8 * perLayer, kLayers * perLayer);

    cudaStream_t compute, fetch;
    CHECK(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&fetch, cudaStreamNonBlocking));
    std::vector<cudaEvent_t> ready(kLayers), used(kLayers);
    for (auto *list : {&ready, &used})
        for (cudaEvent_t &e : *list)
            CHECK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));

    half_t *hidden;
    CHECK(cudaMalloc(&hidden, batch * kHeads * kHeadDim * sizeof(half_t)));
    half_t **tableHost, **tableDevice;
    CHECK(cudaMallocHost(&tableHost, kLayers * perLayer * sizeof(half_t *)));
    CHECK(cudaMalloc(&tableDevice, kLayers * perLayer * sizeof(half_t *)));

    auto prefetch = [&](int layer, int wait) {
        if (wait >= 0)
            CHECK(cudaStreamWaitEvent(fetch, used[wait], 0));
        int moved = 0;
        for (int seq = 0; seq < batch; ++seq)
            for (int p = 0; p < pagesPerSeq; ++p) {
                const PageKey key{layer, seq, p};
                const int at = layer * perLayer + seq * pagesPerSeq + p;
                int slot;
                if (auto found = store.lookup(key)) {
                    slot = *found;
                } else {
                    auto [s, victim] = store.acquire(key);
                    slot = s;
                    CHECK(cudaMemcpyAsync(store.slot(slot), store.backing(at), kPageBytes,
                                          cudaMemcpyHostToDevice, fetch));
                    ++moved;
                }
                tableHost[at] = store.slot(slot);
            }
        CHECK(cudaMemcpyAsync(tableDevice + layer * perLayer, tableHost + layer * perLayer,
                              perLayer * sizeof(half_t *), cudaMemcpyHostToDevice, fetch));
        CHECK(cudaEventRecord(ready[layer], fetch));
        return moved;
    };

    int moved = 0;
    for (int t = 0; t < tokens; ++t) {
        moved += prefetch(0, t ? kLayers - 1 : -1);
        for (int layer = 0; layer < kLayers; ++layer) {
            if (layer + 1 < kLayers)
                moved += prefetch(layer + 1, layer - 1 >= 0 ? layer - 1 : -1);
            CHECK(cudaStreamWaitEvent(compute, ready[layer], 0));
            attention<<<dim3(kHeads, batch), kHeadDim, kHeadDim * sizeof(float), compute>>>(
                tableDevice + layer * perLayer, hidden, batch, pagesPerSeq);
            CHECK(cudaEventRecord(used[layer], compute));
            mlp<<<(batch * kHeads * kHeadDim + 255) / 256, 256, 0, compute>>>(hidden, batch, kHeads * kHeadDim);
        }
        CHECK(cudaStreamSynchronize(compute));
        CHECK(cudaStreamSynchronize(fetch));
    }
    store.report();
    std::printf("moved %d pages, %.1f MB\n", moved, moved * kPageBytes / 1e6);
    for (auto *list : {&ready, &used})
        for (cudaEvent_t e : *list)
            CHECK(cudaEventDestroy(e));
    cudaFree(tableDevice);
    cudaFreeHost(tableHost);
    cudaFree(hidden);
    cudaStreamDestroy(fetch);
    cudaStreamDestroy(compute);
}

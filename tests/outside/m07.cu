// External sort: runs are read from a file, sorted on the GPU with two buffers, and merged by a heap on the host.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdint>
#include <functional>
#include <new>
#include <queue>
#include <random>
#include <vector>

template <typename T> class pinned_allocator {
  public:
    using value_type = T;
    pinned_allocator() = default;
    template <typename U> pinned_allocator(const pinned_allocator<U> &) {}
    T *allocate(std::size_t n)
    {
        void *p = nullptr;
        if (cudaMallocHost(&p, n * sizeof(T)) != cudaSuccess)
            throw std::bad_alloc();
        return static_cast<T *>(p);
    }
    void deallocate(T *p, std::size_t) { cudaFreeHost(p); }
    bool operator==(const pinned_allocator &) const { return true; }
    bool operator!=(const pinned_allocator &) const { return false; }
};
template <typename T> using pinned_vector = std::vector<T, pinned_allocator<T>>;

#pragma nullstream kernel(bitonic_step) bytes(8.0 * n) reads(keys, n * 4) writes(keys, n * 4)
__global__ void bitonic_step(uint32_t *keys, int j, int k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, p = i ^ j;
    if (i < n && p > i) {
        bool up = (i & k) == 0;
        uint32_t a = keys[i], b = keys[p];
        if ((a > b) == up) {
            keys[i] = b;
            keys[p] = a;
        }
    }
}

static void sort_run(uint32_t *keys, int n, cudaStream_t s)
{
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1)
            bitonic_step<<<n / 512, 512, 0, s>>>(keys, j, k, n);
}

int main()
{
    constexpr int RUN = 1 << 14, RUNS = 6;
    pinned_vector<uint32_t> data(RUN * RUNS);
    FILE *in = std::fopen("keys.bin", "rb");
    size_t got = 0;
    if (in) {
        got = std::fread(data.data(), sizeof(uint32_t), data.size(), in);
        std::fclose(in);
    }
    if (got < data.size()) {
        std::mt19937 gen(42);
        for (size_t i = got; i < data.size(); i++)
            data[i] = gen() % 1000000;
    }
    std::printf("first keys %u %u %u\n", data[0], data[1], data[2]);

    uint32_t *dev[2];
    cudaStream_t stream[2];
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&dev[i], RUN * sizeof(uint32_t));
        cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
    }
    for (int r = 0; r < RUNS; r++) {
        const int b = r % 2;
        uint32_t *h = data.data() + (size_t)r * RUN;
        cudaMemcpyAsync(dev[b], h, RUN * sizeof(uint32_t), cudaMemcpyHostToDevice, stream[b]);
        sort_run(dev[b], RUN, stream[b]);
        cudaMemcpyAsync(h, dev[b], RUN * sizeof(uint32_t), cudaMemcpyDeviceToHost, stream[b]);
    }
    for (auto s : stream)
        cudaStreamSynchronize(s);

    struct Head { uint32_t key; int run; int at; bool operator>(const Head &o) const { return key > o.key; } };
    std::priority_queue<Head, std::vector<Head>, std::greater<Head>> heap;
    for (int r = 0; r < RUNS; r++)
        heap.push({data[(size_t)r * RUN], r, 0});
    size_t merged = 0;
    uint32_t last = 0;
    bool sorted = true;
    while (!heap.empty()) {
        Head h = heap.top();
        heap.pop();
        sorted = sorted && h.key >= last;
        last = h.key;
        merged++;
        if (h.at + 1 < RUN)
            heap.push({data[(size_t)h.run * RUN + h.at + 1], h.run, h.at + 1});
    }
    std::printf("merged %zu keys, %s\n", merged, sorted ? "sorted" : "NOT sorted");
    for (int i = 0; i < 2; i++) {
        cudaFree(dev[i]);
        cudaStreamDestroy(stream[i]);
    }
}

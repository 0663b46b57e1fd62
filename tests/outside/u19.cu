// std::async: each piece is a future; results are gathered in order. Pinned memory through an allocator.
#include "nullstream.cuh"
#include <algorithm>
#include <chrono>
#include <future>
#include <iostream>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

template <class T> struct PinnedAllocator {
    using value_type = T;
    PinnedAllocator() = default;
    template <class U> PinnedAllocator(const PinnedAllocator<U> &) {}
    T *allocate(std::size_t n)
    {
        void *p = nullptr;
        if (cudaHostAlloc(&p, n * sizeof(T), cudaHostAllocPortable) != cudaSuccess)
            throw std::bad_alloc();
        return static_cast<T *>(p);
    }
    void deallocate(T *p, std::size_t) { cudaFreeHost(p); }
    template <class U> bool operator==(const PinnedAllocator<U> &) const { return true; }
    template <class U> bool operator!=(const PinnedAllocator<U> &) const { return false; }
};

using Buffer = std::vector<int, PinnedAllocator<int>>;

__global__ void histogram(const int *x, int n, int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[x[i] & 255], 1);
    spin_us(8);
}

static std::vector<int> count_piece(const int *first, int n, int index)
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    int *x, *bins;
    cudaMallocAsync(&x, n * sizeof(int), s);
    cudaMallocAsync(&bins, 256 * sizeof(int), s);
    cudaMemsetAsync(bins, 0, 256 * sizeof(int), s);
    cudaMemcpyAsync(x, first, n * sizeof(int), cudaMemcpyHostToDevice, s);
    histogram<<<(n + 255) / 256, 256, 0, s>>>(x, n, bins);
    std::vector<int> result(256);
    cudaMemcpyAsync(result.data(), bins, 256 * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(x, s);
    cudaFreeAsync(bins, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    std::this_thread::sleep_for(std::chrono::microseconds(50 * (index % 2)));
    return result;
}

int main()
{
    constexpr int pieces = 6, size = 3 << 18, rounds = 4;
    Buffer data(static_cast<size_t>(pieces) * size);
    for (size_t i = 0; i < data.size(); i += 8)
        data[i] = static_cast<int>(i >> 3);

    std::vector<long> total(256, 0);
    for (int round = 0; round < rounds; round++) {
        std::vector<std::future<std::vector<int>>> futures;
        for (int p = 0; p < pieces; p++)
            futures.push_back(std::async(std::launch::async, count_piece, data.data() + static_cast<size_t>(p) * size, size, p));
        for (auto &f : futures) {
            auto bins = f.get();
            std::transform(bins.begin(), bins.end(), total.begin(), total.begin(), [](int b, long t) { return t + b; });
        }
        host_work_us(120);
    }
    std::cout << "first bin " << total[0] << "\n";
    return 0;
}

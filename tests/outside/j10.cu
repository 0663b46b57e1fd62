// LSD radix sort of 32-bit keys, 8 bits a pass, of three independent columns. Each column has a stream;
// the scan of the histograms is a small kernel of its own.
#include <cuda_runtime.h>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

enum class Order : std::uint8_t { ascending, descending };

constexpr unsigned RADIX_BITS = 8u;
constexpr unsigned BUCKETS = 1u << RADIX_BITS;
constexpr unsigned THREADS = 256u;
constexpr unsigned PER_BLOCK = 4096u;

#pragma nullstream kernel(histogram) bytes(4.0 * n) flops(2.0 * n) shared(BUCKETS * 4) reads(keys, 4 * n) writes(counts, 4 * BUCKETS * gridDim.x)
__global__ void histogram(const uint32_t *keys, uint32_t *counts, unsigned n, unsigned shift)
{
    __shared__ uint32_t bins[BUCKETS];
    bins[threadIdx.x] = 0;
    __syncthreads();
    const unsigned begin = blockIdx.x * PER_BLOCK;
    for (unsigned i = begin + threadIdx.x; i < begin + PER_BLOCK && i < n; i += THREADS)
        atomicAdd(&bins[keys[i] >> shift & BUCKETS - 1], 1u);
    __syncthreads();
    counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

// A single block goes over all counts. It is held to a length that does not depend on the cache.
#pragma nullstream kernel(scan) time(n / 256 * 0.15us + 10us) reads(counts, 4 * n) writes(counts, 4 * n)
__global__ void scan(uint32_t *counts, unsigned n)
{
    __shared__ uint32_t sums[THREADS];
    unsigned long long begun, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begun));
    const unsigned each = (n + THREADS - 1) / THREADS, begin = threadIdx.x * each;
    uint32_t sum = 0;
    for (unsigned i = begin; i < begin + each && i < n; i++)
        sum += counts[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        for (unsigned i = 0, t = 0; i < THREADS; i++) {
            const uint32_t s = sums[i];
            sums[i] = t;
            t += s;
        }
    __syncthreads();
    sum = sums[threadIdx.x];
    for (unsigned i = begin; i < begin + each && i < n; i++) {
        const uint32_t c = counts[i];
        counts[i] = sum;
        sum += c;
    }
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - begun < n / 256 * 150 + 10000);
}

#pragma nullstream kernel(scatter) bytes(8.0 * n) flops(4.0 * n) shared(BUCKETS * 4) reads(in, 4 * n) reads(offsets, 4 * BUCKETS * gridDim.x) writes(out, 4 * n)
__global__ void scatter(const uint32_t *in, uint32_t *out, const uint32_t *offsets, unsigned n, unsigned shift)
{
    __shared__ uint32_t at[BUCKETS];
    at[threadIdx.x] = offsets[threadIdx.x * gridDim.x + blockIdx.x];
    __syncthreads();
    const unsigned begin = blockIdx.x * PER_BLOCK;
    for (unsigned i = begin + threadIdx.x; i < begin + PER_BLOCK && i < n; i += THREADS) {
        const uint32_t key = in[i];
        out[atomicAdd(&at[key >> shift & BUCKETS - 1], 1u) % n] = key;
    }
}

class Column {
  public:
    Column(std::string name, unsigned n, Order order) : name_(std::move(name)), n_(n), order_(order)
    {
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
        for (uint32_t *&k : keys_)
            cudaMalloc(&k, n_ * sizeof *k);
        cudaMalloc(&counts_, blocks() * BUCKETS * sizeof *counts_);
        cudaMallocHost(&host_, n_ * sizeof *host_);
    }
    void sort()
    {
        cudaMemcpyAsync(keys_[0], host_, n_ * sizeof *host_, cudaMemcpyHostToDevice, stream_);
        unsigned current = 0;
        for (unsigned shift : {0u, 8u, 16u, 24u}) {
            histogram<<<blocks(), THREADS, 0, stream_>>>(keys_[current], counts_, n_, shift);
            scan<<<1, THREADS, 0, stream_>>>(counts_, blocks() * BUCKETS);
            scatter<<<blocks(), THREADS, 0, stream_>>>(keys_[current], keys_[current ^ 1], counts_, n_, shift);
            current ^= 1;
        }
        cudaMemcpyAsync(host_, keys_[current], n_ * sizeof *host_, cudaMemcpyDeviceToHost, stream_);
    }
    bool ready() const
    {
        switch (cudaStreamQuery(stream_)) {
        case cudaSuccess:
            return true;
        case cudaErrorNotReady:
            return false;
        default:
            std::abort();
        }
    }
    void wait() const { cudaStreamSynchronize(stream_); }
    const std::string &name() const { return name_; }
    std::string describe() const
    {
        return name_ + ": " + std::to_string(n_ >> 10) + " Ki keys, " + (order_ == Order::ascending ? "up" : "down");
    }

  private:
    unsigned blocks() const { return (n_ + PER_BLOCK - 1) / PER_BLOCK; }
    std::string name_;
    unsigned n_;
    Order order_;
    cudaStream_t stream_;
    std::array<uint32_t *, 2> keys_;
    uint32_t *counts_, *host_;
};

int main()
{
    std::vector<Column> columns;
    for (auto [name, n, order] : {std::make_tuple("customer", 1u << 20, Order::ascending),
                                  std::make_tuple("amount", 1u << 21, Order::descending),
                                  std::make_tuple("day", 1u << 19, Order::ascending)})
        columns.emplace_back(name, n, order);

    for (Column &c : columns)
        c.sort();
    int pending = 0;
    for (const auto &c : columns)
        pending += !c.ready();
    std::printf("%d columns still sorting\n", pending);
    for (auto it = columns.rbegin(); it != columns.rend(); ++it) {
        it->wait();
        std::puts(it->describe().c_str());
    }
    return 0;
}

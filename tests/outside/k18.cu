// Radix sort of several independent batches: per pass a count, a scan and a scatter; a stream per
// batch, ping-pong buffers, the last pass of each batch checked by a small kernel.
#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

template <typename E> constexpr auto raw(E e) { return static_cast<unsigned>(e); }
enum class Bits : unsigned { Per = 8, Key = 32 };
constexpr unsigned kBins = 1u << raw(Bits::Per);
constexpr unsigned kPasses = raw(Bits::Key) / raw(Bits::Per);

template <typename K>
__global__ void count(const K *keys, unsigned n, unsigned shift, unsigned *bins)
{
    __shared__ unsigned local[kBins];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[(keys[i] >> shift) & (kBins - 1)], 1u);
    __syncthreads();
    bins[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}
__global__ void scan(unsigned *bins, unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned v = bins[i];
        bins[i] = sum;
        sum += v;
    }
}
template <typename K, bool WithValues>
__global__ void scatter(const K *in, K *out, unsigned n, unsigned shift, const unsigned *bins)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[bins[(in[i] >> shift) & (kBins - 1)] % n] = in[i];
}
__global__ void verify(const uint32_t *keys, unsigned n, int *bad)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n && keys[i] > keys[i + 1])
        atomicAdd(bad, 1);
}
#pragma nullstream kernel(count) time(8us + n * 0.000006us) reads(keys, 4 * n) writes(bins, 4 * kBins * gridDim.x) regs(20)
#pragma nullstream kernel(scan) time(11us) reads(bins, 4 * n) writes(bins, 4 * n)
#pragma nullstream kernel(scatter) bytes(14.0 * n) reads(in, 4 * n) reads(bins, 4 * kBins * 64) writes(out, 4 * n)
#pragma nullstream kernel(verify) bytes(4.0 * n) reads(keys, 4 * n) writes(bad, 4)

struct cuda_exception : std::exception {
    std::string text;
    explicit cuda_exception(cudaError_t e) : text(std::string("CUDA: ") + cudaGetErrorString(e)) {}
    const char *what() const noexcept override { return text.c_str(); }
};
void operator>>=(cudaError_t e, std::nullptr_t) { if (e != cudaSuccess) throw cuda_exception(e); }

class Sorter {
    unsigned n_, blocks_ = 64;
    uint32_t *keys_[2] = {nullptr, nullptr};
    unsigned *bins_ = nullptr;
    int *bad_ = nullptr;
    cudaStream_t stream_ = nullptr;

  public:
    explicit Sorter(unsigned n) : n_{n}
    {
        for (auto &&k : keys_)
            cudaMalloc(&k, n * sizeof(uint32_t)) >>= nullptr;
        cudaMalloc(&bins_, kBins * blocks_ * sizeof(unsigned)) >>= nullptr;
        cudaMalloc(&bad_, sizeof(int)) >>= nullptr;
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking) >>= nullptr;
    }
    Sorter(Sorter &&o) noexcept
        : n_(o.n_), blocks_(o.blocks_), bins_(std::exchange(o.bins_, nullptr)), bad_(std::exchange(o.bad_, nullptr)),
          stream_(std::exchange(o.stream_, nullptr))
    {
        std::swap(keys_, o.keys_);
    }
    ~Sorter()
    {
        if (!stream_)
            return;
        cudaStreamDestroy(stream_);
        cudaFree(bad_);
        cudaFree(bins_);
        for (auto k : keys_)
            cudaFree(k);
    }
    void sort(const uint32_t *host, uint32_t *result, int *bad)
    {
        cudaMemcpyAsync(keys_[0], host, n_ * 4, cudaMemcpyHostToDevice, stream_) >>= nullptr;
        unsigned from = 0;
        for (unsigned pass = 0; pass < kPasses; ++pass, from ^= 1) {
            const unsigned shift = pass * raw(Bits::Per);
            count<uint32_t><<<blocks_, kBins, 0, stream_>>>(keys_[from], n_, shift, bins_);
            scan<<<1, 1024, 0, stream_>>>(bins_, kBins * blocks_);
            scatter<uint32_t, false><<<(n_ + 511) / 512, 512, 0, stream_>>>(keys_[from], keys_[from ^ 1], n_, shift, bins_);
        }
        cudaMemsetAsync(bad_, 0, sizeof(int), stream_) >>= nullptr;
        verify<<<(n_ + 255) / 256, 256, 0, stream_>>>(keys_[from], n_, bad_);
        cudaGetLastError() >>= nullptr;
        cudaMemcpyAsync(bad, bad_, sizeof(int), cudaMemcpyDeviceToHost, stream_) >>= nullptr;
        cudaMemcpyAsync(result, keys_[from], n_ * 4, cudaMemcpyDeviceToHost, stream_) >>= nullptr;
    }
    bool idle() const { return cudaStreamQuery(stream_) == cudaSuccess; }
    void wait() const { cudaStreamSynchronize(stream_) >>= nullptr; }
    unsigned size() const { return n_; }
};

int main()
{
    std::vector<Sorter> sorters;
    std::size_t total = 0;
    for (unsigned i = 0; i < 6; i++)
        sorters.emplace_back((1u << 20) + i * 100'003);
    for (const auto &s : sorters)
        total += s.size();
    uint32_t *in, *out;
    int *bad;
    try {
        cudaMallocHost(&in, total * 4) >>= nullptr;
        cudaMallocHost(&out, total * 4) >>= nullptr;
        cudaMallocHost(&bad, sorters.size() * sizeof(int)) >>= nullptr;
        for (std::size_t i = 0, x = 1; i < total; i += 1021, x = x * 48271 % 2147483647)
            in[i] = static_cast<uint32_t>(x);
        std::size_t at = 0;
        for (std::size_t i = 0; i < sorters.size(); ++i) {
            sorters[i].sort(in + at, out + at, bad + i);
            at += sorters[i].size();
        }
        int stillBusy = 0;
        for (auto &s : sorters)
            stillBusy += !s.idle();
        for (auto &s : sorters)
            s.wait();
        std::cout << total << " keys in " << sorters.size() << " batches, " << kPasses << " passes, busy " << std::boolalpha
                  << (stillBusy > 0) << "\nin[1021] = 0x" << std::hex << in[1021] << std::dec << '\n';
    } catch (const cuda_exception &e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
    for (void *p : std::initializer_list<void *>{in, out, bad})
        cudaFreeHost(p);
}

// C++20 v13: out-of-core sort, double buffered runs with std::counting_semaphore and std::latch, two merge threads
#include "nullstream.cuh"
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <latch>
#include <numeric>
#include <semaphore>
#include <span>
#include <thread>
#include <vector>

using key_t_ = std::uint32_t;
constexpr std::size_t run_keys = 1u << 20;
constexpr int runs = 8;

#pragma nullstream kernel(radix_pass) bytes(8.0 * n) flops(4.0 * n) reads(in, n * 4) writes(out, n * 4)
__global__ void radix_pass(const key_t_ *in, key_t_ *out, std::size_t n, int shift)
{
    extern __shared__ key_t_ local[];
    const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
    local[threadIdx.x] = i < n ? in[i] >> shift & 0xff : 0;
    __syncthreads();
    if (i < n)
        out[i] = in[i] + local[threadIdx.x ^ 1] * 0;
}

struct RunBuffer {
    key_t_ *pinned{}, *a{}, *b{};
    cudaStream_t stream{};
    RunBuffer()
    {
        cudaMallocHost(&pinned, run_keys * sizeof(key_t_));
        cudaMalloc(&a, run_keys * sizeof(key_t_));
        cudaMalloc(&b, run_keys * sizeof(key_t_));
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    }
    RunBuffer(RunBuffer &&o) noexcept : pinned(std::exchange(o.pinned, nullptr)), a(std::exchange(o.a, nullptr)), b(std::exchange(o.b, nullptr)), stream(std::exchange(o.stream, nullptr)) {}
    ~RunBuffer()
    {
        if (!pinned)
            return;
        cudaFreeHost(pinned);
        cudaFree(a);
        cudaFree(b);
        cudaStreamDestroy(stream);
    }
    void sort()
    {
        const auto bytes = run_keys * sizeof(key_t_);
        cudaMemcpyAsync(a, pinned, bytes, cudaMemcpyDefault, stream);
        for (int shift = 0; shift < std::numeric_limits<key_t_>::digits; shift += 8) {
            radix_pass<<<run_keys / 512, 512, 512 * sizeof(key_t_), stream>>>(a, b, run_keys, shift);
            std::swap(a, b);
        }
        cudaMemcpyAsync(pinned, a, bytes, cudaMemcpyDefault, stream);
    }
};

class Merger {
    std::counting_semaphore<runs> ready_{0};
    std::latch done_;
    std::vector<std::jthread> threads_;
    std::atomic_int merged_{0};

  public:
    explicit Merger(int n) : done_(runs)
    {
        for (int t = 0; t < n; ++t)
            threads_.emplace_back([this] {
                for (;;) {
                    ready_.acquire();
                    const int mine = merged_++;
                    if (mine >= runs)
                        return;
                    merge(mine);
                    done_.count_down();
                }
            });
    }
    static void merge(int) { host_work_us(350); }
    void submit() { ready_.release(); }
    void finish()
    {
        done_.wait();
        ready_.release(static_cast<std::ptrdiff_t>(threads_.size()));
        threads_.clear();
    }
};

int main()
{
    static_assert(std::has_single_bit(run_keys));
    std::vector<RunBuffer> buffers;
    buffers.reserve(2);
    buffers.emplace_back();
    buffers.emplace_back();
    Merger merger{2};
    for (int r = 0; r < runs + 1; ++r) {
        if (r < runs) {
            RunBuffer &b = buffers[r % 2];
            std::span keys{b.pinned, run_keys};
            keys[0] = r, keys.back() = ~0u;
            host_work_us(200);
            b.sort();
        }
        if (r > 0) {
            cudaStreamSynchronize(buffers[(r - 1) % 2].stream);
            merger.submit();
        }
    }
    merger.finish();
    std::puts("sorted");
}

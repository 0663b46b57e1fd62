// An inference server: three workers, each with a stream of its own (the first urgent), take requests
// of different sizes from a shared counter; H2D, three kernels, D2H, synchronize, post-process.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

inline void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}
#define CHECK(x) check((x), #x)

#pragma nullstream kernel(embed) bytes(8.0 * n) flops(20.0 * n) reads(in, n * 4) writes(out, n * 4)
__global__ void embed(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 0.5f;
}
#pragma nullstream kernel(gemm) block_time(70us) regs(128) reads(a, n * 4) writes(c, n * 4)
__global__ void __launch_bounds__(256, 2) gemm(const float *a, float *c, int n)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = a[threadIdx.x];
    spin_us(70);
    c[threadIdx.x] = tile[255 - threadIdx.x];
}

class PinnedBuffer {
public:
    explicit PinnedBuffer(size_t bytes) { CHECK(cudaMallocHost(&p_, bytes)); }
    ~PinnedBuffer() { cudaFreeHost(p_); }
    PinnedBuffer(const PinnedBuffer &) = delete;
    float *get() { return static_cast<float *>(p_); }

private:
    void *p_ = nullptr;
};

struct Worker {
    Worker(int id, int priority) : id(id), in(MAX * 4), out(MAX * 4)
    {
        CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority));
        CHECK(cudaMalloc(&d_in, MAX * 4));
        CHECK(cudaMalloc(&d_mid, MAX * 4));
        CHECK(cudaMalloc(&d_out, MAX * 4));
    }
    void serve(int batch)
    {
        const int n = batch * 65536;
        CHECK(cudaMemcpyAsync(d_in, in.get(), n * 4, cudaMemcpyHostToDevice, stream));
        embed<<<(n + 255) / 256, 256, 0, stream>>>(d_in, d_mid, n);
        gemm<<<batch * 40, 256, 48 * 1024, stream>>>(d_mid, d_out, n);
        gemm<<<batch * 20, 256, 32 * 1024, stream>>>(d_out, d_mid, n);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(out.get(), d_mid, n, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        host_work_us(25);
        served++;
    }
    static constexpr int MAX = 16 * 65536;
    int id, served = 0;
    cudaStream_t stream;
    PinnedBuffer in, out;
    float *d_in, *d_mid, *d_out;
};

int main()
{
    int least, greatest;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    std::vector<std::unique_ptr<Worker>> workers;
    for (int w = 0; w < 3; w++)
        workers.push_back(std::make_unique<Worker>(w, w == 0 ? greatest : least));
    const int sizes[] = {1, 4, 16, 2, 8, 1, 16, 4, 4, 2, 8, 16, 1, 1, 8, 4, 2, 16, 8, 4};
    const int requests = sizeof sizes / sizeof *sizes;
    std::atomic<int> next{0};
    std::vector<std::thread> pool;
    for (auto &w : workers)
        pool.emplace_back([&next, &sizes, requests, me = w.get()] {
            for (int r; (r = next.fetch_add(1)) < requests;)
                me->serve(sizes[r]);
        });
    for (auto &t : pool)
        t.join();
    for (auto &w : workers)
        printf("worker %d served %d\n", w->id, w->served);
    return 0;
}

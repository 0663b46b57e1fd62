// Batched matrix products with memory by trial (an allocation that is too large fails, a smaller one is tried),
// RAII wrappers, a wrapper for every call, legacy and non-blocking streams mixed, polling, cudaFree between.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
#include <utility>

namespace cu {
inline cudaError_t warn(cudaError_t e, const char *expr, const char *file, int line)
{
    if (e != cudaSuccess && e != cudaErrorNotReady)
        std::fprintf(stderr, "%s(%d): %s = %s\n", file, line, expr, cudaGetErrorName(e));
    return e;
}

class Stream {
  public:
    explicit Stream(unsigned flags) { cudaStreamCreateWithFlags(&s_, flags); }
    Stream(Stream &&o) : s_(o.s_) { o.s_ = nullptr; }
    Stream(const Stream &) = delete;
    ~Stream()
    {
        if (s_)
            cudaStreamDestroy(s_);
    }
    bool idle() const { return cudaStreamQuery(s_) == cudaSuccess; }
    operator cudaStream_t() const { return s_; }

  private:
    cudaStream_t s_ = nullptr;
};

struct Event {
    cudaEvent_t e;
    Event() { cudaEventCreateWithFlags(&e, cudaEventDisableTiming); }
    ~Event() { cudaEventDestroy(e); }
};
} // namespace cu

#define CU(expr) cu::warn((expr), #expr, __FILE__, __LINE__)

constexpr int M = 128, BATCH = 64;
constexpr std::size_t MAT = M * M * sizeof(double);

// a block a matrix, four rows' worth of threads
#pragma nullstream kernel(batched) flops(2.0 * m * m * m * gridDim.x) bytes(24.0 * m * m * gridDim.x) regs(40) shared(8 * 128) reads(a, 8 * m * m * gridDim.x) reads(b, 8 * m * m * gridDim.x) writes(c, 8 * m * m * gridDim.x)
__global__ void batched(const double *a, const double *b, double *c, int m)
{
    __shared__ double row[128];
    const std::size_t base = (std::size_t)blockIdx.x * m * m;
    for (int i = 0; i < m; i++) {
        row[threadIdx.x] = a[base + i * m + threadIdx.x];
        __syncthreads();
        double acc = 0.0;
        for (int k = 0; k < m; k++)
            acc += row[k] * b[base + k * m + threadIdx.x];
        c[base + i * m + threadIdx.x] = acc;
        __syncthreads();
    }
}

#pragma nullstream kernel(fill) flops(1.0 * n) bytes(8.0 * n) writes(x, 8 * n)
__global__ void fill(double *x, double value, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = value;
}

int main()
{
    // 4 TiB is worth a trial; 1 GiB fits everywhere
    std::size_t want = std::size_t(1) << 42;
    void *arena = nullptr;
    while (cudaMalloc(&arena, want) != cudaSuccess) {
        cudaGetLastError(); // out of memory: known
        want /= 4096;
    }
    double *const base = static_cast<double *>(arena);
    const std::size_t set = BATCH * MAT / sizeof(double);

    std::vector<cu::Stream> streams;
    streams.emplace_back(cudaStreamDefault);
    streams.emplace_back(cudaStreamNonBlocking);
    streams.emplace_back(cudaStreamDefault);
    std::array<cu::Event, 3> filled;
    double *host = nullptr, *scratch = nullptr;
    CU(cudaMallocHost(&host, 3 * BATCH * MAT));
    CU(cudaMalloc(&scratch, BATCH * MAT));

    fill<<<264, 256>>>(scratch, 0.5, (int)set); // legacy stream: the blocking ones wait for it
    cu::Event scratch_filled;
    CU(cudaEventRecord(scratch_filled.e, cudaStreamLegacy));
    for (int round = 0; round < 4; round++) {
        for (int s = 0; s < 3; s++) {
            double *a = base + 3 * s * set, *b = a + set, *c = b + set;
            if (s == 1) // the non-blocking one would not wait by itself
                CU(cudaStreamWaitEvent(streams[s], scratch_filled.e, 0));
            fill<<<132, 128, 0, streams[s]>>>(a, 1.0 + round, (int)set);
            if (round < 2)
                CU(cudaMemcpyAsync(b, scratch, BATCH * MAT, cudaMemcpyDefault, streams[s]));
            else
                fill<<<132, 128, 0, streams[s]>>>(b, 0.25, (int)set);
            batched<<<BATCH, M, 0, streams[s]>>>(a, b, c, M);
            CU(cudaMemcpyAsync(host + s * set, c, BATCH * MAT, cudaMemcpyDeviceToHost, streams[s]));
            CU(cudaEventRecord(filled[s].e, streams[s]));
        }
        if (round == 1) {
            for (auto &f : filled)
                CU(cudaEventSynchronize(f.e));
            CU(cudaFree(scratch)); // in the middle, when nobody needs it
        }
        int polls = 0;
        while (!(streams[0].idle() && streams[1].idle() && streams[2].idle()))
            polls++;
        std::printf("round %d: %s\n", round, polls ? "polled" : "was idle");
    }
    CU(cudaPeekAtLastError());
    std::printf("c[0] = %f\n", host[0]);
    CU(cudaFreeHost(host));
    CU(cudaFree(arena));
    return EXIT_SUCCESS;
}

// A sparse attention-like workload whose temporaries come from cudaMallocAsync: an own pool with a release threshold, RAII for temporaries bound to
// a stream, one that crosses streams (freed by the stream that waited), and trimming in the middle. Sizes change from request to request.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

static void check(cudaError_t e, const char *file, int line)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(e));
        std::exit(EXIT_FAILURE);
    }
}
#define CUDA(...) check((__VA_ARGS__), __FILE__, __LINE__)

constexpr int REQUESTS = 64, STREAMS = 3, BLOCK = 256;

#pragma nullstream kernel(score) flops(2.0 * 64 * n) bytes(8.0 * n) regs(20)
__global__ void score(const float *q, float *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = q[i];
    for (int k = 0; k < 64; k++)
        v = fmaf(v, 0.97f, 0.02f);
    s[i] = v;
}
#pragma nullstream kernel(select_top) flops(4.0 * n) bytes(4.0 * n + 4.0 * n / BLOCK) regs(16) shared(1024) reads(s, n * 4) writes(top, n / BLOCK * 4)
__global__ void select_top(const float *s, float *top, int n)
{
    __shared__ float best[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    best[threadIdx.x] = i < n ? s[i] : -1e30f;
    __syncthreads();
    for (int h = BLOCK / 2; h; h /= 2) {
        if (threadIdx.x < h)
            best[threadIdx.x] = fmaxf(best[threadIdx.x], best[threadIdx.x + h]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        top[blockIdx.x] = best[0];
}
#pragma nullstream kernel(gather_top) flops(2.0 * n) bytes(12.0 * n) regs(16) reads(q, n * 4) reads(top, n / BLOCK * 4) writes(out, n * 4)
__global__ void gather_top(const float *q, const float *top, float *out, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = q[i] * top[i / BLOCK];
}

template <typename T> class Temporary {
    T *p_ = nullptr;
    cudaStream_t s_ = nullptr;

public:
    Temporary(std::size_t n, cudaMemPool_t pool, cudaStream_t s) : s_(s)
    {
        CUDA(cudaMallocFromPoolAsync((void **)&p_, n * sizeof(T), pool, s));
    }
    Temporary(Temporary &&o) noexcept : p_(std::exchange(o.p_, nullptr)), s_(o.s_) {}
    Temporary &operator=(Temporary &&) = delete;
    ~Temporary()
    {
        if (p_)
            cudaFreeAsync(p_, s_);
    }
    void hand_over(cudaStream_t to) { s_ = to; }
    T *get() const { return p_; }
};

int main()
{
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    cudaMemPool_t pool;
    CUDA(cudaMemPoolCreate(&pool, &props));
    std::uint64_t keep = 256ull << 20;
    CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));

    cudaStream_t s[STREAMS], collect;
    cudaEvent_t done[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
        CUDA(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
        CUDA(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
    }
    CUDA(cudaStreamCreateWithFlags(&collect, cudaStreamNonBlocking));
    constexpr int MOST = 1 << 21;
    float *queries, *answers;
    CUDA(cudaMalloc((void **)&queries, MOST * sizeof(float)));
    CUDA(cudaMemset(queries, 0x3e, MOST * sizeof(float)));
    CUDA(cudaMallocHost((void **)&answers, REQUESTS * sizeof(float)));
    CUDA(cudaDeviceSynchronize());

    std::minstd_rand rng(2024);
    std::uniform_int_distribution<int> blocks(256, MOST / BLOCK);
    for (int r = 0; r < REQUESTS; r++) {
        int k = r % STREAMS, n = blocks(rng) * BLOCK;
        cudaStream_t st = s[k];
        Temporary<float> out(n, pool, st);
        {
            Temporary<float> scores(n, pool, st), top(n / BLOCK, pool, st);
            score<<<n / BLOCK, BLOCK, 0, st>>>(queries, scores.get(), n);
            select_top<<<n / BLOCK, BLOCK, 0, st>>>(scores.get(), top.get(), n);
            gather_top<<<n / BLOCK, BLOCK, 0, st>>>(queries, top.get(), out.get(), n);
            CUDA(cudaGetLastError());
        }
        CUDA(cudaEventRecord(done[k], st));
        CUDA(cudaStreamWaitEvent(collect, done[k], 0));
        CUDA(cudaMemcpyAsync(answers + r, out.get() + n - 1, sizeof(float), cudaMemcpyDeviceToHost, collect));
        out.hand_over(collect);
        if (r == REQUESTS / 2) {
            CUDA(cudaDeviceSynchronize());
            CUDA(cudaMemPoolTrimTo(pool, 16u << 20));
        }
    }
    CUDA(cudaDeviceSynchronize());
    std::printf("answers %g .. %g\n", answers[0], answers[REQUESTS - 1]);
    CUDA(cudaMemPoolDestroy(pool));
    return 0;
}

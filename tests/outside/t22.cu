// Batched GEMM with split-K: tile sizes are template arguments chosen from a table at run time; shared memory
// beyond 48 KiB is asked for, and the grid is what the occupancy calculator says fits at once.
#include "nullstream.cuh"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

struct cuda_error : std::exception {
    std::string text;
    cuda_error(cudaError_t e, const char *file, int line)
        : text(std::string(file) + ":" + std::to_string(line) + ": " + cudaGetErrorName(e))
    {
    }
    const char *what() const noexcept override { return text.c_str(); }
};
#define CU(x)                                          \
    do {                                               \
        cudaError_t cu_error_ = (x);                   \
        if (cu_error_ != cudaSuccess)                  \
            throw cuda_error(cu_error_, __FILE__, __LINE__); \
    } while (0)

struct Problem {
    int m, n, k, split;
    double flops() const { return 2.0 * m * n * k; }
};

#pragma nullstream kernel(gemm) flops(2.0 * m * n * k) bytes(4.0 * (1.0 * m * k * (n / BN) + 1.0 * k * n * (m / BM)) / 4 + 8.0 * m * n) regs(96) reads(a, 4 * m * k) reads(b, 4 * k * n) atomics(c, 4 * m * n)
template <int BM, int BN, int BK>
__global__ void __launch_bounds__(256) gemm(const float *__restrict__ a, const float *__restrict__ b, float *c, int m,
                                            int n, int k, int split)
{
    extern __shared__ float shared[];
    float *as = shared, *bs = shared + BM * BK;
    const int tiles = (m / BM) * (n / BN) * split;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const int part = tile % split, at = tile / split, row = at / (n / BN) * BM, column = at % (n / BN) * BN;
        float sum[BM * BN / 256] = {};
        for (int kk = part * (k / split); kk < (part + 1) * (k / split); kk += BK) {
            for (int i = threadIdx.x; i < BM * BK; i += 256)
                as[i] = a[(row + i / BK) * k + kk + i % BK];
            for (int i = threadIdx.x; i < BK * BN; i += 256)
                bs[i] = b[(kk + i / BN) * n + column + i % BN];
            __syncthreads();
            for (int j = 0; j < BM * BN / 256; j++) {
                const int o = j * 256 + threadIdx.x;
                for (int q = 0; q < BK; q++)
                    sum[j] += as[o / BN * BK + q] * bs[q * BN + o % BN];
            }
            __syncthreads();
        }
        for (int j = 0; j < BM * BN / 256; j++) {
            const int o = j * 256 + threadIdx.x;
            atomicAdd(&c[(row + o / BN) * n + column + o % BN], sum[j]);
        }
    }
}

using Launch = void (*)(const float *, const float *, float *, const Problem &, int, cudaStream_t);

template <int BM, int BN, int BK>
void launch(const float *a, const float *b, float *c, const Problem &p, int processors, cudaStream_t s)
{
    constexpr size_t shared = sizeof(float) * (BM * BK + BK * BN);
    static int fit = 0;
    if (fit == 0) {
        if (shared > 48 * 1024)
            CU(cudaFuncSetAttribute(gemm<BM, BN, BK>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared)));
        CU(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, gemm<BM, BN, BK>, 256, shared));
        std::printf("%d x %d x %d: %zu bytes, %d blocks on an SM\n", BM, BN, BK, shared, fit);
    }
    const int tiles = (p.m / BM) * (p.n / BN) * p.split, most = fit * processors;
    gemm<BM, BN, BK><<<tiles < most ? tiles : most, 256, shared, s>>>(a, b, c, p.m, p.n, p.k, p.split);
    CU(cudaGetLastError());
}

static Launch choose(const Problem &p)
{
    struct Entry {
        int m, n;
        Launch launch;
    };
    static const Entry table[] = {
        {128, 128, launch<128, 128, 64>}, {64, 64, launch<64, 64, 32>}, {32, 64, launch<32, 64, 64>}};
    for (const Entry &e : table)
        if (p.m % e.m == 0 && p.n % e.n == 0 && p.m >= 4 * e.m)
            return e.launch;
    return table[2].launch;
}

int main()
{
    try {
        cudaDeviceProp prop;
        CU(cudaGetDeviceProperties(&prop, 0));
        const int processors = prop.multiProcessorCount;
        const std::vector<Problem> problems{{1024, 1024, 1024, 1}, {256, 512, 4096, 8}, {64, 256, 2048, 4},
                                            {512, 512, 512, 2},    {128, 128, 8192, 16}, {2048, 512, 256, 1}};
        std::array<cudaStream_t, 3> streams;
        for (auto &s : streams)
            CU(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        float *a, *b, *checks, *host;
        std::vector<float *> c(problems.size());
        CU(cudaMalloc(&a, sizeof(float) * 2048 * 4096));
        CU(cudaMalloc(&b, sizeof(float) * 2048 * 4096));
        CU(cudaMalloc(&checks, sizeof(float) * problems.size()));
        CU(cudaMallocHost(&host, sizeof(float) * problems.size()));
        cudaEvent_t begin, end;
        CU(cudaEventCreate(&begin));
        CU(cudaEventCreate(&end));
        CU(cudaMemset(a, 0, sizeof(float) * 2048 * 4096));
        CU(cudaMemset(b, 0, sizeof(float) * 2048 * 4096));
        for (size_t i = 0; i < problems.size(); i++)
            CU(cudaMalloc(&c[i], sizeof(float) * problems[i].m * problems[i].n));
        CU(cudaDeviceSynchronize());

        CU(cudaEventRecord(begin, streams[0]));
        double flops = 0;
        for (size_t i = 0; i < problems.size(); i++) {
            const Problem &p = problems[i];
            cudaStream_t s = streams[i % streams.size()];
            CU(cudaMemsetAsync(c[i], 0, sizeof(float) * p.m * p.n, s));
            choose(p)(a, b, c[i], p, processors, s);
            CU(cudaMemcpyAsync(host + i, c[i] + p.n / 2, sizeof(float), cudaMemcpyDeviceToHost, s));
            flops += p.flops();
        }
        for (auto s : streams) {
            cudaEvent_t e;
            CU(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
            CU(cudaEventRecord(e, s));
            CU(cudaStreamWaitEvent(streams[0], e, 0));
            CU(cudaEventDestroy(e));
        }
        CU(cudaEventRecord(end, streams[0]));
        CU(cudaEventSynchronize(end));
        float ms;
        CU(cudaEventElapsedTime(&ms, begin, end));
        std::printf("%.3f ms, %.1f Tflop/s\n", ms, flops / ms * 1e-9);
        for (auto p : c)
            CU(cudaFree(p));
    } catch (const cuda_error &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

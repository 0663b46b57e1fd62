// C++17. Sparse linear algebra with stream-ordered temporaries: each SpGEMM-like product asks for its scratch with cudaMallocAsync, and the pool keeps what is freed.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

inline void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) throw std::runtime_error(what);
}
#define CHECK(x) check((x), #x)

template <class T> class Scratch {
public:
    Scratch(size_t n, cudaStream_t s) : stream_(s) { CHECK(cudaMallocAsync(&p_, n * sizeof(T), s)); }
    ~Scratch()
    {
        if (p_) cudaFreeAsync(p_, stream_);
    }
    Scratch(Scratch &&o) noexcept : p_(o.p_), stream_(o.stream_) { o.p_ = nullptr; }
    Scratch(const Scratch &) = delete;
    T *operator*() const { return p_; }

private:
    T *p_ = nullptr;
    cudaStream_t stream_;
};

#pragma nullstream kernel(count_nonzeros) bytes(12.0 * rows) flops(30.0 * rows)
__global__ void count_nonzeros(const int *row_begin, int *counts, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) counts[r] = row_begin[r + 1] - row_begin[r];
}

#pragma nullstream kernel(exclusive_scan) bytes(8.0 * rows) flops(2.0 * rows)
__global__ void exclusive_scan(int *counts, int *total, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) counts[i] += i;
    if (i == rows - 1) *total = counts[i];
}

#pragma nullstream kernel(multiply) bytes(28.0 * nnz) flops(2.0 * nnz) regs(72) shared(24576)
__global__ void multiply(const int *cols, const float *vals, int *out_cols, float *out_vals, int nnz)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nnz) {
        out_cols[i] = cols[i];
        out_vals[i] = vals[i] * vals[nnz - 1 - i];
    }
}

#pragma nullstream kernel(norm) bytes(4.0 * nnz) flops(2.0 * nnz)
__global__ void norm(const float *vals, float *out, int nnz)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nnz; i += gridDim.x * blockDim.x) s += vals[i] * vals[i];
    atomicAdd(out, s);
}

struct Matrix {
    int rows, nnz;
    int *row_begin, *cols;
    float *vals;
};

static Matrix make(int rows, int per_row)
{
    Matrix m{rows, rows * per_row, nullptr, nullptr, nullptr};
    CHECK(cudaMalloc(&m.row_begin, (rows + 1) * sizeof(int)));
    CHECK(cudaMalloc(&m.cols, m.nnz * sizeof(int)));
    CHECK(cudaMalloc(&m.vals, m.nnz * sizeof(float)));
    return m;
}

static void product(const Matrix &a, float *norm_out, int *host_total, cudaStream_t s)
{
    Scratch<int> counts(a.rows, s);
    Scratch<int> total(1, s);
    count_nonzeros<<<(a.rows + 255) / 256, 256, 0, s>>>(a.row_begin, *counts, a.rows);
    exclusive_scan<<<(a.rows + 511) / 512, 512, 0, s>>>(*counts, *total, a.rows);
    CHECK(cudaMemcpyAsync(host_total, *total, sizeof(int), cudaMemcpyDeviceToHost, s));
    const size_t most = 2 * size_t(a.nnz); // an upper bound, so that nobody has to wait for the total
    Scratch<int> cols(most, s);
    Scratch<float> vals(most, s);
    multiply<<<(a.nnz + 191) / 192, 192, 0, s>>>(a.cols, a.vals, *cols, *vals, a.nnz);
    norm<<<264, 256, 0, s>>>(*vals, norm_out, a.nnz);
}

int main()
try {
    cudaMemPool_t pool;
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    uint64_t keep = UINT64_MAX;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));

    std::vector<Matrix> matrices{make(1 << 16, 12), make(1 << 17, 9), make(3 << 15, 20)};
    std::vector<cudaStream_t> streams(3);
    for (auto &s : streams) CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    float *norms;
    int *totals;
    CHECK(cudaMalloc(&norms, 3 * sizeof(float)));
    CHECK(cudaMallocHost(&totals, 3 * sizeof(int)));
    for (size_t m = 0; m < 3; m++) CHECK(cudaMemsetAsync(norms + m, 0, sizeof(float), streams[m]));
    for (int power = 0; power < 8; power++) {
        for (size_t m = 0; m < matrices.size(); m++) product(matrices[m], norms + m, totals + m, streams[m]);
        if (power % 4 == 3)
            for (auto s : streams) CHECK(cudaStreamSynchronize(s));
    }
    for (auto s : streams) CHECK(cudaStreamDestroy(s));
    std::printf("done\n");
    return 0;
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}

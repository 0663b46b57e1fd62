// Benchmarks of a course: transpose, reduction, scan, histogram, each timed with an RAII event timer
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

constexpr int TILE_DIM = 32;
constexpr int BLOCK_ROWS = 8;
constexpr int NUM_REPS = 20;
constexpr int BINS = 256;

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

class GpuTimer {
    cudaEvent_t start_{}, stop_{};
    cudaStream_t s_;
public:
    explicit GpuTimer(cudaStream_t s = 0) : s_(s)
    {
        gpuErrchk(cudaEventCreate(&start_));
        gpuErrchk(cudaEventCreate(&stop_));
    }
    GpuTimer(const GpuTimer &) = delete;
    GpuTimer &operator=(const GpuTimer &) = delete;
    ~GpuTimer()
    {
        cudaEventDestroy(start_);
        cudaEventDestroy(stop_);
    }
    void start() { gpuErrchk(cudaEventRecord(start_, s_)); }
    void stop() { gpuErrchk(cudaEventRecord(stop_, s_)); }
    float ms() const
    {
        float t = 0;
        gpuErrchk(cudaEventSynchronize(stop_));
        gpuErrchk(cudaEventElapsedTime(&t, start_, stop_));
        return t;
    }
};

template <typename T> class DeviceBuffer {
    T *p_ = nullptr;
    size_t n_ = 0;
public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(size_t n) : n_(n) { gpuErrchk(cudaMalloc(&p_, n * sizeof(T))); }
    DeviceBuffer(DeviceBuffer &&o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(std::exchange(o.n_, 0)) {}
    ~DeviceBuffer() { if (p_) cudaFree(p_); }
    operator T *() const { return p_; }
    T *get() const { return p_; }
    size_t size() const { return n_; }
    size_t bytes() const { return n_ * sizeof(T); }
    void upload(const std::vector<T> &v) { gpuErrchk(cudaMemcpy(p_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); }
    std::vector<T> download() const
    {
        std::vector<T> v(n_);
        gpuErrchk(cudaMemcpy(v.data(), p_, bytes(), cudaMemcpyDeviceToHost));
        return v;
    }
};

template <int MODE> __global__ void transpose(float *odata, const float *idata, int n)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + (MODE == 2 ? 1 : 0)];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    if (MODE == 0) {
        for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
            odata[x * n + (y + j)] = idata[(y + j) * n + x];
        return;
    }
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

#pragma nullstream kernel(reduce) bytes(4.0 * n)
__global__ void reduce(const float *in, float *out, int n)
{
    extern __shared__ float sdata[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    float mine = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        mine += in[i + blockDim.x];
    sdata[tid] = mine;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sdata[0];
}

#pragma nullstream kernel(histogram) bytes(1.0 * n)
__global__ void histogram(const uint8_t *data, unsigned *bins, int n)
{
    __shared__ unsigned local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], local[b]);
}

static float reduceAll(const float *in, float *tmp1, float *tmp2, int n)
{
    const int threads = 256;
    const float *src = in;
    float *dst = tmp1, *other = tmp2;
    while (n > 1) {
        int blocks = (n + threads * 2 - 1) / (threads * 2);
        reduce<<<blocks, threads, threads * sizeof(float)>>>(src, dst, n);
        src = dst;
        std::swap(dst, other);
        n = blocks;
    }
    float r;
    gpuErrchk(cudaMemcpy(&r, src, sizeof r, cudaMemcpyDeviceToHost));
    return r;
}

static void report(const std::string &name, double bytes, float ms)
{
    std::cout << std::left << std::setw(24) << name << std::right << std::fixed << std::setprecision(2)
              << std::setw(10) << bytes * 1e-6 * NUM_REPS / ms << " GB/s\n";
}

int main()
{
    const int nx = 1024;
    std::vector<float> h(nx * nx);
    std::iota(h.begin(), h.end(), 0.f);
    DeviceBuffer<float> in(nx * nx), out(nx * nx), t1(nx * nx / 512), t2(16);
    in.upload(h);
    dim3 grid(nx / TILE_DIM, nx / TILE_DIM), block(TILE_DIM, BLOCK_ROWS);

    auto bench = [&](const std::string &name, double bytes, const std::function<void()> &f) {
        GpuTimer t;
        f(); // warm up
        t.start();
        for (int i = 0; i < NUM_REPS; i++)
            f();
        t.stop();
        report(name, bytes, t.ms());
    };
    bench("copy", 2. * in.bytes(), [&] { gpuErrchk(cudaMemcpyAsync(out, in, in.bytes(), cudaMemcpyDeviceToDevice)); });
    bench("naive transpose", 2. * in.bytes(), [&] { transpose<0><<<grid, block>>>(out, in, nx); });
    bench("coalesced transpose", 2. * in.bytes(), [&] { transpose<1><<<grid, block>>>(out, in, nx); });
    bench("conflict-free transpose", 2. * in.bytes(), [&] { transpose<2><<<grid, block>>>(out, in, nx); });
    float total = 0;
    bench("reduction", 1. * in.bytes(), [&] { total = reduceAll(in, t1, t2, nx * nx); });

    std::vector<uint8_t> bytes(1 << 20);
    std::generate(bytes.begin(), bytes.end(), [n = 0]() mutable { return (uint8_t)(n++ * 31); });
    DeviceBuffer<uint8_t> d_bytes(bytes.size());
    DeviceBuffer<unsigned> bins(BINS);
    d_bytes.upload(bytes);
    bench("histogram", bytes.size(), [&] {
        gpuErrchk(cudaMemset(bins, 0, bins.bytes()));
        histogram<<<132, 256>>>(d_bytes, bins, (int)bytes.size());
    });
    auto hb = bins.download();
    auto mx = std::max_element(hb.begin(), hb.end());
    std::cout << "largest bin " << std::distance(hb.begin(), mx) << " with " << *mx << ", total " << total << std::endl;
    auto back = out.download();
    std::cout << (back[1] == h[nx] ? "ok" : "wrong") << "\n";
    return 0;
}

// 2D Jacobi in 3 row slabs, a stream for each, halos exchanged through events; residual every 10 sweeps (C++17, RAII)
#include <cuda_runtime.h>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

namespace cuda_rt {
struct error : std::runtime_error {
    cudaError_t code;
    error(cudaError_t c, const char *what) : std::runtime_error(what), code(c) {}
};
inline void check(cudaError_t c) { if (c != cudaSuccess) throw error(c, cudaGetErrorString(c)); }

class stream {
    cudaStream_t s_ = nullptr;
public:
    stream() { check(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking)); }
    stream(stream &&o) noexcept : s_(o.s_) { o.s_ = nullptr; }
    stream(const stream &) = delete;
    ~stream() { if (s_) cudaStreamDestroy(s_); }
    operator cudaStream_t() const noexcept { return s_; }
    void sync() const { check(cudaStreamSynchronize(s_)); }
};
class event {
    cudaEvent_t e_ = nullptr;
public:
    explicit event(unsigned flags = cudaEventDisableTiming) { check(cudaEventCreateWithFlags(&e_, flags)); }
    event(event &&o) noexcept : e_(o.e_) { o.e_ = nullptr; }
    event &operator=(event &&) = delete;
    ~event() { if (e_) cudaEventDestroy(e_); }
    void record(const stream &s) { check(cudaEventRecord(e_, s)); }
    void block(const stream &s) const { check(cudaStreamWaitEvent(s, e_, 0)); }
    float since(const event &o) const { float t; check(cudaEventElapsedTime(&t, o.e_, e_)); return t; }
    void sync() const { check(cudaEventSynchronize(e_)); }
};
struct free_dev { void operator()(void *p) const { cudaFree(p); } };
struct free_host { void operator()(void *p) const { cudaFreeHost(p); } };
template <class T> std::unique_ptr<T[], free_dev> dev(size_t n) { T *p; check(cudaMalloc(&p, n * sizeof(T))); return std::unique_ptr<T[], free_dev>(p); }
template <class T> std::unique_ptr<T[], free_host> pinned(size_t n) { T *p; check(cudaMallocHost(&p, n * sizeof(T))); return std::unique_ptr<T[], free_host>(p); }
}

constexpr int NX = 2048, NY = 1536, PARTS = 3, SWEEPS = 40, ROWS = NY / PARTS;

// rows first..last-1 of the grid; reads a row above and below
#pragma nullstream kernel(sweep) bytes(8.0 * (last - first) * NX) reads(a + (first - 1) * NX, (last - first + 2) * NX * 4) writes(b + first * NX, (last - first) * NX * 4)
__global__ void sweep(const float *a, float *b, int first, int last)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = first + blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || x >= NX - 1 || y >= last)
        return;
    b[y * NX + x] = 0.25f * (a[y * NX + x - 1] + a[y * NX + x + 1] + a[(y - 1) * NX + x] + a[(y + 1) * NX + x]);
}

#pragma nullstream kernel(residual) bytes(8.0 * (last - first) * NX) reads(a + first * NX, (last - first) * NX * 4) reads(b + first * NX, (last - first) * NX * 4) writes(out, 4)
__global__ void residual(const float *a, const float *b, float *out, int first, int last)
{
    float acc = 0;
    for (int i = first * NX + blockIdx.x * blockDim.x + threadIdx.x; i < last * NX; i += gridDim.x * blockDim.x)
        acc = fmaxf(acc, fabsf(a[i] - b[i]));
    atomicMax((int *)out, __float_as_int(acc));
}

int main()
try {
    using namespace cuda_rt;
    auto a = dev<float>(NX * NY), b = dev<float>(NX * NY);
    auto res = dev<float>(PARTS);
    auto host = pinned<float>(PARTS);
    std::array<stream, PARTS> s;
    std::vector<event> done[2];
    for (auto &v : done)
        for (int p = 0; p < PARTS; p++)
            v.emplace_back();
    check(cudaMemset(a.get(), 0, NX * NY * sizeof(float)));
    check(cudaMemset(b.get(), 0, NX * NY * sizeof(float)));
    check(cudaDeviceSynchronize());

    event t0(cudaEventDefault), t1(cudaEventDefault);
    t0.record(s[0]);
    float *src = a.get(), *dst = b.get();
    for (int it = 0; it < SWEEPS; ++it) {
        auto &now = done[it & 1];
        auto &before = done[(it & 1) ^ 1];
        for (int p = 0; p < PARTS; ++p) {
            if (it > 0) {
                if (p > 0) before[p - 1].block(s[p]);
                if (p < PARTS - 1) before[p + 1].block(s[p]);
            }
            int first = p * ROWS + (p == 0), last = (p + 1) * ROWS - (p == PARTS - 1);
            sweep<<<dim3(NX / 32, (last - first + 7) / 8), dim3(32, 8), 0, s[p]>>>(src, dst, first, last);
            now[p].record(s[p]);
        }
        if (it % 10 == 9) {
            for (int p = 0; p < PARTS; ++p) {
                check(cudaMemsetAsync(res.get() + p, 0, sizeof(float), s[p]));
                residual<<<132, 256, 0, s[p]>>>(src, dst, res.get() + p, p * ROWS, (p + 1) * ROWS);
                check(cudaMemcpyAsync(&host[p], res.get() + p, sizeof(float), cudaMemcpyDeviceToHost, s[p]));
            }
            float r = 0;
            for (int p = 0; p < PARTS; ++p) {
                s[p].sync();
                r = std::fmax(r, host[p]);
            }
            printf("%3d %g\n", it + 1, r);
        }
        std::swap(src, dst);
    }
    t1.record(s[0]);
    t1.sync();
    printf("%.3f ms\n", t1.since(t0));
    return 0;
} catch (const cuda_rt::error &e) {
    fprintf(stderr, "CUDA error %d: %s\n", e.code, e.what());
    return 1;
}

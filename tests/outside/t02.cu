// Preconditioned conjugate gradients on a 2D Poisson problem. The residual's norm comes back every few
// iterations into a page-locked scalar, and the host decides whether it goes on.
#include "nullstream.cuh"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

namespace cg {

inline void ok(cudaError_t status, const char *what)
{
    if (status != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

template <class T> class device_vector {
    T *data_ = nullptr;
    std::size_t size_ = 0;

  public:
    explicit device_vector(std::size_t size) : size_(size)
    {
        ok(cudaMalloc(&data_, size * sizeof(T)), "cudaMalloc");
    }
    device_vector(device_vector &&other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    device_vector(const device_vector &) = delete;
    device_vector &operator=(const device_vector &) = delete;
    ~device_vector() { cudaFree(data_); }
    T *get() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    std::size_t bytes() const noexcept { return size_ * sizeof(T); }
};

#pragma nullstream kernel(laplace) flops(6.0 * w * h) bytes(16.0 * w * h) reads(x, 8 * w * h) writes(y, 8 * w * h)
__global__ void laplace(const double *x, double *y, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= w || j >= h)
        return;
    double c = 4.0 * x[j * w + i];
    if (i > 0) c -= x[j * w + i - 1];
    if (i < w - 1) c -= x[j * w + i + 1];
    if (j > 0) c -= x[(j - 1) * w + i];
    if (j < h - 1) c -= x[(j + 1) * w + i];
    y[j * w + i] = c;
}

#pragma nullstream kernel(dot) flops(2.0 * n) bytes(16.0 * n) reads(a, 8 * n) reads(b, 8 * n) atomics(result, 8)
__global__ void dot(const double *a, const double *b, double *result, int n)
{
    __shared__ double part[256];
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int step = 128; step > 0; step >>= 1) {
        if (threadIdx.x < step)
            part[threadIdx.x] += part[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(result, part[0]);
}

// scalars: 0 p.Ap, 1 r.z, 2 old r.z
#pragma nullstream kernel(update) flops(4.0 * n) bytes(40.0 * n) reads(p, 8 * n) reads(q, 8 * n) writes(x, 8 * n) writes(r, 8 * n) reads(scalars, 24)
__global__ void update(double *x, double *r, const double *p, const double *q, const double *scalars, int n)
{
    double alpha = scalars[2] / scalars[0];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
    }
}

#pragma nullstream kernel(direction) flops(2.0 * n) bytes(24.0 * n) reads(r, 8 * n) writes(p, 8 * n) reads(scalars, 24)
__global__ void direction(double *p, const double *r, const double *scalars, int n)
{
    double beta = scalars[1] / scalars[2];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = r[i] + beta * p[i];
}

__global__ void rotate_scalars(double *scalars)
{
    if (threadIdx.x == 0)
        scalars[2] = scalars[1];
}
#pragma nullstream kernel(rotate_scalars) time(2us) reads(scalars, 24) writes(scalars, 24)

} // namespace cg

int main(int argc, char **argv)
try {
    using namespace cg;
    const int edge = argc > 1 ? std::atoi(argv[1]) : 1536;
    const int n = edge * edge, most = 40, every = 8;
    device_vector<double> x(n), r(n), p(n), q(n), scalars(3);
    double *norm = nullptr;
    ok(cudaMallocHost(&norm, sizeof *norm), "cudaMallocHost");
    *norm = 1e300;
    cudaStream_t s;
    ok(cudaStreamCreate(&s), "stream");
    ok(cudaMemsetAsync(x.get(), 0, x.bytes(), s), "memset");
    ok(cudaMemsetAsync(r.get(), 1, r.bytes(), s), "memset");
    ok(cudaMemcpyAsync(p.get(), r.get(), p.bytes(), cudaMemcpyDeviceToDevice, s), "copy");
    const dim3 block(32, 8), grid((edge + 31) / 32, (edge + 7) / 8);
    int it = 0;
    double tolerance = 1e-6;
    while (*norm > tolerance && it < most) {
        laplace<<<grid, block, 0, s>>>(p.get(), q.get(), edge, edge);
        ok(cudaMemsetAsync(scalars.get(), 0, 2 * sizeof(double), s), "clear");
        dot<<<264, 256, 0, s>>>(p.get(), q.get(), scalars.get(), n);
        update<<<528, 256, 0, s>>>(x.get(), r.get(), p.get(), q.get(), scalars.get(), n);
        dot<<<264, 256, 0, s>>>(r.get(), r.get(), scalars.get() + 1, n);
        direction<<<528, 256, 0, s>>>(p.get(), r.get(), scalars.get(), n);
        rotate_scalars<<<1, 32, 0, s>>>(scalars.get());
        ok(cudaGetLastError(), "launch");
        if (++it % every == 0) {
            ok(cudaMemcpyAsync(norm, scalars.get() + 1, sizeof *norm, cudaMemcpyDeviceToHost, s), "norm");
            ok(cudaStreamSynchronize(s), "wait");
            std::printf("%3d  %.3e\n", it, std::sqrt(*norm));
        }
    }
    std::printf("done after %d\n", it);
    cudaStreamDestroy(s);
    cudaFreeHost(norm);
    return 0;
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}

// Parallel column statistics: six threads each work in their per-thread default stream
// (cudaStreamPerThread) on a share of the columns; medians by bisection, thus many short kernels.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>
#include <vector>

struct CudaError : std::exception {
    cudaError_t code;
    explicit CudaError(cudaError_t c) : code(c) {}
    const char *what() const noexcept override { return cudaGetErrorString(code); }
};
static inline void check(cudaError_t e)
{
    if (e != cudaSuccess) throw CudaError(e);
}

__global__ void fill(float *x, int n, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = (i + seed) * 2654435761u;
    h ^= h >> 15;
    x[i] = (h & 0xffffff) / 16777216.0f;
}

__global__ void count_below(const float *x, int n, const float *range, unsigned *count)
{
    float pivot = 0.5f * (range[0] + range[1]);
    unsigned c = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c += x[i] < pivot;
    c = __reduce_add_sync(0xffffffffu, c);
    if (threadIdx.x % 32 == 0) atomicAdd(count, c);
}

__global__ void narrow(float *range, unsigned *count, int n)
{
    float mid = 0.5f * (range[0] + range[1]);
    if (*count < (unsigned)n / 2) range[0] = mid;
    else range[1] = mid;
    *count = 0;
}

template <typename T> struct Buffer {
    T *p = nullptr;
    size_t n;
    explicit Buffer(size_t n_) : n(n_) { check(cudaMalloc(&p, n * sizeof(T))); }
    ~Buffer() { cudaFree(p); }
    Buffer(const Buffer &) = delete;
    operator T *() const { return p; }
};

static void columns(int first, int last, int n, float *medians)
{
    Buffer<float> x(n), range(2);
    Buffer<unsigned> count(1);
    float *h;
    check(cudaHostAlloc((void **)&h, 4 * sizeof(float), cudaHostAllocPortable));
    h[0] = 0.0f;
    h[1] = 1.0f;
    for (int c = first; c < last; c++) {
        fill<<<(n + 255) / 256, 256, 0, cudaStreamPerThread>>>(x, n, c * 7919u);
        check(cudaMemcpyAsync(range, h, 2 * sizeof(float), cudaMemcpyHostToDevice, cudaStreamPerThread));
        check(cudaMemsetAsync(count, 0, sizeof(unsigned), cudaStreamPerThread));
        for (int i = 0; i < 20; i++) {
            count_below<<<96, 256, 0, cudaStreamPerThread>>>(x, n, range, count);
            narrow<<<1, 1, 0, cudaStreamPerThread>>>(range, count, n);
        }
        check(cudaGetLastError());
        check(cudaMemcpyAsync(h + 2, range, 2 * sizeof(float), cudaMemcpyDeviceToHost, cudaStreamPerThread));
        check(cudaStreamSynchronize(cudaStreamPerThread));
        medians[c] = 0.5f * (h[2] + h[3]);
    }
    cudaFreeHost(h);
}

int main()
{
    const int nthreads = 6, ncols = 30, n = 1 << 21;
    std::vector<float> medians(ncols);
    std::vector<std::thread> team;
    team.reserve(nthreads);
    try {
        check(cudaFree(nullptr));
        for (int t = 0; t < nthreads; t++)
            team.emplace_back(columns, t * ncols / nthreads, (t + 1) * ncols / nthreads, n, medians.data());
        for (auto &t : team) t.join();
    } catch (const std::exception &e) {
        std::fprintf(stderr, "error: %s\n", e.what());
        return 1;
    }
    auto mm = std::make_pair(std::min_element(medians.begin(), medians.end()), std::max_element(medians.begin(), medians.end()));
    std::printf("%d columns, medians from %.5f to %.5f\n", ncols, *mm.first, *mm.second);
    return 0;
}

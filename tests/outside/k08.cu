// Conjugate gradients on a sparse (CSR) matrix. Two variants: the scalars come back to the host in
// every iteration (classic), or stay on the device and only the residual is looked at now and then.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

#define CHECK_CUDA(call)                                                                  \
    {                                                                                     \
        cudaError_t status_ = (call);                                                     \
        if (status_ != cudaSuccess) {                                                     \
            printf("CUDA error at line %d: %s\n", __LINE__, cudaGetErrorString(status_)); \
            exit(EXIT_FAILURE);                                                           \
        }                                                                                 \
    }

typedef double real;

#pragma nullstream kernel(spmv) bytes(12.0 * 7 * rows + 16.0 * rows) reads(x, rows * 8) writes(y, rows * 8)
__global__ void spmv(int rows, const int *ptr, const int *col, const real *val, const real *x, real *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    real sum = 0;
    for (int k = ptr[r]; k < ptr[r + 1]; k++) sum += val[k] * x[col[k]];
    y[r] = sum;
}
#pragma nullstream kernel(dot) bytes(16.0 * n) reads(a, n * 8) reads(b, n * 8) writes(result, 8)
__global__ void dot(int n, const real *a, const real *b, real *result)
{
    __shared__ real cache[256];
    real s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += a[i] * b[i];
    cache[threadIdx.x] = s;
    __syncthreads();
    for (int h = blockDim.x / 2; h; h >>= 1) {
        if (threadIdx.x < h) cache[threadIdx.x] += cache[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(result, cache[0]);
}
#pragma nullstream kernel(axpy) bytes(24.0 * n) reads(x, n * 8) reads(y, n * 8) writes(y, n * 8)
__global__ void axpy(int n, real a, const real *x, real *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}
#pragma nullstream kernel(axpy_dev) bytes(24.0 * n) reads(x, n * 8) reads(y, n * 8) writes(y, n * 8)
__global__ void axpy_dev(int n, const real *num, const real *den, real sign, const real *x, real *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += sign * (*num / *den) * x[i];
}
#pragma nullstream kernel(xpby) bytes(24.0 * n) reads(r, n * 8) reads(p, n * 8) writes(p, n * 8)
__global__ void xpby(int n, const real *r, real b, real *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = r[i] + b * p[i];
}
#pragma nullstream kernel(xpby_dev) bytes(24.0 * n) reads(r, n * 8) reads(p, n * 8) writes(p, n * 8)
__global__ void xpby_dev(int n, const real *r, const real *num, const real *den, real *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = r[i] + (*num / *den) * p[i];
}

struct Csr {
    int rows;
    std::vector<int> ptr, col;
    std::vector<real> val;
};

static Csr poisson3d(int m)
{
    Csr a;
    a.rows = m * m * m;
    a.ptr.push_back(0);
    const int step[3] = {1, m, m * m};
    for (int z = 0; z < m; z++)
        for (int y = 0; y < m; y++)
            for (int x = 0; x < m; x++) {
                const int at = x + m * (y + m * z);
                const int c[3] = {x, y, z};
                a.col.push_back(at);
                a.val.push_back(6.0);
                for (int d = 0; d < 3; d++) {
                    if (c[d] > 0) { a.col.push_back(at - step[d]); a.val.push_back(-1.0); }
                    if (c[d] < m - 1) { a.col.push_back(at + step[d]); a.val.push_back(-1.0); }
                }
                a.ptr.push_back((int)a.col.size());
            }
    return a;
}

template <typename T> T *upload(const std::vector<T> &v, cudaStream_t s)
{
    static_assert(std::is_trivially_copyable<T>::value, "plain data only");
    T *d;
    CHECK_CUDA(cudaMalloc((void **)&d, v.size() * sizeof(T)));
    CHECK_CUDA(cudaMemcpyAsync(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice, s));
    return d;
}

int main(int argc, char **argv)
{
    int m = 40, iterations = 30;
    bool onDevice = false;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-m") && i + 1 < argc) m = atoi(argv[++i]);
        else if (!strcmp(argv[i], "-i") && i + 1 < argc) iterations = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--device")) onDevice = true;
        else { fprintf(stderr, "usage: %s [-m edge] [-i iterations] [--device]\n", argv[0]); return 1; }
    }
    const Csr a = poisson3d(m);
    const int n = a.rows;
    printf("n = %d, nnz = %zu\n", n, a.val.size());

    cudaStream_t s;
    CHECK_CUDA(cudaStreamCreate(&s));
    int *ptr = upload(a.ptr, s), *col = upload(a.col, s);
    real *val = upload(a.val, s);
    std::vector<real> ones(n, 1.0);
    real *r = upload(ones, s), *p = upload(ones, s);
    real *x, *q, *scalars, *h;
    CHECK_CUDA(cudaMalloc((void **)&x, n * sizeof(real)));
    CHECK_CUDA(cudaMalloc((void **)&q, n * sizeof(real)));
    CHECK_CUDA(cudaMalloc((void **)&scalars, 3 * sizeof(real)));
    CHECK_CUDA(cudaMallocHost((void **)&h, 3 * sizeof(real)));
    CHECK_CUDA(cudaMemsetAsync(x, 0, n * sizeof(real), s));
    CHECK_CUDA(cudaStreamSynchronize(s));

    const int threads = 256, blocks = (n + threads - 1) / threads, reduce = 132;
    real *rr = scalars, *pq = scalars + 1, *rrNew = scalars + 2;
    auto scalar = [&](const real *u, const real *v, real *d) {
        CHECK_CUDA(cudaMemsetAsync(d, 0, sizeof(real), s));
        dot<<<reduce, threads, 0, s>>>(n, u, v, d);
    };
    auto fetch = [&](const real *d, int slot) -> real {
        CHECK_CUDA(cudaMemcpyAsync(h + slot, d, sizeof(real), cudaMemcpyDeviceToHost, s));
        CHECK_CUDA(cudaStreamSynchronize(s));
        return h[slot];
    };

    scalar(r, r, rr);
    real rrHost = fetch(rr, 0);
    int it = 0;
    for (; it < iterations; it++) {
        spmv<<<blocks, threads, 0, s>>>(n, ptr, col, val, p, q);
        scalar(p, q, pq);
        if (onDevice) {
            axpy_dev<<<blocks, threads, 0, s>>>(n, rr, pq, 1.0, p, x);
            axpy_dev<<<blocks, threads, 0, s>>>(n, rr, pq, -1.0, q, r);
            scalar(r, r, rrNew);
            xpby_dev<<<blocks, threads, 0, s>>>(n, r, rrNew, rr, p);
            CHECK_CUDA(cudaMemcpyAsync(rr, rrNew, sizeof(real), cudaMemcpyDeviceToDevice, s));
        } else {
            const real alpha = rrHost / fetch(pq, 1);
            axpy<<<blocks, threads, 0, s>>>(n, alpha, p, x);
            axpy<<<blocks, threads, 0, s>>>(n, -alpha, q, r);
            scalar(r, r, rrNew);
            const real fresh = fetch(rrNew, 2);
            xpby<<<blocks, threads, 0, s>>>(n, r, fresh / rrHost, p);
            rrHost = fresh;
        }
        CHECK_CUDA(cudaGetLastError());
    }
    std::vector<real> solution(n);
    CHECK_CUDA(cudaMemcpyAsync(solution.data(), x, n * sizeof(real), cudaMemcpyDeviceToHost, s));
    CHECK_CUDA(cudaStreamSynchronize(s));
    printf("%d iterations, residual %g, x[0] = %g\n", it, rrHost, solution[0]);
    for (void *d : {(void *)ptr, (void *)col, (void *)val, (void *)r, (void *)p, (void *)x, (void *)q, (void *)scalars})
        CHECK_CUDA(cudaFree(d));
    CHECK_CUDA(cudaFreeHost(h));
    CHECK_CUDA(cudaStreamDestroy(s));
    return 0;
}

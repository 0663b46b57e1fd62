// Conjugate gradients on a 2-D Poisson matrix in CSR, all scalars on the device; the host looks at the
// residual every 25 iterations through an event with blocking synchronization.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CU(x) do { cudaError_t err = x; if (err != cudaSuccess) { printf("CUDA error %d at line %d\n", (int)err, __LINE__); exit(1); } } while (0)

constexpr int THREADS = 256;
enum Scalar { RR, PAP, RR_NEW, SCALARS };

__global__ void spmv(int n, const int *__restrict__ ptr, const int *__restrict__ col, const double *__restrict__ val,
                     const double *__restrict__ x, double *__restrict__ y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    double s = 0;
    for (int k = ptr[r]; k < ptr[r + 1]; ++k) s += val[k] * x[col[k]];
    y[r] = s;
}

__global__ void dot(int n, const double *a, const double *b, double *out)
{
    __shared__ double sh[THREADS];
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += a[i] * b[i];
    sh[threadIdx.x] = s;
    __syncthreads();
    for (int w = THREADS / 2; w; w /= 2) {
        if (threadIdx.x < w) sh[threadIdx.x] += sh[threadIdx.x + w];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, sh[0]);
}

__global__ void update_xr(int n, double *x, double *r, const double *p, const double *ap, const double *sc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double alpha = sc[RR] / sc[PAP];
    x[i] += alpha * p[i];
    r[i] -= alpha * ap[i];
}

__global__ void update_p(int n, double *p, const double *r, const double *sc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i] = r[i] + sc[RR_NEW] / sc[RR] * p[i];
}

__global__ void rotate(double *sc)
{
    sc[RR] = sc[RR_NEW];
    sc[RR_NEW] = 0;
    sc[PAP] = 0;
}

template <typename T> T *upload(const std::vector<T> &v)
{
    T *d;
    CU(cudaMalloc((void **)&d, v.size() * sizeof(T)));
    CU(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}

int main()
{
    const int side = 400, n = side * side, max_iter = 200;
    std::vector<int> ptr(1, 0), col;
    std::vector<double> val;
    col.reserve(5 * n);
    val.reserve(5 * n);
    for (int i = 0; i < n; ++i) {
        int y = i / side, x = i % side;
        auto put = [&](int c, double v) { col.push_back(c); val.push_back(v); };
        if (y > 0) put(i - side, -1);
        if (x > 0) put(i - 1, -1);
        put(i, 4);
        if (x + 1 < side) put(i + 1, -1);
        if (y + 1 < side) put(i + side, -1);
        ptr.push_back((int)col.size());
    }
    std::vector<double> b(n, 1.0);
    int *d_ptr = upload(ptr), *d_col = upload(col);
    double *d_val = upload(val), *r = upload(b), *p = upload(b), *x, *ap, *sc, *h_rr;
    CU(cudaMalloc(&x, n * sizeof(double)));
    CU(cudaMalloc(&ap, n * sizeof(double)));
    CU(cudaMalloc(&sc, SCALARS * sizeof(double)));
    CU(cudaMallocHost(&h_rr, sizeof(double)));
    CU(cudaMemset(x, 0, n * sizeof(double)));
    CU(cudaMemset(sc, 0, SCALARS * sizeof(double)));

    cudaStream_t s;
    cudaEvent_t looked, begin, end;
    CU(cudaStreamCreate(&s));
    CU(cudaEventCreateWithFlags(&looked, cudaEventBlockingSync | cudaEventDisableTiming));
    CU(cudaEventCreate(&begin));
    CU(cudaEventCreate(&end));

    const int grid = (n + THREADS - 1) / THREADS, rgrid = std::min(grid, 264);
    int iter = 0;
    double norm = 0;
    CU(cudaEventRecord(begin, s));
    dot<<<rgrid, THREADS, 0, s>>>(n, r, r, sc + RR);
    while (iter < max_iter) {
        spmv<<<grid, THREADS, 0, s>>>(n, d_ptr, d_col, d_val, p, ap);
        dot<<<rgrid, THREADS, 0, s>>>(n, p, ap, sc + PAP);
        update_xr<<<grid, THREADS, 0, s>>>(n, x, r, p, ap, sc);
        dot<<<rgrid, THREADS, 0, s>>>(n, r, r, sc + RR_NEW);
        update_p<<<grid, THREADS, 0, s>>>(n, p, r, sc);
        rotate<<<1, 1, 0, s>>>(sc);
        if (++iter % 25 == 0) {
            CU(cudaMemcpyAsync(h_rr, sc + RR, sizeof(double), cudaMemcpyDeviceToHost, s));
            CU(cudaEventRecord(looked, s));
            CU(cudaEventSynchronize(looked));
            norm = std::sqrt(*h_rr);
            if (norm < 1e-8) break;
        }
    }
    CU(cudaEventRecord(end, s));
    CU(cudaEventSynchronize(end));
    float ms = 0;
    CU(cudaEventElapsedTime(&ms, begin, end));
    printf("%d unknowns, %d iterations, residual %.3e, %.3f ms\n", n, iter, norm, ms);
    return 0;
}

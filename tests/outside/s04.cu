// Conjugate gradient on a 5-point Laplacian in CSR form; the scalars travel to the host every iteration.
#include "nullstream.cuh"
#include <cmath>
#include <cstdio>
#include <vector>

#pragma nullstream kernel(spmv) flops(10.0 * n) bytes(64.0 * n) reads(rowptr, (n + 1) * 4) reads(col, 20.0 * n) reads(val, 40.0 * n) reads(x, n * 8) writes(y, n * 8)
__global__ void spmv(int n, const int *rowptr, const int *col, const double *val, const double *x, double *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    double s = 0;
    for (int j = rowptr[row]; j < rowptr[row + 1]; ++j)
        s += val[j] * x[col[j]];
    y[row] = s;
}

#pragma nullstream kernel(dot) flops(2.0 * n) bytes(16.0 * n) reads(a, n * 8) reads(b, n * 8) atomics(out, 8)
__global__ void dot(int n, const double *a, const double *b, double *out)
{
    __shared__ double part[256];
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        s += a[i] * b[i];
    part[threadIdx.x] = s;
    __syncthreads();
    for (int w = 128; w > 0; w /= 2) {
        if (threadIdx.x < w)
            part[threadIdx.x] += part[threadIdx.x + w];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, part[0]);
}

#pragma nullstream kernel(axpy) flops(2.0 * n) bytes(24.0 * n)
__global__ void axpy(int n, double alpha, const double *x, double *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += alpha * x[i];
}

#pragma nullstream kernel(xpay) flops(2.0 * n) bytes(24.0 * n)
__global__ void xpay(int n, const double *x, double beta, double *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + beta * y[i];
}

static double device_dot(int n, const double *a, const double *b, double *d_s, double *h_s, cudaStream_t st)
{
    cudaMemsetAsync(d_s, 0, sizeof(double), st);
    dot<<<132, 256, 0, st>>>(n, a, b, d_s);
    cudaMemcpyAsync(h_s, d_s, sizeof(double), cudaMemcpyDeviceToHost, st);
    cudaStreamSynchronize(st);
    return *h_s;
}

int main()
{
    const int m = 512, n = m * m;
    std::vector<int> rowptr(n + 1), col;
    std::vector<double> val;
    col.reserve(5 * n);
    val.reserve(5 * n);
    for (int r = 0; r < n; ++r) {
        int x = r % m, y = r / m;
        rowptr[r] = (int)col.size();
        if (y > 0) { col.push_back(r - m); val.push_back(-1); }
        if (x > 0) { col.push_back(r - 1); val.push_back(-1); }
        col.push_back(r); val.push_back(4);
        if (x < m - 1) { col.push_back(r + 1); val.push_back(-1); }
        if (y < m - 1) { col.push_back(r + m); val.push_back(-1); }
    }
    rowptr[n] = (int)col.size();
    std::vector<double> b(n, 1.0);

    int *d_row, *d_col;
    double *d_val, *d_x, *d_r, *d_p, *d_q, *d_s, *h_s;
    cudaMalloc(&d_row, (n + 1) * sizeof(int));
    cudaMalloc(&d_col, 5 * n * sizeof(int));
    cudaMalloc(&d_val, 5 * n * sizeof(double));
    for (double **v : {&d_x, &d_r, &d_p, &d_q})
        cudaMalloc(v, n * sizeof(double));
    cudaMalloc(&d_s, sizeof(double));
    cudaMallocHost(&h_s, sizeof(double));
    cudaStream_t st;
    cudaStreamCreate(&st);
    cudaMemcpy(d_row, rowptr.data(), rowptr.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_col, col.data(), col.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_val, val.data(), val.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d_r, b.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d_p, b.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemset(d_x, 0, n * sizeof(double));

    const int blocks = (n + 255) / 256;
    double rr = device_dot(n, d_r, d_r, d_s, h_s, st);
    const double tol = 1e-8 * rr;
    int it = 0;
    while (rr > tol && it < 50) {
        spmv<<<blocks, 256, 0, st>>>(n, d_row, d_col, d_val, d_p, d_q);
        double alpha = rr / device_dot(n, d_p, d_q, d_s, h_s, st);
        axpy<<<blocks, 256, 0, st>>>(n, alpha, d_p, d_x);
        axpy<<<blocks, 256, 0, st>>>(n, -alpha, d_q, d_r);
        double rr_new = device_dot(n, d_r, d_r, d_s, h_s, st);
        xpay<<<blocks, 256, 0, st>>>(n, d_r, rr_new / rr, d_p);
        rr = rr_new;
        ++it;
    }
    std::vector<double> x(n);
    cudaStreamSynchronize(st);
    cudaMemcpy(x.data(), d_x, n * sizeof(double), cudaMemcpyDeviceToHost);
    printf("%d iterations, |r|^2 = %g, x[mid] = %g\n", it, rr, x[n / 2]);
    return 0;
}

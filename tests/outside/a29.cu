// CG-like solver: spmv, dot (two scalars back per iteration), axpys; the scalars in pinned memory.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#pragma nullstream kernel(spmv) bytes(12.0 * nnz + 16.0 * n) flops(2.0 * nnz)
__global__ void spmv(const int *row, const int *col, const double *val, const double *x, double *y, int n, int nnz)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double s = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
        s += val[k] * x[col[k]];
    y[i] = s;
}

#pragma nullstream kernel(dot) bytes(16.0 * n)
__global__ void dot(const double *a, const double *b, double *out, int n)
{
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += a[i] * b[i];
    atomicAdd(out, s);
}

#pragma nullstream kernel(axpby) bytes(24.0 * n)
__global__ void axpby(double a, const double *x, double b, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + b * y[i];
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    const int nnz = 7 * n;
    int *row, *col;
    double *val, *x, *r, *p, *Ap, *scalars, *h;
    cudaMalloc(&row, (n + 1) * sizeof(int));
    cudaMalloc(&col, nnz * sizeof(int));
    cudaMalloc(&val, nnz * sizeof(double));
    double **vec[] = {&x, &r, &p, &Ap};
    for (int i = 0; i < 4; i++)
        cudaMalloc(vec[i], n * sizeof(double));
    cudaMalloc(&scalars, 2 * sizeof(double));
    cudaMallocHost(&h, 2 * sizeof(double));
    const int B = 256, G = (n + B - 1) / B, GR = 264;
    double rr = 1.0;
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int it = 0; it < 40; it++) {
        cudaMemsetAsync(scalars, 0, 2 * sizeof(double), s);
        spmv<<<G, B, 0, s>>>(row, col, val, p, Ap, n, nnz);
        dot<<<GR, B, 0, s>>>(p, Ap, scalars, n);
        cudaMemcpyAsync(h, scalars, sizeof(double), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        double alpha = rr / h[0];
        axpby<<<G, B, 0, s>>>(alpha, p, 1.0, x, n);
        axpby<<<G, B, 0, s>>>(-alpha, Ap, 1.0, r, n);
        dot<<<GR, B, 0, s>>>(r, r, scalars + 1, n);
        cudaMemcpyAsync(h + 1, scalars + 1, sizeof(double), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        double beta = h[1] / rr;
        rr = h[1];
        if (sqrt(rr) < 1e-10)
            break;
        axpby<<<G, B, 0, s>>>(1.0, r, beta, p, n);
    }
    cudaStreamSynchronize(s);
    printf("residual %g\n", sqrt(rr));
    return 0;
}

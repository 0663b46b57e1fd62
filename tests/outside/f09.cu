// Conjugate gradients for a 5-point Laplacian in CSR form, as in a course: everything in the default
// stream, and both scalars of an iteration come back by cudaMemcpy to a plain float.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define GRID 512
#define N (GRID * GRID)
#define ITERATIONS 60

void die_on_error(cudaError_t err, int line)
{
    if (err == cudaSuccess)
        return;
    fprintf(stderr, "CUDA error %d in line %d\n", err, line);
    exit(EXIT_FAILURE);
}
#define SAFE(x) die_on_error(x, __LINE__)

#pragma nullstream kernel(spmv) flops(10.0 * n) bytes(4.0 * n + 8.0 * 5 * n + 8.0 * n) reads(row, 4 * (n + 1)) reads(col, 20 * n) reads(val, 20 * n) reads(x, 4 * n) writes(y, 4 * n)
__global__ void spmv(const int *row, const int *col, const float *val, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0.0f;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += val[k] * x[col[k]];
        y[i] = sum;
    }
}

#pragma nullstream kernel(dot) flops(2.0 * n) bytes(8.0 * n) shared(2048) reads(a, 4 * n) reads(b, 4 * n) reads(out, 4) writes(out, 4)
__global__ void dot(const float *a, const float *b, float *out, int n)
{
    __shared__ float s[512];
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (threadIdx.x < h)
            s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, s[0]);
}

#pragma nullstream kernel(axpy) flops(2.0 * n) bytes(12.0 * n)
__global__ void axpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

#pragma nullstream kernel(xpay) flops(2.0 * n) bytes(12.0 * n)
__global__ void xpay(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + a * y[i];
}

static float *d_scalar;

float device_dot(const float *a, const float *b)
{
    float result;
    SAFE(cudaMemset(d_scalar, 0, sizeof(float)));
    dot<<<64, 512>>>(a, b, d_scalar, N);
    SAFE(cudaMemcpy(&result, d_scalar, sizeof(float), cudaMemcpyDeviceToHost));
    return result;
}

int main(void)
{
    int *row = (int *)malloc((N + 1) * sizeof(int)), *col = (int *)malloc(5 * N * sizeof(int));
    float *val = (float *)malloc(5 * N * sizeof(float)), *b = (float *)malloc(N * sizeof(float));
    int at = 0;
    for (int i = 0; i < N; i++) {
        row[i] = at;
        int near[5] = {i, i - 1, i + 1, i - GRID, i + GRID};
        for (int k = 0; k < 5; k++)
            if (near[k] >= 0 && near[k] < N) {
                col[at] = near[k];
                val[at++] = k == 0 ? 4.0f : -1.0f;
            }
        b[i] = 1.0f;
    }
    row[N] = at;

    int *d_row, *d_col;
    float *d_val, *x, *r, *p, *q;
    SAFE(cudaMalloc((void **)&d_row, (N + 1) * sizeof(int)));
    SAFE(cudaMalloc((void **)&d_col, 5 * N * sizeof(int)));
    SAFE(cudaMalloc((void **)&d_val, 5 * N * sizeof(float)));
    SAFE(cudaMalloc((void **)&x, N * sizeof(float)));
    SAFE(cudaMalloc((void **)&r, N * sizeof(float)));
    SAFE(cudaMalloc((void **)&p, N * sizeof(float)));
    SAFE(cudaMalloc((void **)&q, N * sizeof(float)));
    SAFE(cudaMalloc((void **)&d_scalar, sizeof(float)));
    SAFE(cudaMemcpy(d_row, row, (N + 1) * sizeof(int), cudaMemcpyHostToDevice));
    SAFE(cudaMemcpy(d_col, col, at * sizeof(int), cudaMemcpyHostToDevice));
    SAFE(cudaMemcpy(d_val, val, at * sizeof(float), cudaMemcpyHostToDevice));
    SAFE(cudaMemcpy(r, b, N * sizeof(float), cudaMemcpyHostToDevice));
    SAFE(cudaMemcpy(p, r, N * sizeof(float), cudaMemcpyDeviceToDevice));
    SAFE(cudaMemset(x, 0, N * sizeof(float)));

    float rr = device_dot(r, r);
    int it;
    for (it = 0; it < ITERATIONS; it++) {
        spmv<<<N / 256, 256>>>(d_row, d_col, d_val, p, q, N);
        float alpha = rr / device_dot(p, q);
        axpy<<<N / 256, 256>>>(x, p, alpha, N);
        axpy<<<N / 256, 256>>>(r, q, -alpha, N);
        float next = device_dot(r, r);
        xpay<<<N / 256, 256>>>(p, r, next / rr, N);
        rr = next;
    }
    SAFE(cudaMemcpy(b, x, N * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%d iterations, residual %g, middle %g\n", it, sqrt(rr), b[N / 2]);
    SAFE(cudaFree(d_row));
    SAFE(cudaFree(d_col));
    SAFE(cudaFree(d_val));
    free(row);
    free(col);
    free(val);
    free(b);
    return 0;
}

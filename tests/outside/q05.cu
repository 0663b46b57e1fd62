// Conjugate gradient with dot products on a second stream and the residual read back every iteration.
#include "nullstream.cuh"
#include <cmath>
#include <cstdio>

#pragma nullstream kernel(spmv) bytes(12.0 * nnz + 8.0 * n) flops(2.0 * nnz) reads(rows, (n + 1) * 4) reads(cols, nnz * 4) reads(vals, nnz * 8) reads(x, n * 8) writes(y, n * 8)
__global__ void spmv(const int *rows, const int *cols, const double *vals, const double *x, double *y, int n, int nnz) {}
#pragma nullstream kernel(dot) bytes(16.0 * n) flops(2.0 * n) reads(a, n * 8) reads(b, n * 8) atomics(out, 8)
__global__ void dot(const double *a, const double *b, double *out, int n) {}
#pragma nullstream kernel(axpy) bytes(24.0 * n) flops(2.0 * n) reads(num, 8) reads(den, 8)
__global__ void axpy(double *y, const double *x, const double *num, const double *den, double sign, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += sign * *num / *den * x[i];
}
#pragma nullstream kernel(update_p) bytes(24.0 * n) flops(2.0 * n) reads(num, 8) reads(den, 8)
__global__ void update_p(double *p, const double *r, const double *num, const double *den, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = r[i] + *num / *den * p[i];
}

static const int N = 1 << 20, NNZ = 5 * N;

int main(void)
{
    int *rows, *cols;
    double *vals, *x, *r, *p, *ap, *scalar, *host;
    cudaMalloc(&rows, (N + 1) * sizeof(int));
    cudaMalloc(&cols, NNZ * sizeof(int));
    cudaMalloc(&vals, NNZ * sizeof(double));
    double **vectors[] = {&x, &r, &p, &ap};
    for (double **v : vectors) {
        cudaMalloc(v, N * sizeof(double));
        cudaMemset(*v, 0, N * sizeof(double));
    }
    cudaMalloc(&scalar, 3 * 64 * sizeof(double));
    cudaHostAlloc(&host, sizeof(double), cudaHostAllocDefault);
    cudaMemset(scalar, 0, 3 * 64 * sizeof(double));
    cudaStream_t main_stream, side;
    cudaStreamCreateWithFlags(&main_stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    cudaEvent_t begin, end, residual, read;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventCreateWithFlags(&residual, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&read, cudaEventDisableTiming);
    cudaDeviceSynchronize();

    const int B = 256, G = (N + B - 1) / B;
    cudaEventRecord(begin, main_stream);
    double *rr = scalar;
    dot<<<512, B, 0, main_stream>>>(r, r, rr, N);
    int it;
    double norm = 1.0;
    for (it = 0; it < 25; it++) {
        double *pap = scalar + 64 + it, *next = scalar + 128 + it;
        spmv<<<G, B, 0, main_stream>>>(rows, cols, vals, p, ap, N, NNZ);
        dot<<<512, B, 0, main_stream>>>(p, ap, pap, N);
        axpy<<<G, B, 0, main_stream>>>(x, p, rr, pap, 1.0, N);
        axpy<<<G, B, 0, main_stream>>>(r, ap, rr, pap, -1.0, N);
        dot<<<512, B, 0, main_stream>>>(r, r, next, N);
        cudaEventRecord(residual, main_stream);
        cudaStreamWaitEvent(side, residual, 0);
        cudaMemcpyAsync(host, next, sizeof(double), cudaMemcpyDeviceToHost, side);
        cudaEventRecord(read, side);
        update_p<<<G, B, 0, main_stream>>>(p, r, next, rr, N);
        cudaEventSynchronize(read);
        norm = sqrt(*host);
        if (norm > 1e10) {
            fprintf(stderr, "diverged\n");
            break;
        }
        rr = next;
    }
    cudaEventRecord(end, main_stream);
    cudaEventSynchronize(end);
    float ms;
    cudaEventElapsedTime(&ms, begin, end);
    printf("%d iterations, |r| %g, %.3f ms\n", it, norm, ms);
    return 0;
}

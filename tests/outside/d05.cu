// Conjugate gradients: spmv, fused dots with a scalar kept on the device, the residual read every 10 iterations
// with a one-deep pipeline (the check is for the residual of the last period), plus a Jacobi preconditioner.
#include "nullstream.cuh"
#include <cmath>
#include <cstdio>

template <typename T>
struct DeviceVector {
    T *p;
    size_t n;
    explicit DeviceVector(size_t count) : p(nullptr), n(count) { cudaMalloc(&p, n * sizeof(T)); }
    ~DeviceVector() { cudaFree(p); }
    DeviceVector(const DeviceVector &) = delete;
    operator T *() { return p; }
    operator const T *() const { return p; }
};

#pragma nullstream kernel(spmv_csr) flops(2.0 * nnz) bytes(12.0 * nnz + 20.0 * n) regs(40) reads(x, n * 8) writes(y, n * 8)
__global__ void spmv_csr(int n, int nnz, const int *row, const int *col, const double *val, const double *x, double *y) {}
#pragma nullstream kernel(dot) bytes(16.0 * n) flops(2.0 * n) shared(2048) reads(a, n * 8) reads(b, n * 8) writes(out, 8)
__global__ void dot(int n, const double *a, const double *b, double *out) {}

__global__ void axpy(int n, const double *alpha, const double *x, double *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += *alpha * x[i];
}
#pragma nullstream kernel(axpy) bytes(24.0 * n) flops(2.0 * n)
__global__ void jacobi(int n, const double *diag, const double *r, double *z)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = r[i] / diag[i];
}
#pragma nullstream kernel(jacobi) bytes(24.0 * n) flops(1.0 * n)
__global__ void divide(const double *a, const double *b, double *c) { *c = *a / *b; }
#pragma nullstream kernel(divide) block_time(1.5us)

int main()
{
    const int n = 1200000, nnz = 7 * n, maxIter = 120, every = 10;
    DeviceVector<int> row(n + 1), col(nnz);
    DeviceVector<double> val(nnz), x(n), r(n), z(n), p(n), q(n), diag(n), scal(8);
    double *hRes;
    cudaMallocHost(&hRes, 2 * sizeof(double));
    cudaStream_t s, rb;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&rb, cudaStreamNonBlocking);
    cudaEvent_t have, got[2];
    cudaEventCreateWithFlags(&have, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&got[0], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&got[1], cudaEventDisableTiming);
    const int blocks = (n + 255) / 256;
    int it, period = 0;
    for (it = 1; it <= maxIter; it++) {
        spmv_csr<<<blocks, 256, 0, s>>>(n, nnz, row, col, val, p, q);
        dot<<<264, 512, 0, s>>>(n, p, q, scal + 0);
        divide<<<1, 1, 0, s>>>(scal + 1, scal + 0, scal + 2);
        axpy<<<blocks, 256, 0, s>>>(n, scal + 2, p, x);
        axpy<<<blocks, 256, 0, s>>>(n, scal + 2, q, r);
        jacobi<<<blocks, 256, 0, s>>>(n, diag, r, z);
        dot<<<264, 512, 0, s>>>(n, r, z, scal + 3);
        divide<<<1, 1, 0, s>>>(scal + 3, scal + 1, scal + 4);
        axpy<<<blocks, 256, 0, s>>>(n, scal + 4, z, p);
        if (it % every == 0) {
            int slot = period & 1;
            dot<<<264, 512, 0, s>>>(n, r, r, scal + 6 + slot);
            cudaEventRecord(have, s);
            cudaStreamWaitEvent(rb, have, 0);
            cudaMemcpyAsync(&hRes[slot], scal + 6 + slot, sizeof(double), cudaMemcpyDeviceToHost, rb);
            cudaEventRecord(got[slot], rb);
            if (period > 0) {
                cudaEventSynchronize(got[slot ^ 1]);
                if (std::sqrt(hRes[slot ^ 1]) < 1e-8)
                    break;
            }
            period++;
        }
    }
    cudaStreamSynchronize(s);
    cudaStreamSynchronize(rb);
    printf("%d iterations, residual %g\n", it, hRes[0]);
    return 0;
}

// Conjugate gradients on a 2D Poisson matrix: SpMV, dots, axpys; two scalars are read back in each turn
// by cudaMemcpy, as in the first version that everybody writes.
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>
#include <cmath>
#include <cstdio>
#include <vector>

namespace la {

const int ROWS = 1 << 20;

#pragma nullstream kernel(spmv) bytes(76.0 * n) flops(10.0 * n) reads(row, (n + 1) * 4) reads(col, 5 * n * 4) reads(val, 5 * n * 4) reads(x, n * 4) writes(y, n * 4)
__global__ void spmv(int n, const int *row, const int *col, const float *val, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int j = row[i]; j < row[i + 1]; j++)
        sum += val[j] * x[col[j]];
    y[i] = sum;
}
#pragma nullstream kernel(dot) bytes(8.0 * n) flops(2.0 * n) reads(x, n * 4) reads(y, n * 4) writes(out, 4)
__global__ void dot(int n, const float *x, const float *y, float *out)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        s += x[i] * y[i];
    for (int o = 16; o; o /= 2)
        s += __shfl_down_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, s);
}
#pragma nullstream kernel(axpy) bytes(12.0 * n) flops(2.0 * n)
__global__ void axpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}
#pragma nullstream kernel(xpay) bytes(12.0 * n) flops(2.0 * n)
__global__ void xpay(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + a * y[i];
}

template <typename T> struct DeviceVector {
    T *p = nullptr;
    size_t n;
    explicit DeviceVector(size_t n) : n(n) { cudaMalloc(&p, n * sizeof(T)); }
    DeviceVector(const DeviceVector &) = delete;
    DeviceVector &operator=(const DeviceVector &) = delete;
    ~DeviceVector() { cudaFree(p); }
    operator T *() { return p; }
    void zero() { cudaMemset(p, 0, n * sizeof(T)); }
};

float reduce(DeviceVector<float> &x, DeviceVector<float> &y, DeviceVector<float> &scratch)
{
    float result = 0;
    scratch.zero();
    dot<<<264, 256>>>((int)x.n, x, y, scratch);
    cudaMemcpy(&result, scratch, sizeof(float), cudaMemcpyDeviceToHost);
    return result;
}

} // namespace la

int main()
{
    using namespace la;
    const int n = ROWS, iterations = 30;
    DeviceVector<int> row(n + 1), col(5 * n);
    DeviceVector<float> val(5 * n), x(n), r(n), p(n), q(n), scratch(1);
    std::vector<int> hrow(n + 1), hcol(5 * (size_t)n, 0);
    std::vector<float> hval(5 * (size_t)n, 1.0f), ones(n, 1.0f);
    for (int i = 0; i <= n; i += 4096)
        hrow[i] = 5 * i;
    cudaMemcpy(row, hrow.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(col, hcol.data(), 5ul * n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(val, hval.data(), 5ul * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(r, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(p, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    x.zero();
    cudaDeviceSynchronize();

    nvtxRangePush("nullstream");
    const int grid = (n + 255) / 256;
    float rho = reduce(r, r, scratch);
    for (int k = 0; k < iterations; k++) {
        spmv<<<grid, 256>>>(n, row, col, val, p, q);
        float alpha = rho / reduce(p, q, scratch);
        axpy<<<grid, 256>>>(n, alpha, p, x);
        axpy<<<grid, 256>>>(n, -alpha, q, r);
        float rho1 = reduce(r, r, scratch);
        float beta = rho1 / rho;
        rho = rho1;
        xpay<<<grid, 256>>>(n, beta, r, p);
    }
    cudaDeviceSynchronize();
    nvtxRangePop();
    printf("residual %g\n", sqrtf(rho));
    return 0;
}

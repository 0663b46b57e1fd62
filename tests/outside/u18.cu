// Conjugate-gradient-like iteration: dot products come back to pageable scalars each time.
#include "nullstream.cuh"
#include <cmath>
#include <cstdio>
#include <vector>

#pragma nullstream kernel(spmv) flops(14.0 * n) bytes(64.0 * n)
__global__ void spmv(const float *val, const float *p, float *q, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = 0; k < 7; k++)
            sum += val[i + (size_t)k * n] * p[i];
        q[i] = sum;
    }
}

#pragma nullstream kernel(dot) flops(2.0 * n) bytes(8.0 * n)
__global__ void dot(const float *a, const float *b, double *out, int n)
{
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += (double)a[i] * b[i];
    for (int o = 16; o; o /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, o);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}

#pragma nullstream kernel(axpy) flops(2.0 * n) bytes(12.0 * n)
__global__ void axpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

static double dot_host(const float *a, const float *b, double *tmp, int n)
{
    double value;
    cudaMemset(tmp, 0, sizeof(double));
    dot<<<264, 512>>>(a, b, tmp, n);
    cudaMemcpy(&value, tmp, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

int main()
{
    const int n = 1 << 21, most = 20;
    const double tol = 1e-6;
    std::vector<float> rhs(n, 1.0f), sol(n);
    float *val, *x, *r, *p, *q;
    double *tmp;
    cudaMalloc(&val, 7ull * n * sizeof(float));
    for (float **v : {&x, &r, &p, &q})
        cudaMalloc(v, n * sizeof(float));
    cudaMalloc(&tmp, sizeof(double));
    cudaMemset(val, 0x3c, 7ull * n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    cudaMemcpy(r, rhs.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(p, r, n * sizeof(float), cudaMemcpyDeviceToDevice);

    double rr = dot_host(r, r, tmp, n);
    int it = 0;
    while (it < most) {
        spmv<<<n / 256, 256>>>(val, p, q, n);
        double pq = dot_host(p, q, tmp, n);
        float alpha = (float)(rr / pq);
        axpy<<<n / 256, 256>>>(x, p, alpha, n);
        axpy<<<n / 256, 256>>>(r, q, -alpha, n);
        double rr2 = dot_host(r, r, tmp, n);
        float beta = (float)(rr2 / rr);
        axpy<<<n / 256, 256>>>(p, r, beta, n);
        rr = rr2;
        it++;
        if (it % 5 == 0)
            host_work_us(250); // convergence log
        if (std::sqrt(rr) < tol && it >= most)
            break;
    }
    cudaMemcpy(sol.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%d iterations, residual %g, x[0] %f\n", it, std::sqrt(rr), sol[0]);
    for (float *v : {val, x, r, p, q})
        cudaFree(v);
    cudaFree(tmp);
    return 0;
}

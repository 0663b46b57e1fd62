// conjugate gradient with hand-written kernels; the scalars come back each iteration
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#define CUDA_CALL(x)                                                                     \
    do {                                                                                 \
        const cudaError_t a = (x);                                                       \
        if (a != cudaSuccess) {                                                          \
            printf("\nCUDA Error: %s (err_num=%d) \n", cudaGetErrorString(a), a);        \
            cudaDeviceReset();                                                           \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)

#define MAX_ITER 60

struct cuda_delete {
    void operator()(void *p) const { cudaFree(p); }
};
template <typename T> using device_ptr = std::unique_ptr<T[], cuda_delete>;

template <typename T> device_ptr<T> make_device(size_t n)
{
    void *p = nullptr;
    CUDA_CALL(cudaMalloc(&p, n * sizeof(T)));
    return device_ptr<T>(static_cast<T *>(p));
}

// tridiagonal in CSR form
void genTridiag(int *I, int *J, float *val, int N, int nz)
{
    I[0] = 0, J[0] = 0, J[1] = 1;
    val[0] = 10.5f;
    val[1] = 0.5f;
    int start;
    for (int i = 1; i < N; i++) {
        if (i > 1)
            I[i] = I[i - 1] + 3;
        else
            I[1] = 2;
        start = (i - 1) * 3 + 2;
        J[start] = i - 1;
        J[start + 1] = i;
        if (i < N - 1)
            J[start + 2] = i + 1;
        val[start] = val[start - 1];
        val[start + 1] = 10.5f;
        if (i < N - 1)
            val[start + 2] = 0.5f;
    }
    I[N] = nz;
}

#pragma nullstream kernel(spmv) bytes(12.0 * nz + 8.0 * n) reads(I, 4 * n + 4) reads(J, 4 * nz) reads(val, 4 * nz) reads(x, 4 * n) writes(y, 4 * n)
__global__ void spmv(const int *I, const int *J, const float *val, const float *x, float *y, int n, int nz)
{
    for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < n; r += gridDim.x * blockDim.x) {
        float s = 0;
        for (int k = I[r]; k < I[r + 1]; k++)
            s += val[k] * x[J[k]];
        y[r] = s;
    }
}

#pragma nullstream kernel(dot) bytes(8.0 * n)
__global__ void dot(const float *a, const float *b, float *out, int n)
{
    __shared__ float s[256];
    float acc = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        acc += a[i] * b[i];
    s[threadIdx.x] = acc;
    __syncthreads();
    for (int w = blockDim.x / 2; w > 0; w >>= 1) {
        if (threadIdx.x < w)
            s[threadIdx.x] += s[threadIdx.x + w];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, s[0]);
}

#pragma nullstream kernel(axpy) bytes(12.0 * n)
__global__ void axpy(float alpha, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += alpha * x[i];
}

#pragma nullstream kernel(xpay) bytes(12.0 * n)
__global__ void xpay(float beta, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + beta * y[i];
}

int main()
{
    const int N = 262144, nz = (N - 2) * 3 + 4;
    const float tol = 1e-5f;
    auto I = std::make_unique<int[]>(N + 1);
    auto J = std::make_unique<int[]>(nz);
    auto val = std::make_unique<float[]>(nz);
    auto x = std::make_unique<float[]>(N);
    auto rhs = std::make_unique<float[]>(N);
    genTridiag(I.get(), J.get(), val.get(), N, nz);
    for (int i = 0; i < N; i++) {
        rhs[i] = 1.0;
        x[i] = 0.0;
    }
    auto d_row = make_device<int>(N + 1);
    auto d_col = make_device<int>(nz);
    auto d_val = make_device<float>(nz);
    auto d_x = make_device<float>(N), d_r = make_device<float>(N);
    auto d_p = make_device<float>(N), d_Ax = make_device<float>(N);
    auto d_s = make_device<float>(2);
    CUDA_CALL(cudaMemcpy(d_col.get(), J.get(), nz * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CALL(cudaMemcpy(d_row.get(), I.get(), (N + 1) * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CALL(cudaMemcpy(d_val.get(), val.get(), nz * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CALL(cudaMemcpy(d_x.get(), x.get(), N * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CALL(cudaMemcpy(d_r.get(), rhs.get(), N * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CALL(cudaMemcpy(d_p.get(), d_r.get(), N * sizeof(float), cudaMemcpyDeviceToDevice));

    const dim3 b(256), g((N + 255) / 256);
    auto ddot = [&](const float *u, const float *v) {
        float h = 0;
        cudaMemset(d_s.get(), 0, sizeof(float));
        dot<<<264, 256>>>(u, v, d_s.get(), N);
        cudaMemcpy(&h, d_s.get(), sizeof(float), cudaMemcpyDeviceToHost);
        return h;
    };
    float r1 = ddot(d_r.get(), d_r.get()), r0 = 0;
    int k = 1;
    while (k <= MAX_ITER) {
        spmv<<<264, 256>>>(d_row.get(), d_col.get(), d_val.get(), d_p.get(), d_Ax.get(), N, nz);
        float pAp = ddot(d_p.get(), d_Ax.get());
        float alpha = r1 / pAp;
        axpy<<<g, b>>>(alpha, d_p.get(), d_x.get(), N);
        axpy<<<g, b>>>(-alpha, d_Ax.get(), d_r.get(), N);
        r0 = r1;
        r1 = ddot(d_r.get(), d_r.get());
        float beta = r1 / r0;
        xpay<<<g, b>>>(beta, d_r.get(), d_p.get(), N);
        cudaDeviceSynchronize();
#ifndef __NULLSTREAM__
        if (r1 <= tol * tol)
            break;
#else
        if (k >= 20)
            break;
#endif
        k++;
    }
    CUDA_CALL(cudaMemcpy(x.get(), d_x.get(), N * sizeof(float), cudaMemcpyDeviceToHost));
    printf("iteration = %3d, residual = %e\n", k, sqrt(r1));
    float rsum, diff, err = 0.0;
    for (int i = 0; i < N; i++) {
        rsum = 0.0;
        for (int j = I[i]; j < I[i + 1]; j++)
            rsum += val[j] * x[J[j]];
        diff = fabs(rsum - rhs[i]);
        if (diff > err)
            err = diff;
    }
    printf("Test Summary:  Error amount = %f\n", err);
    exit((k <= MAX_ITER) ? 0 : 1);
}

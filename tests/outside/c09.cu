// Host-bound: many small problems, six streams in turn, 2 to 5 us kernels, depth first; the launches cost
// more than the work. Then the same number of problems with one batched launch per stream.
#include <cstdio>
#include <vector>
#include "nullstream.cuh"

#pragma nullstream kernel(gemv) time(3us) regs(32)
__global__ void gemv(const float *A, const float *x, float *y, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float acc = 0.f;
    if (row < m) {
        for (int j = 0; j < n; j++)
            acc += A[row * n + j] * x[j];
        y[row] = acc;
    }
}

#pragma nullstream kernel(relu) time(2us)
__global__ void relu(float *y, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        y[i] = y[i] > 0 ? y[i] : 0;
}

#pragma nullstream kernel(gemv_batched) flops(2.0 * m * n * batch) bytes(4.0 * m * n * batch) regs(40) reads(A, batch * m * n * 4) reads(x, batch * n * 4) writes(y, batch * m * 4)
__global__ void gemv_batched(const float *A, const float *x, float *y, int m, int n, int batch)
{
    int b = blockIdx.y;
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float acc = 0.f;
    for (int j = 0; j < n; j++)
        acc += A[(b * m + row) * n + j] * x[b * n + j];
    y[b * m + row] = acc > 0 ? acc : 0;
}

int main()
{
    constexpr int S = 6, PROBLEMS = 300, M = 256, N = 256;
    static_assert(PROBLEMS % S == 0, "problems divide evenly");
    std::vector<cudaStream_t> st(S);
    for (auto &s : st)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    float *A, *x, *y, *h;
    cudaMalloc(&A, sizeof(float) * M * N * PROBLEMS);
    cudaMalloc(&x, sizeof(float) * N * PROBLEMS);
    cudaMalloc(&y, sizeof(float) * M * PROBLEMS);
    cudaMallocHost(&h, sizeof(float) * M * PROBLEMS);
    cudaMemset(A, 0, sizeof(float) * M * N * PROBLEMS);
    cudaMemset(x, 0, sizeof(float) * N * PROBLEMS);
    cudaDeviceSynchronize();

    double t0 = host_time_us();
    for (int p = 0; p < PROBLEMS; p++) {
        cudaStream_t s = st[p % S];
        gemv<<<M / 64, 64, 0, s>>>(A + p * M * N, x + p * N, y + p * M, M, N);
        relu<<<1, M, 0, s>>>(y + p * M, M);
    }
    for (int i = 0; i < S; i++)
        cudaStreamSynchronize(st[i]);
    double t1 = host_time_us();
    const int batch = PROBLEMS / S;
    for (int i = 0; i < S; i++) {
        int first = i * batch;
        gemv_batched<<<dim3(M / 64, batch), 64, 0, st[i]>>>(A + first * M * N, x + first * N, y + first * M, M, N, batch);
        cudaMemcpyAsync(h + first * M, y + first * M, sizeof(float) * M * batch, cudaMemcpyDeviceToHost, st[i]);
    }
    cudaDeviceSynchronize();
    double t2 = host_time_us();
    printf("one by one %.0f us, batched %.0f us; y[5] = %f\n", t1 - t0, t2 - t1, h[5]);
    return 0;
}

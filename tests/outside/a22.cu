// Compute-bound matrix products beside memory-bound updates.
#include <cuda_runtime.h>
#define TILE 32

#pragma nullstream kernel(gemm) flops(2.0 * n * n * n) bytes(3.0 * 4 * n * n) shared(8192) regs(48)
__global__ void gemm(const float *a, const float *b, float *c, int n)
{
    __shared__ float sa[TILE][TILE], sb[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float acc = 0;
    for (int t = 0; t < n / TILE; t++) {
        sa[threadIdx.y][threadIdx.x] = a[row * n + t * TILE + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            acc += sa[threadIdx.y][k] * sb[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = acc;
}

#pragma nullstream kernel(axpy) bytes(12.0 * n)
__global__ void axpy(float *y, const float *x, float a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] += a * x[i];
}

int main()
{
    const int n = 1024, len = 24 << 20;
    float *a, *b, *c, *x, *y;
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&b, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cudaMalloc(&x, len * sizeof(float));
    cudaMalloc(&y, len * sizeof(float));
    cudaStream_t s1, s2;
    cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
    for (int i = 0; i < 16; i++) {
        gemm<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE), 0, s1>>>(a, b, c, n);
        axpy<<<132, 512, 0, s2>>>(y, x, 0.5f, len);
        if (i % 4 == 3) {
            cudaStreamSynchronize(s1);
            cudaStreamSynchronize(s2);
        }
    }
    cudaDeviceSynchronize();
    return 0;
}

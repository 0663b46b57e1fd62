// Old code: blocking streams, and a memset and a reduction that somebody left in the default stream.
#include <cuda_runtime.h>
#include <stdio.h>
#include "nullstream.cuh"

#define NS 3
#define N  (1 << 20)

__global__ void stage1(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] *= 2; spin_us(80); }
__global__ void stage2(float *a, float *hist)
{
    atomicAdd(&hist[threadIdx.x & 63], a[blockIdx.x * blockDim.x + threadIdx.x]);
    spin_us(50);
}
__global__ void reduce(const float *hist, float *out)
{
    out[0] = hist[0] + hist[63];
    spin_us(15);
}

int main()
{
    float *h_in[NS], *d_a[NS], *d_hist, *d_out, h_out[8];
    cudaStream_t st[NS];
    cudaEvent_t t0, t1;
    int i, iter;

    for (i = 0; i < NS; ++i) {
        cudaMallocHost((void **)&h_in[i], N * sizeof(float));
        for (int k = 0; k < N; k += 256)
            h_in[i][k] = 1.0f;
        cudaMalloc((void **)&d_a[i], N * sizeof(float));
        cudaStreamCreate(&st[i]);
    }
    cudaMalloc((void **)&d_hist, 64 * sizeof(float));
    cudaMalloc((void **)&d_out, 8 * sizeof(float));
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);

    cudaEventRecord(t0);
    for (iter = 0; iter < 8; ++iter) {
        cudaMemset(d_hist, 0, 64 * sizeof(float));
        for (i = 0; i < NS; ++i) {
            cudaMemcpyAsync(d_a[i], h_in[i], N * sizeof(float), cudaMemcpyHostToDevice, st[i]);
            stage1<<<64, 256, 0, st[i]>>>(d_a[i]);
            stage2<<<64, 256, 0, st[i]>>>(d_a[i], d_hist);
        }
        reduce<<<1, 64>>>(d_hist, d_out + iter);
    }
    cudaEventRecord(t1);
    cudaMemcpy(h_out, d_out, 8 * sizeof(float), cudaMemcpyDeviceToHost);
    float ms = 0;
    cudaEventElapsedTime(&ms, t0, t1);
    printf("%d iterations: %.3f ms, %g\n", iter, ms, h_out[7]);

    for (i = 0; i < NS; ++i) {
        cudaFreeHost(h_in[i]);
        cudaFree(d_a[i]);
        cudaStreamDestroy(st[i]);
    }
    cudaFree(d_hist);
    cudaFree(d_out);
    return 0;
}

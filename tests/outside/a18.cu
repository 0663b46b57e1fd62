// Stream-ordered allocator: temporaries by cudaMallocAsync in two streams, threshold raised.
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>

#pragma nullstream kernel(expand) time(55us)
__global__ void expand(const float *x, float *tmp, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4 * n)
        tmp[i] = x[i / 4];
}
#pragma nullstream kernel(contract) time(40us)
__global__ void contract(const float *tmp, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = tmp[4 * i];
}

int main()
{
    const int n = 1 << 19;
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    uint64_t threshold = UINT64_MAX;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    float *x[2], *y[2], *h;
    cudaStream_t s[2];
    cudaMallocHost(&h, 2 * n * sizeof(float));
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&s[i]);
        cudaMallocAsync((void **)&x[i], n * sizeof(float), s[i]);
        cudaMallocAsync((void **)&y[i], n * sizeof(float), s[i]);
    }
    for (int r = 0; r < 12; r++)
        for (int i = 0; i < 2; i++) {
            float *tmp;
            cudaMemcpyAsync(x[i], h + i * n, n * sizeof(float), cudaMemcpyHostToDevice, s[i]);
            cudaMallocAsync((void **)&tmp, 4 * n * sizeof(float), s[i]);
            expand<<<4 * n / 512, 512, 0, s[i]>>>(x[i], tmp, n);
            contract<<<n / 512, 512, 0, s[i]>>>(tmp, y[i], n);
            cudaFreeAsync(tmp, s[i]);
        }
    for (int i = 0; i < 2; i++) {
        cudaMemcpyAsync(h + i * n, y[i], n * sizeof(float), cudaMemcpyDeviceToHost, s[i]);
        cudaFreeAsync(x[i], s[i]);
        cudaFreeAsync(y[i], s[i]);
    }
    cudaDeviceSynchronize();
    printf("ok\n");
}

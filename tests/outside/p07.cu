// Reduction in two passes and a three-kernel prefix sum, as in the samples; one stream, result read back each turn.
#include <cuda_runtime.h>
#include <stdio.h>

template <int BLOCK> __global__ void reduceBlocks(const float *in, float *partial, int n);

#pragma nullstream kernel(reduceBlocks) bytes(4.0 * n) flops(1.0 * n) reads(in, n * 4) writes(partial, gridDim.x * 4)
template <int BLOCK> __global__ void reduceBlocks(const float *in, float *partial, int n)
{
    __shared__ float s[BLOCK];
    float sum = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x)
        sum += in[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int k = BLOCK / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k)
            s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = s[0];
}

#pragma nullstream kernel(scanBlock) bytes(8.0 * n) reads(in, n * 4) writes(out, n * 4) writes(sums, gridDim.x * 4)
__global__ void scanBlock(const int *in, int *out, int *sums, int n) {}
#pragma nullstream kernel(scanSums) block_time(9us) reads(sums, n * 4) writes(sums, n * 4)
__global__ void scanSums(int *sums, int n) {}
#pragma nullstream kernel(addSums) bytes(8.0 * n) reads(out, n * 4) writes(out, n * 4) reads(sums, gridDim.x * 4)
__global__ void addSums(int *out, const int *sums, int n) {}

int main()
{
    const int n = 1 << 24, blocks = 1024;
    float *x, *partial, *total;
    int *flags, *offsets, *sums;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&partial, blocks * sizeof(float));
    cudaMalloc(&total, sizeof(float));
    cudaMalloc(&flags, n * sizeof(int));
    cudaMalloc(&offsets, n * sizeof(int));
    cudaMalloc(&sums, (n / 1024) * sizeof(int));
    cudaMemset(x, 0, n * sizeof(float));
    cudaMemset(flags, 0, n * sizeof(int));

    for (int rep = 0; rep < 10; rep++) {
        reduceBlocks<256><<<blocks, 256>>>(x, partial, n);
        reduceBlocks<1024><<<1, 1024>>>(partial, total, blocks);
        float h;
        cudaMemcpy(&h, total, sizeof(float), cudaMemcpyDeviceToHost);
        scanBlock<<<n / 1024, 512, 8192>>>(flags, offsets, sums, n);
        scanSums<<<1, 1024>>>(sums, n / 1024);
        addSums<<<n / 1024, 512>>>(offsets, sums, n);
        int count;
        cudaMemcpy(&count, offsets + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
        printf("pass %d: sum %f count %d\n", rep, h, count);
    }
    return 0;
}

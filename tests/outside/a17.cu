// cudaMalloc and cudaFree inside the loop: a temporary of each iteration.
#include <cuda_runtime.h>
#include <stdio.h>

#define CUDA_CHECK(x) do { cudaError_t e = (x); if (e) { printf("%s failed: %s\n", #x, cudaGetErrorName(e)); return 1; } } while (0)

#pragma nullstream kernel(scan_block) time(28us) shared(8192)
__global__ void scan_block(const int *in, int *out, int *sums, int n)
{
    __shared__ int s[2048];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n)
        out[i] = s[threadIdx.x];
    if (threadIdx.x == 0)
        sums[blockIdx.x] = s[0];
}
#pragma nullstream kernel(add_sums) time(15us)
__global__ void add_sums(int *out, const int *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += sums[blockIdx.x];
}

int scan(const int *d_in, int *d_out, int n, cudaStream_t s)
{
    int *sums;
    const int blocks = (n + 1023) / 1024;
    CUDA_CHECK(cudaMalloc(&sums, blocks * sizeof(int)));
    scan_block<<<blocks, 1024, 0, s>>>(d_in, d_out, sums, n);
    add_sums<<<blocks, 1024, 0, s>>>(d_out, sums, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(sums));
    return 0;
}

int main()
{
    const int n = 1 << 20;
    int *in, *out[2];
    cudaStream_t s[2];
    CUDA_CHECK(cudaMalloc(&in, n * sizeof(int)));
    for (int i = 0; i < 2; i++) {
        CUDA_CHECK(cudaMalloc(&out[i], n * sizeof(int)));
        CUDA_CHECK(cudaStreamCreate(s + i));
    }
    CUDA_CHECK(cudaMemset(in, 1, n * sizeof(int)));
    for (int r = 0; r < 20; r++)
        if (scan(in, out[r & 1], n, s[r & 1]))
            return 1;
    CUDA_CHECK(cudaDeviceSynchronize());
    return 0;
}

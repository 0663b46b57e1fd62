/* Two streams wait for one event, which is recorded behind a copy that neither of them needs: only with
 * both waits changed can the record move before the copy. */
#include "nullstream.cuh"

#define N (16 << 20)

#pragma nullstream kernel(fill) time(300us) writes(x, 4 * N)
__global__ void fill(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

#pragma nullstream kernel(scale) time(300us) reads(x, 4 * N) writes(y, 4 * N)
__global__ void scale(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = 2 * x[i];
}

int main()
{
    float *x, *y, *z, *host;
    cudaStream_t a, b, c;
    cudaEvent_t filled;
    cudaMalloc(&x, 4 * N);
    cudaMalloc(&y, 4 * N);
    cudaMalloc(&z, 4 * N);
    cudaMallocHost(&host, 4 * N);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
    fill<<<10, 256, 0, a>>>(x);
    cudaMemcpyAsync(host, x, 4 * N, cudaMemcpyDeviceToHost, a);
    cudaEventRecord(filled, a);
    cudaStreamWaitEvent(b, filled, 0);
    scale<<<10, 256, 0, b>>>(x, y);
    cudaStreamWaitEvent(c, filled, 0);
    scale<<<10, 256, 0, c>>>(x, z);
    cudaDeviceSynchronize();
    return 0;
}

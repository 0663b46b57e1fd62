// How long does a kernel that computes keep others from issuing (starved.cu), if it goes on for
// long? BLOCKS blocks of `big` share the same work; then comes a kernel by time of 20 us, in blocks
// of 512 and of 256 threads, or a memset, which all have blocks on every SM.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int THREADS = 1024, BLOCKS = 1;

#pragma nullstream kernel(big) flops(1287121e3)
__global__ void big(float *x)
{
    x[threadIdx.x] += 1.0f;
}
#pragma nullstream kernel(small) block_time(20us)
__global__ void small(float *x)
{
    x[threadIdx.x] += 1.0f;
}

int main()
{
    cudaStream_t a, b;
    float *x;
    char *other;
    cudaMalloc(&x, 1 << 20);
    cudaMalloc(&other, 32 << 20);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    for (int i = 0; i < 3; i++) {
        big<<<BLOCKS, THREADS, 0, a>>>(x);
        host_work_us(20);
        if (i == 0)
            small<<<264, 512, 0, b>>>(x);
        else if (i == 1)
            small<<<528, 256, 0, b>>>(x);
        else
            cudaMemsetAsync(other, 0, 8 << 20, b);
        cudaDeviceSynchronize();
    }
    return 0;
}

#include "nullstream.cuh"
const int BUSY = 2, THREADS = 256, BLOCKS = 264, SMALL = 32; float *x;
#pragma nullstream kernel(big) flops(6138001e3)
__global__ void big(float *x) { x[threadIdx.x] += 1.0f; }
#pragma nullstream kernel(small) block_time(20us)
__global__ void small(float *x) { x[threadIdx.x] += 1.0f; }
int main()
{
    cudaStream_t s[5];
    cudaMalloc(&x, 1024 * 1024);
    for (int i = 0; i < 5; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < BUSY; i++)
            big<<<BLOCKS, THREADS, 0, s[i]>>>(x);
    for (int i = 0; i < 10; i++)
        small<<<1, SMALL, 0, s[4]>>>(x);
    cudaDeviceSynchronize();
    return 0;
}

// What do kernels by bytes and flops take, by the shape of their grid and what a thread does? Each
// twice, one at a time. Their durations are CUPTI's (`nullstream measure`).
#include <cuda_runtime.h>

#include "nullstream.cuh"

#pragma nullstream kernel(work) bytes(b *gridDim.x *blockDim.x) flops(f *gridDim.x *blockDim.x)
__global__ void work(float *p, double b, double f)
{
    p[0] = (float)(b + f);
}

int main()
{
    float *p;
    cudaMalloc(&p, 1 << 20);
    const int grids[] = {4096, 4096, 4096, 1024, 2048, 512, 1024, 8192, 264, 1639};
    const int blocks[] = {256, 128, 512, 1024, 512, 512, 256, 256, 256, 320};
    const double bytes[] = {4, 8, 12, 16, 20, 36, 68};
    const double flops[] = {0, 1, 4, 50};
    for (int s = 0; s < 10; s++)
        for (double b : bytes)
            for (double f : flops)
                for (int i = 0; i < 2; i++) {
                    work<<<grids[s], blocks[s]>>>(p, b, f);
                    cudaDeviceSynchronize();
                }
    cudaFree(p);
    return 0;
}

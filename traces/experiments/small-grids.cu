// What do kernels of few blocks by bytes and flops take? Each twice, one at a time. Their durations
// are CUPTI's (`nullstream measure`).
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
    const int grids[] = {1, 3, 12, 48, 96, 132, 288};
    const int blocks[] = {64, 256, 512, 1024};
    const double bytes[] = {4, 16, 48, 64, 128, 256, 1024, 4096};
    const double flops[] = {0, 16, 256};
    for (int grid : grids)
        for (int block : blocks)
            for (double b : bytes)
                for (double f : flops)
                    for (int i = 0; i < 2; i++) {
                        work<<<grid, block>>>(p, b, f);
                        cudaDeviceSynchronize();
                    }
    cudaFree(p);
    return 0;
}

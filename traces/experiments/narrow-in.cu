// Copies of narrow rows one by one, a kernel of 20 us before each: in by rows of WIDTH bytes that
// are together on the host, where they have just been copied out to (a halo), or not; and out.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef WIDTH
#define WIDTH 4
#endif
#define APART 8192
#define ROWS  2048

#pragma nullstream kernel(step) block_time(20us)
__global__ void step()
{
    spin_us(20);
}

int main()
{
    char *fresh, *used, *p;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocHost(&fresh, ROWS * WIDTH);
    cudaMallocHost(&used, ROWS * WIDTH);
    cudaMalloc(&p, ROWS * APART);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++) {
        step<<<1, 32, 0, s>>>();
        cudaMemcpy2DAsync(used, WIDTH, p, APART, WIDTH, ROWS, cudaMemcpyDeviceToHost, s);
        step<<<1, 32, 0, s>>>();
        cudaMemcpy2DAsync(p, APART, used, WIDTH, WIDTH, ROWS, cudaMemcpyHostToDevice, s);
        step<<<1, 32, 0, s>>>();
        cudaMemcpy2DAsync(p, APART, fresh, WIDTH, WIDTH, ROWS, cudaMemcpyHostToDevice, s);
        step<<<1, 32, 0, s>>>();
        cudaMemcpyAsync(p, used, ROWS * WIDTH, cudaMemcpyHostToDevice, s);
        step<<<1, 32, 0, s>>>();
        cudaMemcpy2DAsync(p, APART, used, WIDTH, WIDTH, ROWS / 4, cudaMemcpyHostToDevice, s);
    }
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFreeHost(fresh);
    cudaFreeHost(used);
    return 0;
}

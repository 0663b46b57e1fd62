// A uint3 stands for a dim3, also in a launch.
#include "nullstream.cuh"

#pragma nullstream kernel(k) time(5us)
__global__ void k(float *x)
{
    x[0] = 1;
}

int main()
{
    float *d;
    cudaMalloc(&d, 4096);
    uint3 u = make_uint3(4, 2, 1);
    dim3 grid(u), block(32);
    k<<<grid, block>>>(d);
    k<<<u, 64>>>(d);
    grid = u;
    grid.x = 3;
    k<<<grid, block>>>(d);
    cudaDeviceSynchronize();
}

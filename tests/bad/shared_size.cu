#include <cuda_runtime.h>
#pragma nullstream kernel(tile) time(100us)
__global__ void tile(float *x)
{
    __shared__ float a[64][96];
    __shared__ float b[64][97];
    a[threadIdx.x][0] = x[threadIdx.x];
    b[threadIdx.x][0] = a[0][threadIdx.x];
}
int main()
{
    float *x;
    cudaMalloc(&x, 64 * sizeof(float));
    tile<<<1, 64>>>(x);
    return 0;
}

#include <cuda_runtime.h>
__global__ void k(float *x, int n) {}
int main()
{
    float *d;
    cudaMalloc(&d, 64);
    k<<<1, 1>>>(3, d);
    return 0;
}

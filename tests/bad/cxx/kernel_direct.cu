#include <cuda_runtime.h>
__global__ void k(float *x, int n) {}
int main()
{
    float *d;
    cudaMalloc(&d, 64);
    k(d, 1);
    return 0;
}

#include <cuda_runtime.h>
int main()
{
    float *d;
    cudaMalloc(&d, 64);
    float h[16];
    cudaMemcpy(d, h, 64, 1);
    return 0;
}

#include <cuda_runtime.h>
int main()
{
    float a[4], *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, 16);
    cudaMemcpyAsync(d, a, 16, s, cudaMemcpyHostToDevice);
    return 0;
}

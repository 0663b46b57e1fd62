// Three kernels of one array, which only the default stream's fences keep in their order, and one
// of another array, which may run beside any.
#include <cuda_runtime.h>
#pragma nullstream kernel(scale) time(300us)
__global__ void scale(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
#pragma nullstream kernel(shift) time(300us)
__global__ void shift(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
int main()
{
    float *p, *q;
    cudaMalloc(&p, 1 << 20);
    cudaMalloc(&q, 1 << 20);
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    scale<<<64, 256, 0, a>>>(p);
    shift<<<64, 256>>>(p);
    scale<<<64, 256, 0, b>>>(p);
    shift<<<64, 256, 0, a>>>(q);
    cudaDeviceSynchronize();
    return 0;
}

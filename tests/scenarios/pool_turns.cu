// Each turn takes its buffer from a pool: between its kernels stand an allocation and a free.
#include <cuda_runtime.h>
#pragma nullstream kernel(k) time(20us) writes(x, 4096)
__global__ void k(float *x) { x[threadIdx.x] = 1; }
int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int i = 0; i < 8; i++) {
        float *x;
        cudaMallocAsync(&x, 1 << 20, s);
        k<<<1, 1024, 0, s>>>(x);
        cudaFreeAsync(x, s);
    }
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}

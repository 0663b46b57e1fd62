#include <cuda_runtime.h>
__global__ void scale(float *x) { x[threadIdx.x] *= 2.0f; }
int main() {
    float *d;
    cudaMalloc(&d, 4096);
    scale<<<1, 256>>>(d);
    cudaDeviceSynchronize();
    return 0;
}

// Compute-bound kernels that share SMs: together more warps than one alone needs.
#include "nullstream.cuh"
#pragma nullstream kernel(mac) flops(2e3 * gridDim.x * blockDim.x * k) bytes(64.0 * gridDim.x)
__global__ void mac(float *x, int k) {
    float v = x[threadIdx.x];
    for (int i = 0; i < 1000 * k; i++) v = v * 1.0001f + 0.5f;
    x[threadIdx.x] = v;
}
__global__ void wait_only() { spin_us(35); }
int main()
{
    float *x; cudaMalloc(&x, 1 << 16);
    cudaStream_t s[4];
    for (int i = 0; i < 4; i++) cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    mac<<<132, 128, 0, s[0]>>>(x, 20);
    cudaDeviceSynchronize();
    for (int r = 0; r < 4; r++) {
        mac<<<132, 128, 0, s[0]>>>(x, 20);
        mac<<<132, 1024, 0, s[1]>>>(x, 5);
        wait_only<<<132, 256, 0, s[2]>>>();
        mac<<<1, 32, 0, s[3]>>>(x, 10);
        mac<<<264, 256, 0, s[2]>>>(x, 10);
    }
    cudaDeviceSynchronize();
    return 0;
}

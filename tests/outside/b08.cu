// Registers limit occupancy: __launch_bounds__, a pragma with regs, beside each other.
#include "nullstream.cuh"
#pragma nullstream kernel(hungry) block_time(44us) regs(255)
__global__ void __launch_bounds__(256, 1) hungry(float *x) { spin_us(44); }
#pragma nullstream kernel(modest) block_time(12us) regs(64)
__global__ __launch_bounds__(1024) void modest(float *x) { spin_us(12); }
#pragma nullstream kernel(lean) time(77us) regs(32) shared(16384)
__global__ void lean(float *x) {
    __shared__ float t[4096];
    t[threadIdx.x] = 0;
}
int main()
{
    float *x; cudaMalloc(&x, 4096);
    cudaStream_t s[3];
    for (int i = 0; i != 3; i++) cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int n = 131; n <= 133; n++) {
        hungry<<<n, 256, 0, s[0]>>>(x);
        modest<<<n * 2, 1024, 0, s[1]>>>(x);
        lean<<<n, 512, 0, s[2]>>>(x);
        hungry<<<n + 132, 128, 0, s[1]>>>(x);
        modest<<<1, 1024, 0, s[2]>>>(x);
        lean<<<n * 4, 256, 0, s[0]>>>(x);
    }
    cudaDeviceSynchronize();
    return 0;
}

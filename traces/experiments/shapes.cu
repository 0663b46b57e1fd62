#include "nullstream.cuh"
#pragma nullstream kernel(regs64) block_time(60us) regs(64)
__global__ void regs64() {}
#pragma nullstream kernel(regs128) block_time(50us) regs(128)
__global__ void regs128() {}
#pragma nullstream kernel(regs200) flops(3e9) regs(200)
__global__ void regs200() {}
#pragma nullstream kernel(plain) block_time(30us)
__global__ void plain() {}
#pragma nullstream kernel(odd) bytes(48e6) flops(1e9) regs(40)
__global__ void odd() {}
int main()
{
    cudaStream_t a, b, c;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&b, cudaStreamNonBlocking, -5);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    regs64<<<264, 1024, 0, a>>>();
    regs128<<<528, 256, 0, b>>>();
    plain<<<132, 96, 20000, c>>>();
    regs200<<<132, 256, 0, a>>>();
    odd<<<dim3(8, 8, 8), dim3(10, 10, 3), 0, c>>>();
    void *none[1] = {0};
    cudaLaunchCooperativeKernel((void *)plain, dim3(264), dim3(512), none, 0, b);
    cudaDeviceSynchronize();
    return 0;
}

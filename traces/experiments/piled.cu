// Where do the blocks of a kernel go that waits for room, when blocks of another end: a kernel of few blocks by
// work takes longer when several of its blocks share an SM.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#pragma nullstream kernel(a0) block_time(100us)
__global__ void a0(float *x) {}
#pragma nullstream kernel(a1) block_time(100us)
__global__ void a1(float *x) {}
#pragma nullstream kernel(a2) block_time(100us)
__global__ void a2(float *x) {}
#pragma nullstream kernel(a3) block_time(50us)
__global__ void a3(float *x) {}
#pragma nullstream kernel(a4) block_time(100us)
__global__ void a4(float *x) {}
#pragma nullstream kernel(a5) bytes(400e6)
__global__ void a5(float *x) {}
#pragma nullstream kernel(a6) flops(6e9)
__global__ void a6(float *x) {}
#pragma nullstream kernel(b0) flops(0.36e9)
__global__ void b0(float *x) {}
#pragma nullstream kernel(b1) flops(0.75e9)
__global__ void b1(float *x) {}
#pragma nullstream kernel(b2) flops(1.5e9)
__global__ void b2(float *x) {}
#pragma nullstream kernel(b3) flops(1.5e9)
__global__ void b3(float *x) {}
#pragma nullstream kernel(b4) flops(1.5e9)
__global__ void b4(float *x) {}
#pragma nullstream kernel(b5) flops(3e9)
__global__ void b5(float *x) {}
#pragma nullstream kernel(b6) bytes(60e6)
__global__ void b6(float *x) {}
#pragma nullstream kernel(b7) bytes(60e6)
__global__ void b7(float *x) {}

int main()
{
    float *x;
    cudaStream_t s, u;
    cudaMalloc(&x, 1 << 20);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&u, cudaStreamNonBlocking);
    a0<<<264, 1024, 0, s>>>(x);
    b0<<<16, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a0<<<264, 1024, 0, s>>>(x);
    b1<<<66, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a0<<<264, 1024, 0, s>>>(x);
    b2<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a0<<<264, 1024, 0, s>>>(x);
    b3<<<528, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a0<<<264, 1024, 0, s>>>(x);
    b4<<<132, 512, 0, u>>>(x);
    cudaDeviceSynchronize();
    a0<<<264, 1024, 0, s>>>(x);
    b5<<<132, 1024, 0, u>>>(x);
    cudaDeviceSynchronize();
    a0<<<264, 1024, 0, s>>>(x);
    b6<<<66, 256, 0, u>>>(x);
    cudaDeviceSynchronize();
    a0<<<264, 1024, 0, s>>>(x);
    b7<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a1<<<528, 512, 0, s>>>(x);
    b0<<<16, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a1<<<528, 512, 0, s>>>(x);
    b1<<<66, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a1<<<528, 512, 0, s>>>(x);
    b2<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a1<<<528, 512, 0, s>>>(x);
    b3<<<528, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a1<<<528, 512, 0, s>>>(x);
    b4<<<132, 512, 0, u>>>(x);
    cudaDeviceSynchronize();
    a1<<<528, 512, 0, s>>>(x);
    b5<<<132, 1024, 0, u>>>(x);
    cudaDeviceSynchronize();
    a1<<<528, 512, 0, s>>>(x);
    b6<<<66, 256, 0, u>>>(x);
    cudaDeviceSynchronize();
    a1<<<528, 512, 0, s>>>(x);
    b7<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a2<<<1056, 256, 0, s>>>(x);
    b0<<<16, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a2<<<1056, 256, 0, s>>>(x);
    b1<<<66, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a2<<<1056, 256, 0, s>>>(x);
    b2<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a2<<<1056, 256, 0, s>>>(x);
    b3<<<528, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a2<<<1056, 256, 0, s>>>(x);
    b4<<<132, 512, 0, u>>>(x);
    cudaDeviceSynchronize();
    a2<<<1056, 256, 0, s>>>(x);
    b5<<<132, 1024, 0, u>>>(x);
    cudaDeviceSynchronize();
    a2<<<1056, 256, 0, s>>>(x);
    b6<<<66, 256, 0, u>>>(x);
    cudaDeviceSynchronize();
    a2<<<1056, 256, 0, s>>>(x);
    b7<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a3<<<400, 1024, 0, s>>>(x);
    b0<<<16, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a3<<<400, 1024, 0, s>>>(x);
    b1<<<66, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a3<<<400, 1024, 0, s>>>(x);
    b2<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a3<<<400, 1024, 0, s>>>(x);
    b3<<<528, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a3<<<400, 1024, 0, s>>>(x);
    b4<<<132, 512, 0, u>>>(x);
    cudaDeviceSynchronize();
    a3<<<400, 1024, 0, s>>>(x);
    b5<<<132, 1024, 0, u>>>(x);
    cudaDeviceSynchronize();
    a3<<<400, 1024, 0, s>>>(x);
    b6<<<66, 256, 0, u>>>(x);
    cudaDeviceSynchronize();
    a3<<<400, 1024, 0, s>>>(x);
    b7<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a4<<<132, 1024, 0, s>>>(x);
    b0<<<16, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a4<<<132, 1024, 0, s>>>(x);
    b1<<<66, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a4<<<132, 1024, 0, s>>>(x);
    b2<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a4<<<132, 1024, 0, s>>>(x);
    b3<<<528, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a4<<<132, 1024, 0, s>>>(x);
    b4<<<132, 512, 0, u>>>(x);
    cudaDeviceSynchronize();
    a4<<<132, 1024, 0, s>>>(x);
    b5<<<132, 1024, 0, u>>>(x);
    cudaDeviceSynchronize();
    a4<<<132, 1024, 0, s>>>(x);
    b6<<<66, 256, 0, u>>>(x);
    cudaDeviceSynchronize();
    a4<<<132, 1024, 0, s>>>(x);
    b7<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a5<<<1100, 512, 0, s>>>(x);
    b0<<<16, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a5<<<1100, 512, 0, s>>>(x);
    b1<<<66, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a5<<<1100, 512, 0, s>>>(x);
    b2<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a5<<<1100, 512, 0, s>>>(x);
    b3<<<528, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a5<<<1100, 512, 0, s>>>(x);
    b4<<<132, 512, 0, u>>>(x);
    cudaDeviceSynchronize();
    a5<<<1100, 512, 0, s>>>(x);
    b5<<<132, 1024, 0, u>>>(x);
    cudaDeviceSynchronize();
    a5<<<1100, 512, 0, s>>>(x);
    b6<<<66, 256, 0, u>>>(x);
    cudaDeviceSynchronize();
    a5<<<1100, 512, 0, s>>>(x);
    b7<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a6<<<264, 1024, 0, s>>>(x);
    b0<<<16, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a6<<<264, 1024, 0, s>>>(x);
    b1<<<66, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a6<<<264, 1024, 0, s>>>(x);
    b2<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a6<<<264, 1024, 0, s>>>(x);
    b3<<<528, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    a6<<<264, 1024, 0, s>>>(x);
    b4<<<132, 512, 0, u>>>(x);
    cudaDeviceSynchronize();
    a6<<<264, 1024, 0, s>>>(x);
    b5<<<132, 1024, 0, u>>>(x);
    cudaDeviceSynchronize();
    a6<<<264, 1024, 0, s>>>(x);
    b6<<<66, 256, 0, u>>>(x);
    cudaDeviceSynchronize();
    a6<<<264, 1024, 0, s>>>(x);
    b7<<<132, 128, 0, u>>>(x);
    cudaDeviceSynchronize();
    return 0;
}

// Memory-bound kernels, D2D copies and memsets share the memory while a thread makes events and another frees memory.
#include <thread>
#include <chrono>
#include "nullstream.cuh"
#pragma nullstream kernel(sweepmem) bytes(8.0 * n) flops(2.0 * n) reads(x, 4 * n) writes(x, 4 * n)
__global__ void sweepmem(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = x[i] * 2 + 1;
}
int main()
{
    const int N = 24 << 20;
    float *x, *y, *z;
    cudaMalloc(&x, N * 4ull); cudaMalloc(&y, N * 4ull); cudaMalloc(&z, N * 4ull);
    void *waste[4];
    for (void *&w : waste) cudaMalloc(&w, 1 << 22);
    cudaStream_t a, b, c;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    std::thread freer([&waste] {
        for (int i = 0; i < 4; i++) {
            std::this_thread::sleep_for(std::chrono::microseconds(90));
            cudaFree(waste[i]);
        }
    });
    std::thread maker([c] {
        for (int i = 0; i < 30; i++) {
            cudaEvent_t e;
            cudaEventCreate(&e);
            cudaEventRecord(e, c);
            cudaEventSynchronize(e);
            cudaEventDestroy(e);
        }
    });
    for (int i = 0; i < 10; i++) {
        sweepmem<<<i % 2 ? 132 : 5000, 256, 0, a>>>(x, N);
        cudaMemcpyAsync(z, y, (size_t)(i + 1) << 20, cudaMemcpyDeviceToDevice, b);
        cudaMemsetAsync(y, i, (size_t)(10 - i) << 22, b);
        sweepmem<<<66, 512, 0, c>>>(z, N / 4);
    }
    freer.join();
    maker.join();
    cudaDeviceSynchronize();
    return 0;
}

// A timer of one stream, waited for by its event, beside another stream whose work is its own.
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
#pragma nullstream kernel(k) time(500us)
__global__ void k(float *x)
{
    x[0] = 1;
}
#pragma nullstream kernel(other) time(300us)
__global__ void other(float *x)
{
    x[0] = 1;
}
int main()
{
    float *d, *d2;
    cudaMalloc(&d, 4096);
    cudaMalloc(&d2, 4096);
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEvent_t e;
    cudaEventCreate(&e);
    other<<<1, 64, 0, b>>>(d2);
    auto t0 = std::chrono::steady_clock::now();
    k<<<1, 64, 0, a>>>(d);
    cudaEventRecord(e, a);
    cudaEventSynchronize(e);
    auto t1 = std::chrono::steady_clock::now();
    printf("%f\n", std::chrono::duration<double>(t1 - t0).count());
    cudaDeviceSynchronize();
}

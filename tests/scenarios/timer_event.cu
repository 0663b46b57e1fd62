// A timer of one stream beside another one's work: waited for by its event, where that work is none
// of the timer's; or, with AFTER, behind an event of that stream, before more of its work.
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
    cudaEvent_t e, f;
    cudaEventCreate(&e);
    cudaEventCreate(&f);
    other<<<1, 64, 0, b>>>(d2);
    cudaEventRecord(f, b);
    other<<<1, 64, 0, b>>>(d2);
    auto t0 = std::chrono::steady_clock::now();
#ifdef AFTER
    cudaStreamWaitEvent(a, f, 0);
#endif
    k<<<1, 64, 0, a>>>(d);
    cudaEventRecord(e, a);
    cudaEventSynchronize(e);
    auto t1 = std::chrono::steady_clock::now();
    printf("%f\n", std::chrono::duration<double>(t1 - t0).count());
    cudaDeviceSynchronize();
}

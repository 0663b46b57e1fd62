// A thread spins until main has copied to pageable memory and says so, and then has the device to
// itself: to page-lock the memory (PINNED) makes that sooner, and ends the loop sooner.
#include <atomic>
#include <cuda_runtime.h>
#include <stdlib.h>
#include <thread>

#ifndef PINNED
#define PINNED 0
#endif

const int N = 1 << 20;

#pragma nullstream kernel(fill) time(300us)
__global__ void fill(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

float *x, *y, *h;
cudaStream_t a, b;
std::atomic<bool> copied{false};

static void work()
{
    while (!copied)
        ;
    fill<<<N / 256, 256, 0, b>>>(y);
    cudaStreamSynchronize(b);
}

int main()
{
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    if (PINNED)
        cudaMallocHost(&h, N * sizeof(float));
    else
        h = (float *)malloc(N * sizeof(float));
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    std::thread thread(work);
    fill<<<N / 256, 256, 0, a>>>(x);
    cudaMemcpyAsync(h, x, N * sizeof(float), cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    copied = true;
    thread.join();
    return 0;
}

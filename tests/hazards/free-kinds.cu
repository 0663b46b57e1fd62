// Memory that goes while a copy may still use it. WHAT: 0: a vector that is page-locked, at the end
// of its block; 1: memory of malloc, page-locked, by free(); 2: pageable memory; 3: memory of
// cudaMallocAsync, by cudaFree, which does not wait for it. WAIT=1 does what is missing.
#include "nullstream.cuh"
#include <cstdlib>
#include <memory>
#include <vector>

#ifndef WHAT
#define WHAT 0
#endif
#ifndef WAIT
#define WAIT 0
#endif

const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}

static void wait(cudaStream_t s)
{
    if (WAIT)
        cudaStreamSynchronize(s);
}

int main()
{
    float *x;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    if (WHAT == 3)
        cudaMallocAsync(&x, BYTES, s);
    else
        cudaMalloc(&x, BYTES);
    fill<<<N / 256, 256, 0, s>>>(x, N);
    if (WHAT == 0) {
        std::vector<float> all(N);
        cudaHostRegister(all.data(), BYTES, 0);
        cudaMemcpyAsync(all.data(), x, BYTES, cudaMemcpyDeviceToHost, s);
        wait(s);
    }
    if (WHAT == 1) {
        float *part = (float *)malloc(BYTES);
        cudaHostRegister(part, BYTES, 0);
        cudaMemcpyAsync(part, x, BYTES, cudaMemcpyDeviceToHost, s);
        wait(s);
        free(part);
    }
    if (WHAT == 2) {
        auto owned = std::make_unique<float[]>(N);
        cudaMemcpyAsync(owned.get(), x, BYTES, cudaMemcpyDeviceToHost, s);
        wait(s);
        owned.reset();
    }
    if (WHAT == 3) {
        wait(s);
        cudaFree(x);
    }
    cudaStreamSynchronize(s);
    return 0;
}

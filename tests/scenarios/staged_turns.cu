// The call of a small copy from pageable memory returns before the copy has begun; the host has waited
// for a kernel before each.
#include "nullstream.cuh"

#ifndef BYTES
#define BYTES 12288
#endif

#pragma nullstream kernel(step) time(300us)
__global__ void step(float *)
{
}

int main()
{
    static float h[BYTES / 4];
    float *d;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&d, BYTES);
    for (int i = 0; i < 3; i++) {
        cudaMemcpyAsync(d, h, BYTES, cudaMemcpyHostToDevice, s);
        step<<<4, 128, 0, s>>>(d);
        cudaStreamSynchronize(s);
    }
}

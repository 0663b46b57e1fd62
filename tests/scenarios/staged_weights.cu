// cudaMemcpy from pageable memory returns when the bytes are staged: a non-blocking stream may overtake it.
#include "nullstream.cuh"
#include <stdlib.h>

const int N = 1 << 20;

#pragma nullstream kernel(apply) time(50us) reads(w, N * sizeof(float)) writes(y, N * sizeof(float))
__global__ void apply(const float *w, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = 2 * w[i];
}

int main()
{
    float *w, *y, *host = (float *)calloc(N, sizeof(float));
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&w, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMemcpy(w, host, N * sizeof(float), cudaMemcpyHostToDevice);
#ifdef FIXED
    cudaStreamSynchronize(0);
#endif
#ifndef UNUSED
    apply<<<N / 256, 256, 0, s>>>(w, y);
#endif
    cudaStreamSynchronize(s);
    free(host);
    return 0;
}

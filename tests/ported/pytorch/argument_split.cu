// The parts of a split are views: what writes one of them writes the whole's bytes.
#include "nullstream.cuh"

#ifndef RACY
#define RACY 0
#endif

const int N = 1024;

#pragma nullstream kernel(change) time(100us)
__global__ void change(float *tensor)
{
    tensor[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}

int main()
{
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t;
    cudaMalloc(&t, N * sizeof(float));
    change<<<1, N / 2, 0, s[0]>>>(t + N / 2); // the second half
#if RACY
    change<<<1, N, 0, s[1]>>>(t);
#else
    change<<<1, N / 2, 0, s[1]>>>(t);
#endif
    cudaDeviceSynchronize();
    return 0;
}

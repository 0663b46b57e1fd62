// Ten tensors are written by one stream, then by another; fixed: it waits.
#include "nullstream.cuh"

#ifndef FIXED
#define FIXED 0
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
    float *t[10];
    for (int i = 0; i < 10; i++)
        cudaMalloc(&t[i], N * sizeof(float));
    cudaEvent_t e;
    cudaEventCreate(&e);
    for (int i = 0; i < 10; i++)
        change<<<1, N, 0, s[0]>>>(t[i]);
#if FIXED
    cudaEventRecord(e, s[0]);
    cudaStreamWaitEvent(s[1], e, 0);
#endif
    for (int i = 0; i < 10; i++)
        change<<<1, N, 0, s[1]>>>(t[i]);
    cudaDeviceSynchronize();
    return 0;
}

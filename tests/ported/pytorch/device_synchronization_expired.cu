// Work that comes after the device was waited for is ordered with nothing; fixed: it is waited for again.
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
    cudaStream_t s[3];
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t;
    cudaMalloc(&t, N * sizeof(float));
    change<<<1, N, 0, s[1]>>>(t);
    cudaDeviceSynchronize();
    change<<<1, N, 0, s[1]>>>(t);
#if FIXED
    cudaDeviceSynchronize();
#endif
    change<<<1, N, 0, s[2]>>>(t);
    cudaDeviceSynchronize();
    return 0;
}

// The host waits for an event; what the stream did behind it is not waited for; fixed: the stream is.
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
    float *t[3];
    for (int i = 0; i < 3; i++)
        cudaMalloc(&t[i], N * sizeof(float));
    cudaEvent_t e;
    cudaEventCreate(&e);
    change<<<1, N, 0, s[1]>>>(t[1]);
    cudaEventRecord(e, s[1]);
    change<<<1, N, 0, s[1]>>>(t[2]);
    cudaEventSynchronize(e);
    change<<<1, N, 0, s[2]>>>(t[1]);
#if FIXED
    cudaStreamSynchronize(s[1]);
#endif
    change<<<1, N, 0, s[2]>>>(t[2]);
    cudaDeviceSynchronize();
    return 0;
}

// A stream reads, another one writes the same tensor; fixed: it waits for the reader.
#include "nullstream.cuh"

#ifndef FIXED
#define FIXED 0
#endif

const int N = 1024;

#pragma nullstream kernel(use) time(100us)
__global__ void use(const float *tensor)
{
    float value = tensor[blockIdx.x * blockDim.x + threadIdx.x];
    (void)value;
}

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
    cudaEvent_t e;
    cudaEventCreate(&e);
    use<<<1, N, 0, s[1]>>>(t);
#if FIXED
    cudaEventRecord(e, s[1]);
    cudaStreamWaitEvent(s[2], e, 0);
#endif
    change<<<1, N, 0, s[2]>>>(t);
    cudaDeviceSynchronize();
    return 0;
}

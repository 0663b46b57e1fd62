// What is changed in place is written.
#include "nullstream.cuh"

#ifndef RACY
#define RACY 0
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
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t[2];
    for (int i = 0; i < 2; i++)
        cudaMalloc(&t[i], N * sizeof(float));
    change<<<1, N, 0, s[0]>>>(t[0]);
#if RACY
    use<<<1, N, 0, s[1]>>>(t[0]);
#else
    use<<<1, N, 0, s[1]>>>(t[1]);
#endif
    cudaDeviceSynchronize();
    return 0;
}

// The tensor given for the result is written, the other read.
#include "nullstream.cuh"

#ifndef RACY
#define RACY 0
#endif

const int N = 1024;

#pragma nullstream kernel(multiply) time(100us)
__global__ void multiply(float *out, const float *a, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] * by;
}

#pragma nullstream kernel(use) time(100us)
__global__ void use(const float *tensor)
{
    float value = tensor[blockIdx.x * blockDim.x + threadIdx.x];
    (void)value;
}

int main()
{
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t[2];
    for (int i = 0; i < 2; i++)
        cudaMalloc(&t[i], N * sizeof(float));
    multiply<<<1, N, 0, s[0]>>>(t[1], t[0], 3.0f);
#if RACY
    use<<<1, N, 0, s[1]>>>(t[1]);
#else
    use<<<1, N, 0, s[1]>>>(t[0]);
#endif
    cudaDeviceSynchronize();
    return 0;
}

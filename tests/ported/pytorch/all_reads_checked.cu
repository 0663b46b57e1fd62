// Ten streams read; the writer waits for nine of them; fixed: for all.
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
    cudaStream_t s[11];
    for (int i = 0; i < 11; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t;
    cudaMalloc(&t, N * sizeof(float));
    cudaEvent_t e[10];
    for (int i = 0; i < 10; i++)
        cudaEventCreate(&e[i]);
    for (int i = 1; i <= 10; i++) {
        use<<<1, N, 0, s[i]>>>(t);
        cudaEventRecord(e[i - 1], s[i]);
    }
    for (int i = 1; i < (FIXED ? 11 : 10); i++)
        cudaStreamWaitEvent(s[0], e[i - 1], 0);
    change<<<1, N, 0, s[0]>>>(t);
    cudaDeviceSynchronize();
    return 0;
}

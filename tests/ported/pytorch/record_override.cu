// An event is recorded a second time, in another stream, and waited for; fixed: each stream has its own.
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
    cudaStream_t s[4];
    for (int i = 0; i < 4; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t[3];
    for (int i = 0; i < 3; i++)
        cudaMalloc(&t[i], N * sizeof(float));
    cudaEvent_t e[2];
    for (int i = 0; i < 2; i++)
        cudaEventCreate(&e[i]);
    use<<<1, N, 0, s[1]>>>(t[1]);
    use<<<1, N, 0, s[2]>>>(t[2]);
    cudaEventRecord(e[0], s[1]);
    cudaEventRecord(e[FIXED], s[2]);
    cudaStreamWaitEvent(s[3], e[0], 0);
    change<<<1, N, 0, s[3]>>>(t[1]);
    cudaDeviceSynchronize();
    return 0;
}

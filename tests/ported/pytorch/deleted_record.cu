// The event is destroyed, or made anew, or both, after its record; fixed: it is kept.
#include "nullstream.cuh"

#ifndef FIXED
#define FIXED 0
#endif
#ifndef DESTROYED
#define DESTROYED 1
#endif
#ifndef CREATED
#define CREATED 1
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
    cudaEventRecord(e, s[1]);
#if !FIXED && DESTROYED
    cudaEventDestroy(e);
#endif
#if !FIXED && CREATED
    cudaEventCreate(&e);
#endif
    cudaStreamWaitEvent(s[2], e, 0);
    change<<<1, N, 0, s[2]>>>(t);
    cudaDeviceSynchronize();
    return 0;
}

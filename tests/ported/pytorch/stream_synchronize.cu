// The host waits for one of two streams, then others use what both wrote; fixed: for both.
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
    cudaStream_t s[5];
    for (int i = 0; i < 5; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t[3];
    for (int i = 0; i < 3; i++)
        cudaMalloc(&t[i], N * sizeof(float));
    change<<<1, N, 0, s[0]>>>(t[1]);
    change<<<1, N, 0, s[1]>>>(t[2]);
    cudaStreamSynchronize(s[0]);
#if FIXED
    cudaStreamSynchronize(s[1]);
#endif
    use<<<1, N, 0, s[2]>>>(t[1]);
    use<<<1, N, 0, s[3]>>>(t[1]);
    use<<<1, N, 0, s[4]>>>(t[2]);
    cudaDeviceSynchronize();
    return 0;
}

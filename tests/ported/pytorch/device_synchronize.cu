// Waiting for the device orders all streams.
#include "nullstream.cuh"

const int N = 1024;

#pragma nullstream kernel(change) time(100us)
__global__ void change(float *tensor)
{
    tensor[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}

int main()
{
    cudaStream_t s[10];
    for (int i = 0; i < 10; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    float *t[10];
    for (int i = 0; i < 10; i++)
        cudaMalloc(&t[i], N * sizeof(float));
    for (int i = 1; i < 10; i++)
        change<<<1, N, 0, s[i]>>>(t[i]);
    cudaDeviceSynchronize();
    for (int i = 1; i < 10; i++)
        change<<<1, N, 0, s[0]>>>(t[i]);
    cudaDeviceSynchronize();
    return 0;
}

// A stream made after the device was waited for.
#include "nullstream.cuh"

const int N = 1024;

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
    float *t;
    cudaMalloc(&t, N * sizeof(float));
    change<<<1, N, 0, s[1]>>>(t);
    cudaDeviceSynchronize();
    cudaStream_t fresh;
    cudaStreamCreateWithFlags(&fresh, cudaStreamNonBlocking);
    change<<<1, N, 0, fresh>>>(t);
    cudaDeviceSynchronize();
    return 0;
}

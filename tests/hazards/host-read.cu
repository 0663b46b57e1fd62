// The host adds up a result while its copy may still be on its way.
#include "nullstream.cuh"
#include <stdio.h>

const int N = 1 << 22;

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(float *out, float value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = value;
}

int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    float *device, *host;
    cudaMalloc(&device, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    fill<<<N / 256, 256, 0, s>>>(device, 1.0f, N);
    cudaMemcpyAsync(host, device, N * sizeof(float), cudaMemcpyDeviceToHost, s);
    printf("%f\n", host[N - 1]);
    cudaStreamSynchronize(s);
    return 0;
}

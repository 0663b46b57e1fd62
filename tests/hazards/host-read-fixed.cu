// The host waits for the copy before it reads the result.
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
    cudaStreamSynchronize(s);
    printf("%f\n", host[N - 1]);
    return 0;
}

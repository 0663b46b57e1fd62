// The copy has all bytes that the kernel reads.
#include "nullstream.cuh"

const int N = 1 << 20;

#pragma nullstream kernel(scale) time(50us)
__global__ void scale(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

int main()
{
    float *x, *host;
    cudaMalloc(&x, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    cudaMemcpy(x, host, N * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<N / 256, 256>>>(x, N);
    cudaMemcpy(host, x, N * sizeof(float), cudaMemcpyDeviceToHost);
    return 0;
}

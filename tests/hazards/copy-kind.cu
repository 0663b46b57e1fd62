// A copy to the host is told that it goes the other way.
#include "nullstream.cuh"

const int N = 1 << 20;

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}

int main()
{
    float *x, *host;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&x, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    fill<<<N / 256, 256, 0, s>>>(x, N);
    cudaMemcpyAsync(host, x, N * sizeof(float), cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
    return 0;
}

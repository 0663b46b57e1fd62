// The program waits for the device before it ends.
#include "nullstream.cuh"

const int N = 1 << 20;

#pragma nullstream kernel(scale) time(200us)
__global__ void scale(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

int main()
{
    float *x;
    cudaMalloc(&x, N * sizeof(float));
    scale<<<N / 256, 256>>>(x, N);
    cudaDeviceSynchronize();
    return 0;
}

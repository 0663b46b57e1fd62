// Threads and parts end where the array does.
#include "nullstream.cuh"

const int N = 1000;

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

#pragma nullstream kernel(sum) time(50us) reads(x, n * 4)
__global__ void sum(const float *x, int n)
{
}

#pragma nullstream kernel(shift) time(50us)
__global__ void shift(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        y[i] = x[i - 1];
}

int main()
{
    float *x, *y;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    fill<<<(N + 255) / 256, 256>>>(x, N);
    for (int from = 0; from < N; from += 300)
        sum<<<2, 256>>>(x + from, N - from < 300 ? N - from : 300);
    shift<<<(N + 255) / 256, 256>>>(y, x, N);
    cudaDeviceSynchronize();
    return 0;
}

// Blocks for more threads than there are elements, and a kernel that does not ask; a part of an
// array that reaches past its end, by what the pragma says; an element before the first.
#include "nullstream.cuh"

const int N = 1000;

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
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
    if (i < n)
        y[i] = x[i - 1];
}

int main()
{
    float *x, *y;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    fill<<<(N + 255) / 256, 256>>>(x);
    for (int from = 0; from < N; from += 300)
        sum<<<2, 256>>>(x + from, 300);
    shift<<<(N + 255) / 256, 256>>>(y, x, N);
    cudaDeviceSynchronize();
    return 0;
}

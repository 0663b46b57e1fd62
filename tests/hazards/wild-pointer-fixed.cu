// As before with memory for all; and null pointers that no thread follows: behind a condition of
// theirs, of another argument, of no elements, in a structure or by a choice.
#include "nullstream.cuh"

const int N = 1 << 10;

struct pair {
    float *in, *out;
};

#pragma nullstream kernel(add) time(50us)
__global__ void add(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

#pragma nullstream kernel(move) time(50us)
__global__ void move(pair p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p.out[i] = p.in ? p.in[i] : 0;
}

#pragma nullstream kernel(sum) time(50us) reads(x, n * 4)
__global__ void sum(const float *x, int n)
{
}

#pragma nullstream kernel(scale) time(50us)
__global__ void scale(float *y, const float *bias, int biased)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *from = bias ? bias : y;
    if (biased)
        y[i] += bias[i];
    if (bias && bias[0] > 1)
        y[i] *= from[i];
    if (!bias)
        return;
    y[i] -= bias[i];
}

#pragma nullstream kernel(each) time(50us)
__global__ void each(float *y, const float *x, const float *z, int count)
{
    for (int i = 0; i < count; i++)
        y[i] = x[i];
    if (z == nullptr)
        z = y;
    y[count] = z[count];
}

int main()
{
    float *x;
    pair p = {};
    if (cudaMalloc(&x, N * sizeof(float)) != cudaSuccess ||
        cudaMalloc(&p.out, N * sizeof(float)) != cudaSuccess)
        return 1;
    add<<<N / 256, 256>>>(x, N);
    add<<<N / 256, 256>>>(nullptr, 0);
    move<<<N / 256, 256>>>(p);
    sum<<<1, 256>>>(nullptr, 0);
    scale<<<N / 256, 256>>>(x, nullptr, 0);
    each<<<1, 1>>>(x, nullptr, nullptr, 0);
    return cudaDeviceSynchronize() != cudaSuccess;
}

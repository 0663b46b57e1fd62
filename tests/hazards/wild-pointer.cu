// Pointers that lead nowhere: of a cudaMalloc that failed, in a structure, of a clause, and one that
// nobody set.
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
    p.out[i] = p.in[i];
}

#pragma nullstream kernel(sum) time(50us) reads(x, n * 4)
__global__ void sum(const float *x, int n)
{
}

int main()
{
    float *unset, *failed = nullptr;
    pair p = {};
    cudaMalloc(&p.out, N * sizeof(float));
    cudaMalloc(&failed, 400ull << 30);
    add<<<N / 256, 256>>>(unset, N);
    add<<<N / 256, 256>>>(failed, N);
    move<<<N / 256, 256>>>(p);
    sum<<<1, 256>>>(failed, N);
    return cudaDeviceSynchronize() != cudaSuccess;
}

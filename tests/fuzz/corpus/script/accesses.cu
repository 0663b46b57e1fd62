// What kernels touch: by pragma, by their subscripts, and where neither says it.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void guarded(float *a, const float *b, int offset, int n)
{
    int i = offset + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = b[i] + 1.0f;
}

__global__ void early(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    a[i] *= 2.0f;
}

__global__ void strided(float *a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = i;
}

__global__ void even(float *a)
{
    a[2 * (blockIdx.x * blockDim.x + threadIdx.x)] = 0;
}

__global__ void tile(float *m, int width, int height)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column < width && row < height)
        m[row * width + column] = 1;
}

__global__ void gather(float *a, const int *index)
{
    a[index[threadIdx.x]] = 1;
}

#pragma nullstream kernel(said) time(5us) reads(a, n * 4) writes(a + n, n * sizeof(float))
__global__ void said(float *a, int n)
{
    a[n + threadIdx.x] = a[threadIdx.x];
}

struct pair {
    float *first;
    const float *second;
};
__global__ void members(pair p, int n)
{
    int i = threadIdx.x;
    if (i < n)
        p.first[i] = p.second[i];
}

int main()
{
    const int n = 1000;
    float *a, *b;
    int *index;
    cudaMalloc(&a, 4096 * sizeof(float));
    cudaMalloc(&b, 4096 * sizeof(float));
    cudaMalloc(&index, 4096 * sizeof(int));
    guarded<<<4, 256>>>(a, b, 8, n);
    early<<<4, 256>>>(a + 100, n);
    strided<<<2, 64>>>(a, n);
    even<<<2, 64>>>(a);
    dim3 grid(4, 2), block(16, 16);
    tile<<<grid, block>>>(a, 50, 20);
    gather<<<1, 64>>>(a, index);
    said<<<1, 100>>>(a, 100);
    pair p = {a, b};
    members<<<1, 128>>>(p, 100);
    float host[4];
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    printf("%f\n", host[0]); // a kernel wrote it: unknown
    return 0;
}

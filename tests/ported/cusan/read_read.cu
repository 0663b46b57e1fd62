// A kernel and the host read the same bytes at the same time: no race.
#include "nullstream.cuh"
#include <stdio.h>

const int N = 512;

#pragma nullstream kernel(fill) time(500us)
__global__ void fill(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = i + 1;
}

#pragma nullstream kernel(take) time(500us)
__global__ void take(const int *data, int n, int *result)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        result[i] = data[i];
}

int main()
{
    int *data, *result;
    cudaMallocManaged(&data, N * sizeof(int));
    fill<<<1, N>>>(data, N);
    cudaDeviceSynchronize();
    cudaMalloc(&result, N * sizeof(int));
    take<<<1, N>>>(data, N, result);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaFree(result);
    cudaFree(data);
    return 0;
}

// The host reads one half of a buffer while a kernel writes the other.
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

int main()
{
    int *data;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocManaged(&data, N * sizeof(int));
    fill<<<1, N / 2, 0, s>>>(data, N / 2);
    cudaStreamSynchronize(s);
    fill<<<1, N / 2, 0, s>>>(data + N / 2, N / 2);
    long sum = 0;
    for (int i = 0; i < N / 2; i++)
        sum += data[i];
    cudaStreamSynchronize(s);
    for (int i = N / 2; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaStreamDestroy(s);
    cudaFree(data);
    return 0;
}

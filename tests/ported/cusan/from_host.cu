// Another thread receives into memory that a kernel uses; fixed: it is joined first.
#include "nullstream.cuh"
#include <stdio.h>
#include <thread>

#ifndef FIXED
#define FIXED 0
#endif

const int N = 512;

#pragma nullstream kernel(init) time(20us)
__global__ void init(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = -(i + 1);
}

#pragma nullstream kernel(fill) time(500us)
__global__ void fill(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = i + 1;
}

void receive(int *data)
{
    for (int i = 0; i < N; i++)
        data[i] = -i;
}

int main()
{
    int *data;
    cudaMallocManaged(&data, N * sizeof(int));
    init<<<1, N>>>(data, N);
    cudaDeviceSynchronize();
    std::thread receiver(receive, data);
#if FIXED
    receiver.join();
    fill<<<1, N>>>(data, N);
#else
    fill<<<1, N>>>(data, N);
    receiver.join();
#endif
    cudaDeviceSynchronize();
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaFree(data);
    return 0;
}

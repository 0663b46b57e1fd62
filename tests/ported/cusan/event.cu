// The host reads managed memory; fixed: an event behind the kernel is waited for.
#include "nullstream.cuh"
#include <stdio.h>

#ifndef FIXED
#define FIXED 0
#endif

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
    cudaMallocManaged(&data, N * sizeof(int));
    cudaMemset(data, 0, N * sizeof(int));
    cudaEvent_t done;
    cudaEventCreate(&done);
    fill<<<1, N>>>(data, N);
    cudaEventRecord(done);
#if FIXED
    cudaEventSynchronize(done);
#endif
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaEventDestroy(done);
    cudaFree(data);
    return 0;
}

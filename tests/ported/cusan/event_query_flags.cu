// The same with an event that blocks the host when waited for.
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
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t done;
    cudaEventCreateWithFlags(&done, cudaEventBlockingSync);
    cudaMallocManaged(&data, N * sizeof(int));
    cudaMemset(data, 0, N * sizeof(int));
    fill<<<1, N, 0, s>>>(data, N);
    cudaEventRecord(done, s);
#if FIXED
    while (cudaEventQuery(done) != cudaSuccess) {
    }
#endif
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaEventDestroy(done);
    cudaFree(data);
    cudaStreamDestroy(s);
    return 0;
}

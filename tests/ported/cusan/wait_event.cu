// A stream reads what another one writes; fixed: it waits for the event behind the writer.
#include "nullstream.cuh"
#include <stdio.h>

#ifndef FIXED
#define FIXED 0
#endif

const int N = 512;

#pragma nullstream kernel(put) time(500us)
__global__ void put(float *data, int n, float value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = (float)i + value;
}

#pragma nullstream kernel(add) time(50us)
__global__ void add(float *result, const float *data, int n, float value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        result[i] = data[i] + value;
}

int main()
{
    float *h = (float *)calloc(N, sizeof(float)), *d, *result;
    cudaMalloc(&result, N * sizeof(float));
    cudaMalloc(&d, N * sizeof(float));
    cudaMemcpy(d, h, N * sizeof(float), cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEvent_t written;
    cudaEventCreate(&written);
    put<<<1, N, 0, s>>>(d, N, 5.0f);
    cudaEventRecord(written, s);
#if FIXED
    cudaStreamWaitEvent(t, written, 0);
#endif
    add<<<1, N, 0, t>>>(result, d, N, 10.0f);
    cudaMemcpy(h, d, N * sizeof(float), cudaMemcpyDeviceToHost);
    cudaStreamSynchronize(t);
    cudaStreamDestroy(t);
    cudaStreamDestroy(s);
    cudaEventDestroy(written);
    cudaFree(d);
    cudaFree(result);
    free(h);
    return 0;
}

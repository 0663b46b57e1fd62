// A host thread fetches a result, another one reads it without waiting for the first. ASYNC: the copy
// itself may not be done either when its call returns.
#include "nullstream.cuh"
#include <stdio.h>
#include <thread>

const int N = 1 << 20;
float *device, *result;

void fetch()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
#ifdef ASYNC
    cudaMemcpyAsync(result, device, N * sizeof(float), cudaMemcpyDeviceToHost, s);
#else
    cudaMemcpy(result, device, N * sizeof(float), cudaMemcpyDeviceToHost);
#endif
}

int main()
{
    cudaMallocHost(&result, N * sizeof(float));
    cudaMalloc(&device, N * sizeof(float));
    std::thread fetcher(fetch);
#ifdef FIXED
    fetcher.join();
#else
    host_work_us(2000);
#endif
    float first = result[0];
    printf("%f\n", first);
#ifndef FIXED
    fetcher.join();
#endif
    cudaDeviceSynchronize();
    return 0;
}

// The events are recorded in the default stream, which a non-blocking stream does not wait for.
#include "nullstream.cuh"

#include <stdio.h>

__global__ void work()
{
    spin_us(3000);
}

int main()
{
    cudaEvent_t start, stop;
    cudaStream_t stream;
    float ms = 0;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    work<<<20, 256, 0, stream>>>();
    cudaEventRecord(stop);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, start, stop);
    printf("work took %.3f ms\n", ms);
    return 0;
}

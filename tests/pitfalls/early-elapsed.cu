// The elapsed time is asked for while the kernel still runs.
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
    cudaStreamCreate(&stream);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, stream);
    work<<<20, 256, 0, stream>>>();
    cudaEventRecord(stop, stream);
    cudaEventElapsedTime(&ms, start, stop);
    printf("work took %.3f ms\n", ms);
    cudaDeviceSynchronize();
    return 0;
}

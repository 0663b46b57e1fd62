// The end event of a time is never recorded, and the other one was made without timing.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void work() { spin_us(500); }

int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t begin, end;
    cudaEventCreateWithFlags(&begin, cudaEventDisableTiming);
    cudaEventCreate(&end);
    cudaEventRecord(begin, s);
    work<<<8, 128, 0, s>>>();
    cudaStreamSynchronize(s);
    float ms = -1;
    cudaError_t error = cudaEventElapsedTime(&ms, begin, end);
    printf("%s\n", cudaGetErrorName(error));
    return 0;
}

// The host waits for the end event before it asks for the elapsed time.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void work() { spin_us(500); }

int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin, s);
    work<<<8, 128, 0, s>>>();
    cudaEventRecord(end, s);
    cudaEventSynchronize(end);
    float ms = -1;
    cudaError_t error = cudaEventElapsedTime(&ms, begin, end);
    printf("%s\n", cudaGetErrorName(error));
    cudaStreamSynchronize(s);
    return 0;
}

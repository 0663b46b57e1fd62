// A registered buffer is copied onto itself, direction left to CUDA, then read.
#include "nullstream.cuh"
#include <stdio.h>
#include <string.h>

const int N = 512;

int main()
{
    int *data = (int *)malloc(N * sizeof(int)), *other;
    cudaHostRegister(data, N * sizeof(int), cudaHostRegisterDefault);
    cudaHostAlloc(&other, N * sizeof(int), cudaHostAllocDefault);
    memset(data, 0, N * sizeof(int));
    cudaMemcpy(data, data, N * sizeof(int), cudaMemcpyDefault);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaHostUnregister(data);
    cudaFreeHost(other);
    free(data);
    return 0;
}

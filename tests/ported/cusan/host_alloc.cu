// Page-locked memory comes and goes unused.
#include "nullstream.cuh"
#include <stdio.h>

const int N = 512;

int main()
{
    int *a, *b;
    cudaMallocHost(&a, N * sizeof(int));
    cudaHostAlloc(&b, N * sizeof(int), cudaHostAllocDefault);
    cudaFreeHost(a);
    cudaFreeHost(b);
    return 0;
}

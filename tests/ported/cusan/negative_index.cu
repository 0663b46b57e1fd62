// A kernel goes back from the pointer that it is given, to another buffer; it says what it writes.
#include "nullstream.cuh"
#include <stdio.h>

#ifndef FIXED
#define FIXED 0
#endif

const int N = 512;

#pragma nullstream kernel(before) time(500us) reads(table - 1, 8) writes(table[-1], n * 4)
__global__ void before(int **table, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        table[-1][i] = i + 1;
}

int main()
{
    int **table;
    cudaMallocManaged(&table, 2 * sizeof(int *));
    cudaMallocManaged(&table[0], N * sizeof(int));
    cudaMallocManaged(&table[1], N * sizeof(int));
    cudaMemset(table[0], 0, N * sizeof(int));
    cudaMemset(table[1], 0, N * sizeof(int));
    int *data = table[0];
    before<<<1, N>>>(&table[1], N);
#if FIXED
    cudaDeviceSynchronize();
#endif
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaFree(table[0]);
    cudaFree(table[1]);
    cudaFree(table);
    return 0;
}

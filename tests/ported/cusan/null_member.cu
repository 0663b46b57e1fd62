// A structure holds a null pointer that the kernel leaves alone.
#include "nullstream.cuh"
#include <stdio.h>

#ifndef FIXED
#define FIXED 0
#endif

const int N = 512;

struct lists {
    int *first;
    int **second; // a list of pointers
};

#pragma nullstream kernel(write) time(200us)
__global__ void write(lists p, int n, bool both)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p.first[i] = i;
        if (both)
            p.second[0][i] = i;
    }
}

int main()
{
    lists p;
    cudaMallocManaged(&p.first, N * sizeof(int));
    p.second = NULL;
    write<<<1, N>>>(p, N, false);
#if FIXED
    cudaDeviceSynchronize();
#endif
    int *data = p.first;
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaFree(p.first);
    return 0;
}

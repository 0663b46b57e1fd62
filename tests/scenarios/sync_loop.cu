// The host waits behind each turn of a loop. COPIES=1: with copies in and out around the kernel. What
// the first line of a report says and what it says of the bound are to fit each other.
#include "nullstream.cuh"

#ifndef COPIES
#define COPIES 0
#endif

const int N = 1 << 20, TURNS = 10;

#pragma nullstream kernel(vadd) time(20us)
__global__ void vadd(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main()
{
    float *a, *b, *c, *host;
    cudaMalloc(&a, N * sizeof(float));
    cudaMalloc(&b, N * sizeof(float));
    cudaMalloc(&c, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    for (int turn = 0; turn < TURNS; turn++) {
        if (COPIES)
            cudaMemcpyAsync(a, host, N * sizeof(float), cudaMemcpyHostToDevice);
        vadd<<<N / 256, 256>>>(c, a, b, N);
        if (COPIES)
            cudaMemcpyAsync(host, c, N * sizeof(float), cudaMemcpyDeviceToHost);
        cudaDeviceSynchronize();
    }
    return 0;
}

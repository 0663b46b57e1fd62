// Sixteen streams over eight connections, each with three kernels that are launched at once.
#include "nullstream.cuh"

#define FIXED 0
#define PARTS 16
#define N (1 << 12)

#pragma nullstream kernel(work) time(100us) reads(x, n * 4) writes(x, n * 4)
__global__ void work(float *x, int n)
{
    (void)x;
    (void)n;
}

int main()
{
    float *device;
    cudaStream_t s[PARTS];
    cudaMalloc(&device, PARTS * N * sizeof(float));
    for (int i = 0; i < PARTS; i++)
        cudaStreamCreate(&s[i]);
    if (FIXED)
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < PARTS; i++)
                work<<<4, 256, 0, s[i]>>>(device + i * N, N);
    for (int i = 0; i < PARTS && !FIXED; i++)
        for (int k = 0; k < 3; k++)
            work<<<4, 256, 0, s[i]>>>(device + i * N, N);
    cudaDeviceSynchronize();
    return 0;
}

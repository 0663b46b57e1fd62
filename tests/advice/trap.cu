// Four streams work side by side; one kernel of each turn forgets its stream.
#include "nullstream.cuh"

#define FIXED 0
#define PARTS 8
#define N (1 << 16)

#pragma nullstream kernel(work) time(100us) reads(x, n * 4) writes(x, n * 4)
__global__ void work(float *x, int n)
{
    (void)x;
    (void)n;
}

int main()
{
    float *device;
    cudaStream_t s[4];
    cudaMalloc(&device, PARTS * N * sizeof(float));
    for (int i = 0; i < 4; i++)
        cudaStreamCreate(&s[i]);
    for (int i = 0; i < PARTS; i++) {
        float *d = device + i * N;
        work<<<16, 256, 0, s[i % 4]>>>(d, N);
        if (FIXED)
            work<<<16, 256, 0, s[i % 4]>>>(d, N);
        else
            work<<<16, 256>>>(d, N);
        work<<<16, 256, 0, s[i % 4]>>>(d, N);
    }
    cudaDeviceSynchronize();
    return 0;
}

// Two streams take turns, and the host waits for each turn.
#include "nullstream.cuh"

#define FIXED 0
#define PARTS 12
#define N (1 << 18)

#pragma nullstream kernel(work) time(100us) reads(x, n * 4) writes(x, n * 4)
__global__ void work(float *x, int n)
{
    (void)x;
    (void)n;
}

int main()
{
    float *host, *device;
    cudaStream_t s[2];
    cudaMallocHost(&host, PARTS * N * sizeof(float));
    cudaMalloc(&device, PARTS * N * sizeof(float));
    for (int i = 0; i < 2; i++)
        cudaStreamCreate(&s[i]);
    for (int i = 0; i < PARTS; i++) {
        float *h = host + i * N, *d = device + i * N;
        cudaMemcpyAsync(d, h, N * sizeof(float), cudaMemcpyHostToDevice, s[i % 2]);
        work<<<64, 256, 0, s[i % 2]>>>(d, N);
        cudaMemcpyAsync(h, d, N * sizeof(float), cudaMemcpyDeviceToHost, s[i % 2]);
        if (!FIXED)
            cudaStreamSynchronize(s[i % 2]);
    }
    cudaDeviceSynchronize();
    return 0;
}

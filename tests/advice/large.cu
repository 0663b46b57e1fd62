// The data goes through the device in 2 chunks, over four streams; about 16 would do better.
#include "nullstream.cuh"

#define CHUNKS 2
#define N (1 << 24)

#pragma nullstream kernel(work) bytes(64.0 * n) reads(x, n * 4) writes(x, n * 4)
__global__ void work(float *x, int n)
{
    (void)x;
    (void)n;
}

int main()
{
    float *host, *device;
    cudaStream_t s[4];
    cudaMallocHost(&host, N * sizeof(float));
    cudaMalloc(&device, N * sizeof(float));
    for (int i = 0; i < 4; i++)
        cudaStreamCreate(&s[i]);
    const int n = N / CHUNKS;
    for (int i = 0; i < CHUNKS; i++) {
        float *h = host + i * n, *d = device + i * n;
        cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, s[i % 4]);
        work<<<n / 256, 256, 0, s[i % 4]>>>(d, n);
        cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, s[i % 4]);
    }
    cudaDeviceSynchronize();
    return 0;
}

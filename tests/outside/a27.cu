// Two OpenMP-like worker threads in the legacy default stream (the classic mistake), then each with its own.
#include <thread>
#include <cstdio>
#include <cuda_runtime.h>

#pragma nullstream kernel(crunch) time(110us)
__global__ void crunch(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < 100; k++)
            x[i] = x[i] * 1.0001f + 0.5f;
}

static void body(float *d, float *h, int n, cudaStream_t s, int rounds)
{
    for (int r = 0; r < rounds; ++r) {
        cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, s);
        crunch<<<(n + 127) / 128, 128, 0, s>>>(d, n);
        cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
    }
}

int main()
{
    const int n = 40 * 128;
    float *d[2], *h[2];
    cudaStream_t own[2];
    for (int i = 0; i < 2; ++i) {
        cudaMalloc(&d[i], n * sizeof(float));
        cudaHostAlloc(&h[i], n * sizeof(float), cudaHostAllocPortable);
        cudaStreamCreate(&own[i]);
    }
    std::thread a(body, d[0], h[0], n, cudaStream_t(0), 8), b(body, d[1], h[1], n, cudaStream_t(0), 8);
    a.join();
    b.join();
    std::thread c(body, d[0], h[0], n, own[0], 8), e(body, d[1], h[1], n, own[1], 8);
    c.join();
    e.join();
    puts("finished");
    return 0;
}

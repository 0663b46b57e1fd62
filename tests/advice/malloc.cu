// A buffer for each turn, allocated and freed in the loop.
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>

#define FIXED 0
#define TURNS 12
#define N (1 << 20)

#pragma nullstream kernel(work) time(100us) reads(x, n * 4) writes(x, n * 4)
__global__ void work(float *x, int n)
{
    (void)x;
    (void)n;
}

int main()
{
    float *host, *device;
    cudaStream_t s;
    cudaMallocHost(&host, TURNS * N * sizeof(float));
    cudaStreamCreate(&s);
    if (FIXED)
        cudaMalloc(&device, N * sizeof(float));
    nvtxRangePush("nullstream");
    for (int i = 0; i < TURNS; i++) {
        if (!FIXED)
            cudaMalloc(&device, N * sizeof(float));
        cudaMemcpyAsync(device, host + i * N, N * sizeof(float), cudaMemcpyHostToDevice, s);
        work<<<64, 256, 0, s>>>(device, N);
        cudaMemcpyAsync(host + i * N, device, N * sizeof(float), cudaMemcpyDeviceToHost, s);
        if (!FIXED)
            cudaFree(device);
    }
    cudaStreamSynchronize(s);
    nvtxRangePop();
    if (FIXED)
        cudaFree(device);
    return 0;
}

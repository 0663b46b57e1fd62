/* waits_in_one.cu with a wait behind the loop, and both streams in turn. */
#include "nullstream.cuh"

#define CHUNKS 8
#define ELEMENTS (1 << 19)

#pragma nullstream kernel(work) time(400us) reads(x, n * 4) writes(x, n * 4)
__global__ void work(float *x, int n)
{
    (void)x;
    (void)n;
}

int main()
{
    size_t bytes = ELEMENTS * sizeof(float);
    float *host, *device;
    cudaStream_t streams[2];
    cudaMallocHost(&host, CHUNKS * bytes);
    cudaMalloc(&device, CHUNKS * bytes);
    for (int i = 0; i < 2; i++)
        cudaStreamCreate(&streams[i]);
    for (int c = 0; c < CHUNKS; c++) {
        float *from = host + c * ELEMENTS, *to = device + c * ELEMENTS;
        cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, streams[c % 2]);
        work<<<64, 256, 0, streams[c % 2]>>>(to, ELEMENTS);
        cudaMemcpyAsync(from, to, bytes, cudaMemcpyDeviceToHost, streams[c % 2]);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++)
        cudaStreamDestroy(streams[i]);
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}

/* All chunks go through the first of two streams, and the host waits for each: to wait only behind
 * the loop gains nothing while there is one stream, and the second stream nothing while the host
 * waits. waits_in_one-fixed.cu has both changed. */
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
        cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, streams[0]);
        work<<<64, 256, 0, streams[0]>>>(to, ELEMENTS);
        cudaMemcpyAsync(from, to, bytes, cudaMemcpyDeviceToHost, streams[0]);
        cudaStreamSynchronize(streams[0]);
    }
    for (int i = 0; i < 2; i++)
        cudaStreamDestroy(streams[i]);
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}

/* Pageable memory, and one stream: more streams gain nothing while the host is held in the copies,
 * and pinned memory alone leaves everything one after the other. -D PINNED=1 -D STREAMS=8 has both
 * changed. */
#include "nullstream.cuh"

#include <stdlib.h>

#define CHUNKS 8
#define STREAMS 1
#define PINNED 0
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
    cudaStream_t streams[STREAMS];
    if (PINNED)
        cudaMallocHost(&host, CHUNKS * bytes);
    else
        host = (float *)malloc(CHUNKS * bytes);
    cudaMalloc(&device, CHUNKS * bytes);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    for (int c = 0; c < CHUNKS; c++) {
        float *from = host + c * ELEMENTS, *to = device + c * ELEMENTS;
        cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, streams[c % STREAMS]);
        work<<<64, 256, 0, streams[c % STREAMS]>>>(to, ELEMENTS);
        cudaMemcpyAsync(from, to, bytes, cudaMemcpyDeviceToHost, streams[c % STREAMS]);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < STREAMS; i++)
        cudaStreamDestroy(streams[i]);
    cudaFree(device);
    if (PINNED)
        cudaFreeHost(host);
    else
        free(host);
    return 0;
}

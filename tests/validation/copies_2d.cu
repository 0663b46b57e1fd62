// Copies of a part of each row, in and out, with kernels between them.
#include "nullstream.cuh"

#ifndef WIDTH
#define WIDTH 4096
#endif
#ifndef PITCH
#define PITCH 8192
#endif
#ifndef ROWS
#define ROWS 512
#endif
#ifndef STREAMS
#define STREAMS 2
#endif
#ifndef COUNT
#define COUNT 6
#endif

__global__ void step(char *data)
{
    spin_us(40);
}

int main()
{
    cudaStream_t streams[STREAMS];
    char *host, *device;
    cudaMallocHost(&host, (size_t)STREAMS * PITCH * ROWS);
    cudaMalloc(&device, (size_t)STREAMS * PITCH * ROWS);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    for (int i = 0; i < COUNT; i++) {
        const int s = i % STREAMS;
        char *h = host + (size_t)s * PITCH * ROWS, *d = device + (size_t)s * PITCH * ROWS;
        cudaMemcpy2DAsync(d, PITCH, h, PITCH, WIDTH, ROWS, cudaMemcpyHostToDevice, streams[s]);
        step<<<66, 512, 0, streams[s]>>>(d);
        cudaMemcpy2DAsync(h, PITCH, d, PITCH, WIDTH, ROWS, cudaMemcpyDeviceToHost, streams[s]);
    }
    cudaDeviceSynchronize();
    return 0;
}

// A kernel fills a buffer that goes back in chunks, each in its stream; the host reads each once its stream is done.
#include "nullstream.cuh"
#include <stdio.h>

const int SIZE = 4096;
const int CHUNKS = 4;

#pragma nullstream kernel(compute) time(200us)
__global__ void compute(double *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = 1.0;
}

int main()
{
    double *d, *h = (double *)malloc(SIZE * sizeof(double));
    cudaStream_t s, streams[CHUNKS];
    cudaMalloc(&d, SIZE * sizeof(double));
    cudaStreamCreate(&s);
    for (int j = 0; j < CHUNKS; j++)
        cudaStreamCreate(&streams[j]);
    compute<<<(SIZE + 255) / 256, 256, 0, s>>>(d, SIZE);
    cudaStreamSynchronize(s);
    const int chunk = SIZE / CHUNKS;
    for (int j = 0; j < CHUNKS; j++)
        cudaMemcpyAsync(h + j * chunk, d + j * chunk, chunk * sizeof(double),
                        cudaMemcpyDeviceToHost, streams[j]);
    double sum = 0;
    for (int j = 0; j < CHUNKS; j++) {
        cudaStreamSynchronize(streams[j]);
        for (int i = 0; i < chunk; i++)
            sum += h[j * chunk + i];
    }
    printf("%f\n", sum);
    cudaFree(d);
    free(h);
    cudaStreamDestroy(s);
    for (int j = 0; j < CHUNKS; j++)
        cudaStreamDestroy(streams[j]);
    return 0;
}

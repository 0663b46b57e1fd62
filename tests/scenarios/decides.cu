// The program decides by a query: if a stream is late, it has more to do. Its 16 streams share eight
// connections; with 16 none is late. Its copy is from pageable memory.
#include "nullstream.cuh"
#include <stdlib.h>

const int N = 1 << 20, STREAMS = 16;

#pragma nullstream kernel(scale) time(300us)
__global__ void scale(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main()
{
    cudaStream_t s[STREAMS];
    float *host = (float *)malloc(N * sizeof(float)), *dev[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaMalloc(&dev[i], N * sizeof(float));
    }
    cudaMemcpyAsync(dev[0], host, N * sizeof(float), cudaMemcpyHostToDevice, s[0]);
    for (int i = 0; i < STREAMS; i++)
        for (int k = 0; k < 3; k++)
            scale<<<4, 256, 0, s[i]>>>(dev[i]);
    host_work_us(1100);
    if (cudaStreamQuery(s[8]) == cudaErrorNotReady)
        scale<<<4, 256, 0, s[8]>>>(dev[8]);
    cudaDeviceSynchronize();
    return 0;
}

// How far apart are kernels of one stream that read as many bytes each, a few a thread, without CUPTI?
// -D BYTES, -D COUNT: the time of twice as many less that of COUNT, shared by COUNT, less what CUPTI
// says that each takes.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef BYTES
#define BYTES 4000000
#endif
#ifndef COUNT
#define COUNT 200
#endif
#ifndef EACH
#define EACH 12
#endif

#pragma nullstream kernel(reader) bytes(BYTES) flops(BYTES / 8)
__global__ void reader(float *p)
{
    p[0] = 1;
}

int main()
{
    float *p;
    cudaMalloc(&p, 1 << 20);
    cudaDeviceSynchronize();
    for (int i = 0; i < COUNT; i++)
        reader<<<(BYTES / EACH + 255) / 256, 256>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    return 0;
}

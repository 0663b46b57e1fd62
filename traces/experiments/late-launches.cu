// How much later do launches of one stream begin behind kernels that read much, without any
// instrument? COUNT launches behind a gate, every one of STEP reads BYTES, EACH a thread by blocks
// of BLOCK, the others spin for 5 us: the time of COUNT 300 less that of 100, shared by 200
// (native: late-native.cu).
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef BYTES
#define BYTES 16000000
#endif
#ifndef COUNT
#define COUNT 100
#endif
#ifndef EACH
#define EACH 64
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef STEP
#define STEP 1
#endif

#pragma nullstream kernel(gate) block_time(1200us)
__global__ void gate()
{
    spin_us(1200);
}

#pragma nullstream kernel(reader) bytes(BYTES) flops(BYTES / 8)
__global__ void reader(float *p)
{
    p[0] = 1;
}

#pragma nullstream kernel(brief) block_time(5us)
__global__ void brief(float *p)
{
    spin_us(5);
}

int main()
{
    float *p;
    cudaMalloc(&p, 1 << 20);
    cudaDeviceSynchronize();
    gate<<<1, 32>>>();
    for (int i = 0; i < COUNT; i++)
        if (i % STEP == 0)
            reader<<<(BYTES / EACH + BLOCK - 1) / BLOCK, BLOCK>>>(p);
        else
            brief<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    return 0;
}

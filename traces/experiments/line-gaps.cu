// When do two of four launches of a queue come late (fetch-lines.cu)? -D VARIANT, BYTES: 0: each kernel
// reads BYTES; 1: short ones in a stream while others read BYTES each in another; 2: likewise beside
// copies on the device of BYTES, 3: memsets; 4: one of eight reads BYTES; 5: each waited for by the host.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef BYTES
#define BYTES 4000000
#endif
#ifndef VARIANT
#define VARIANT 0
#endif
#define COUNT 96

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

#define READ(stream) reader<<<(BYTES / 64 + 255) / 256, 256, 0, stream>>>(p)

int main()
{
    float *p, *q;
    cudaStream_t a, b;
    cudaMalloc(&p, 64 << 20);
    cudaMalloc(&q, 64 << 20);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    for (int i = 0; i < COUNT; i++) {
        if (VARIANT == 0 || VARIANT == 5)
            READ(a);
        if (VARIANT == 4 && i % 8 == 0)
            READ(a);
        if (VARIANT == 5)
            cudaStreamSynchronize(a);
        if (VARIANT >= 1 && VARIANT <= 4)
            brief<<<1, 32, 0, a>>>(p);
        if (VARIANT == 1)
            READ(b);
        if (VARIANT == 2)
            cudaMemcpyAsync(q, p, BYTES, cudaMemcpyDeviceToDevice, b);
        if (VARIANT == 3)
            cudaMemsetAsync(p, 0, BYTES, b);
    }
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(q);
    return 0;
}

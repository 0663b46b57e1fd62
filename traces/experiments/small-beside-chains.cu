// How much later do kernels that read much begin behind each other while copies of BYTES go out
// (WAY 2) or come in (1) in another stream (0: none)? Both streams wait behind a kernel of 3 ms
// until all is queued; COPIES of them, CHAIN kernels.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef WAY
#define WAY 2
#endif
#ifndef BYTES
#define BYTES 4
#endif
#ifndef COPIES
#define COPIES 800
#endif
#define CHAIN 300
#define READ  16000000

#pragma nullstream kernel(hold) block_time(5ms)
__global__ void hold()
{
    spin_us(5000);
}

#pragma nullstream kernel(reader) bytes(READ) flops(READ / 8)
__global__ void reader(float *p)
{
    p[0] = 1;
}

int main()
{
    char *host, *device;
    float *p;
    cudaStream_t a, b;
    cudaMallocHost(&host, 16 << 20);
    cudaMalloc(&device, 16 << 20);
    cudaMalloc(&p, 1 << 20);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    hold<<<1, 32, 0, a>>>();
    hold<<<1, 32, 0, b>>>();
    for (int i = 0; i < CHAIN; i++)
        reader<<<READ / 64 / 256, 256, 0, a>>>(p);
    for (int i = 0; i < (WAY ? COPIES : 0); i++)
        if (WAY == 1)
            cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, b);
        else
            cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, b);
    cudaStreamSynchronize(a);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}

// Which connection do the legacy stream's copies take? VARIANT 0: a copy out waits for a kernel in
// the stream that has the first one for copies out, the legacy stream copies out, then a third
// stream. 1: likewise in. 2: the third stream has copied out before all, so that it has the first
// one. 3: the legacy stream has, before all.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef VARIANT
#define VARIANT 0
#endif
#define BYTES 1000000

#pragma nullstream kernel(slow) block_time(300us)
__global__ void slow()
{
    spin_us(300);
}

int main()
{
    char *host, *device;
    cudaStream_t a, b;
    cudaMallocHost(&host, BYTES);
    cudaMalloc(&device, BYTES);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    const cudaMemcpyKind kind = VARIANT == 1 ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    char *to = VARIANT == 1 ? device : host, *from = VARIANT == 1 ? host : device;
    if (VARIANT >= 2)
        cudaMemcpyAsync(to, from, BYTES, kind, VARIANT == 2 ? b : 0);
    for (int i = 0; i < 4; i++) {
        slow<<<1, 32, 0, a>>>();
        cudaMemcpyAsync(to, from, BYTES, kind, a);
        cudaMemcpyAsync(to, from, BYTES, kind, 0);
        cudaMemcpyAsync(to, from, BYTES, kind, b);
    }
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}

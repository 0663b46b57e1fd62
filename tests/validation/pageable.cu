// Pageable copies behind or beside a kernel: when the call returns, and what it waits for.
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

#ifndef BYTES
#define BYTES 1048576
#endif
#ifndef OUT
#define OUT 0
#endif
#ifndef SAME
#define SAME 1
#endif
#ifndef SYNC
#define SYNC 0
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif
#ifndef US
#define US 400
#endif

#pragma nullstream kernel(busy) block_time(US * 1us)
__global__ void busy()
{
    spin_us(US);
}

int main()
{
    cudaStream_t a, b;
    char *device, *host = (char *)malloc(BYTES);
    memset(host, 1, BYTES);
    cudaMalloc(&device, BYTES);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    char *to = OUT ? host : device, *from = OUT ? device : host;
    const cudaMemcpyKind kind = OUT ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
    for (int i = 0; i < ROUNDS; i++) {
        if (US)
            busy<<<20, 256, 0, a>>>();
        if (SYNC)
            cudaMemcpy(to, from, BYTES, kind);
        else
            cudaMemcpyAsync(to, from, BYTES, kind, SAME ? a : b);
    }
    cudaDeviceSynchronize();
    return 0;
}

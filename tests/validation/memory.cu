// Memory is asked for and given back between kernels. HOW: 0 nothing, 1 cudaMalloc, 2 cudaMalloc and
// cudaFree, 3 in stream order, 4 pinned, 5 pinned and freed, 6 registered, 7 stream-ordered, freed by
// cudaFree
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

#ifndef HOW
#define HOW 0
#endif
#ifndef BYTES
#define BYTES 1048576
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

__global__ void step(char *data)
{
    spin_us(250);
}

int main()
{
    cudaStream_t a, b;
    char *fixed, *memory[ROUNDS], *pageable = (char *)malloc(BYTES);
    memset(pageable, 1, BYTES);
    cudaMalloc(&fixed, BYTES);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    for (int i = 0; i < ROUNDS; i++) {
        step<<<30, 256, 0, a>>>(fixed);
        if (HOW == 1 || HOW == 2)
            cudaMalloc(&memory[i], BYTES);
        if (HOW == 3 || HOW == 7)
            cudaMallocAsync(&memory[i], BYTES, b);
        if (HOW == 4 || HOW == 5)
            cudaMallocHost(&memory[i], BYTES);
        if (HOW == 6)
            cudaHostRegister(pageable, BYTES, cudaHostRegisterDefault);
        step<<<30, 256, 0, b>>>(fixed);
        if (HOW == 2 || HOW == 7)
            cudaFree(memory[i]);
        if (HOW == 3)
            cudaFreeAsync(memory[i], b);
        if (HOW == 5)
            cudaFreeHost(memory[i]);
        if (HOW == 6)
            cudaHostUnregister(pageable);
        step<<<30, 256, 0, a>>>(fixed);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < ROUNDS; i++) {
        if (HOW == 1)
            cudaFree(memory[i]);
        if (HOW == 4)
            cudaFreeHost(memory[i]);
    }
    return 0;
}

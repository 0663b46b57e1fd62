// Sixteen streams with four kinds of kernels that differ in block size, registers, shared memory and waves:
// depth first, breadth first, and in two priorities, longest first.
#include "nullstream.cuh"
#include <cstdio>

#pragma nullstream kernel(small) block_time(3us) regs(24)
__global__ void small(int i) { }
#pragma nullstream kernel(wide) block_time(17us) regs(32)
__global__ void wide(int i) { }
#pragma nullstream kernel(fat) block_time(45us) regs(128) shared(4096)
__global__ void fat(int i) { }
extern __shared__ float buffer[];
#pragma nullstream kernel(deep) block_time(30us) regs(40)
__global__ void deep(int i) { buffer[threadIdx.x] = i; }

enum Kind { SMALL, WIDE, FAT, DEEP };

void launch(Kind kind, int i, cudaStream_t s)
{
    switch (kind) {
    case SMALL: small<<<1 + i * 9, 64, 0, s>>>(i); break;
    case WIDE: wide<<<132 + 60 * i, 1024, 0, s>>>(i); break;
    case FAT: fat<<<300 + 10 * i, 256, 0, s>>>(i); break;
    case DEEP: deep<<<66 * (1 + i % 5), 192, 96 * 1024, s>>>(i); break;
    }
}

int main()
{
    const int S = 16;
    cudaStream_t s[S], hot[S];
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaFuncSetAttribute(deep, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 * 1024);
    for (int i = 0; i < S; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaStreamCreateWithPriority(&hot[i], cudaStreamNonBlocking, i % 2 ? greatest : least);
    }
    for (int i = 0; i < S; i++)
        for (int k = 0; k < 4; k++)
            launch((Kind)k, i, s[i]);
    cudaDeviceSynchronize();
    for (int k = 3; k >= 0; k--)
        for (int i = 0; i < S; i++)
            launch(Kind(k), i, s[i]);
    cudaDeviceSynchronize();
    const Kind order[] = {FAT, DEEP, WIDE, SMALL};
    for (Kind k : order)
        for (int i = 0; i < S; i++)
            launch(k, S - 1 - i, hot[i]);
    cudaDeviceSynchronize();
    printf("done\n");
    return 0;
}

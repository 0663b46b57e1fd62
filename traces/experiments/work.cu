// What do kernels given by flops and bytes get, alone and beside each other? Up to three kernels, each
// in a stream of its own, launched in turn. By default one block of 1024 threads on each SM that
// computes, and another behind it. work.txt has what an H200 did with many of them.
#include "nullstream.cuh"

#define BLOCKS_A 132
#define THREADS_A 1024
#define FLOPS_A 30.75e9
#define BYTES_A 0.0
#define BLOCKS_B 132
#define THREADS_B 1024
#define FLOPS_B 30.75e9
#define BYTES_B 0.0
#define BLOCKS_C 0
#define THREADS_C 256
#define FLOPS_C 0.0
#define BYTES_C 0.0

#pragma nullstream kernel(a) flops(FLOPS_A) bytes(BYTES_A) regs(32)
__global__ void a() {}
#pragma nullstream kernel(b) flops(FLOPS_B) bytes(BYTES_B) regs(32)
__global__ void b() {}
#pragma nullstream kernel(c) flops(FLOPS_C) bytes(BYTES_C) regs(32)
__global__ void c() {}

int main()
{
    cudaStream_t streams[3];
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    a<<<BLOCKS_A, THREADS_A, 0, streams[0]>>>();
    if (BLOCKS_B > 0)
        b<<<BLOCKS_B, THREADS_B, 0, streams[1]>>>();
    if (BLOCKS_C > 0)
        c<<<BLOCKS_C, THREADS_C, 0, streams[2]>>>();
    cudaDeviceSynchronize();
    return 0;
}

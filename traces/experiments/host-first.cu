// How soon a program's first host functions begin: while main makes calls, and when it is done.
// MAIN: main makes so many launches into another stream behind each function.
// FILLED: memory is filled before.
// WORK: how long a function takes, us. GAP: how long the kernel in front of it takes, us.
#include <cuda_runtime.h>

#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

#ifndef MAIN
#define MAIN 0
#endif
#ifndef FILLED
#define FILLED 0
#endif
#ifndef BLOCKING
#define BLOCKING 0
#endif

const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

void work(void *)
{
    host_work_us(20);
}

int main()
{
    cudaStream_t s, other;
    char *pinned, *device;
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    if (FILLED) {
        cudaMallocHost((void **)&pinned, 32 * MIB);
        cudaMalloc((void **)&device, 32 * MIB);
        memset(malloc(32 * MIB), 1, 32 * MIB);
    }
    cudaDeviceSynchronize();
    if (BLOCKING)
        spin<<<1, 64, 0, other>>>(20);
    for (int i = 0; i < 8; i++) {
        spin<<<1, 64, 0, s>>>(40);
        cudaLaunchHostFunc(s, work, NULL);
        for (int j = 0; j < MAIN; j++)
            spin<<<1, 64, 0, other>>>(1);
    }
    cudaDeviceSynchronize();
    return 0;
}

// What the first allocation and the first free of device memory cost a program behind a set-up that
// fills host memory, as programs have it, more than those that follow.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const int TIMES = 6;
const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t s;
    char *pageable, *device, *memory;
    cudaStreamCreate(&s);
    cudaMalloc((void **)&device, 4 * MIB);
    pageable = (char *)malloc(32 * MIB);
    memset(pageable, 1, 32 * MIB);
    spin<<<1, 64, 0, s>>>(10);
    cudaMemcpyAsync(device, pageable, 4 * MIB, cudaMemcpyHostToDevice, s);
    cudaDeviceSynchronize();
    nvtxRangePush("first");
    for (int i = 0; i < TIMES; i++) {
        cudaMalloc((void **)&memory, 2 * MIB);
        cudaFree(memory);
    }
    nvtxRangePop();
    spin<<<1, 64, 0, s>>>(1);
    cudaDeviceSynchronize();
    cudaFree(device);
    free(pageable);
    return 0;
}

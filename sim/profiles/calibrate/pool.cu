// What the first allocation from a pool costs a program that makes it once, and giving that back: behind a set-up of some
// milliseconds, and while a kernel runs: 61 and 72 us on two machines, 80 in larger programs on a third. In
// a loop, where the ways there are known, 44 to 49.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t s;
    char *pageable, *memory;
    cudaStreamCreate(&s);
    pageable = (char *)malloc(32 * MIB);
    memset(pageable, 1, 32 * MIB);
    spin<<<1, 64, 0, s>>>(200);
    spin<<<1, 64, 0, s>>>(1);
    nvtxRangePush("pool");
    cudaMallocAsync((void **)&memory, MIB, s);
    nvtxRangePop();
    cudaFreeAsync(memory, s);
    host_work_us(400);
    nvtxRangePush("released"); // all is done: what is left is to ask for that, and giving the chunk back
    cudaStreamSynchronize(s);
    nvtxRangePop();
    free(pageable);
    return 0;
}

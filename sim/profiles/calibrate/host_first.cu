// How late the first host function of a program begins whose host has computed for long, as those
// do that fill memory: what the worker needs is in no cache then. The last ones say what is usual.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const int TIMES = 8;
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
    cudaStream_t s;
    cudaStreamCreate(&s);
    memset(malloc(32 * MIB), 1, 32 * MIB);
    cudaDeviceSynchronize();
    nvtxRangePush("first functions");
    for (int i = 0; i < TIMES; i++) {
        spin<<<1, 64, 0, s>>>(40); // the worker has not slept for long
        cudaLaunchHostFunc(s, work, NULL);
    }
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}

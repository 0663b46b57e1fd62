// How many launches may be pending before the host has to wait in one.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int LAUNCHES = 2200;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    nvtxRangePush("queue");
    spin<<<1, 32, 0, s>>>(20000);
    for (int i = 0; i < LAUNCHES; i++)
        spin<<<1, 32, 0, s>>>(0);
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}

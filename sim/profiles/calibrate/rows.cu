// What launches cost the host that are made one after the other: the less the more there are.
// Behind a kernel that outlasts them.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int ROW = 300;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t s, other;
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    nvtxRangePush("row");
    spin<<<1, 64, 0, other>>>(2500);
    spin<<<1, 64, 0, s>>>(2500);
    for (int i = 0; i < ROW; i++)
        spin<<<1, 64, 0, s>>>(1);
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}

// From the end of the work before it to a host function, and from its return to the work behind it;
// from the call to one that has nothing to wait for; and how much later one begins whose worker has
// slept for longer.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 20;
const int ASLEEP = 8;

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
    nvtxRangePush("host function");
    for (int i = 0; i < TIMES; i++) { // the worker has hardly slept
        spin<<<1, 64, 0, s>>>(8);
        cudaLaunchHostFunc(s, work, NULL);
    }
    spin<<<1, 64, 0, s>>>(5);
    nvtxRangePop();
    cudaDeviceSynchronize();
    for (int i = 0; i < TIMES; i++) {
        nvtxRangePush("idle function");
        cudaLaunchHostFunc(s, work, NULL);
        nvtxRangePop();
        cudaDeviceSynchronize();
    }
    const int slept[] = {40, 100, 300, 700, 1500, 2500};
    for (int us : slept)
        for (int i = 0; i < ASLEEP; i++) {
            nvtxRangePush("asleep");
            spin<<<1, 64, 0, s>>>(us);
            cudaLaunchHostFunc(s, work, NULL);
            spin<<<1, 64, 0, s>>>(5);
            nvtxRangePop();
            cudaDeviceSynchronize();
        }
    return 0;
}

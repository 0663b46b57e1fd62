// From the end of the work before it to a host function, and from its return to the work behind it;
// from the call to one that has nothing to wait for.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 20;

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
    for (int i = 0; i < TIMES; i++) {
        nvtxRangePush("host function");
        spin<<<1, 64, 0, s>>>(30); // the worker has not slept for long
        cudaLaunchHostFunc(s, work, NULL);
        spin<<<1, 64, 0, s>>>(5);
        nvtxRangePop();
        cudaDeviceSynchronize();
    }
    for (int i = 0; i < TIMES; i++) {
        nvtxRangePush("idle function");
        cudaLaunchHostFunc(s, work, NULL);
        nvtxRangePop();
        cudaDeviceSynchronize();
    }
    return 0;
}

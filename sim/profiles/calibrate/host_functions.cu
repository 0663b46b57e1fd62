// From the end of the work before it to a host function, and from its return to the work behind it;
// from the call to one that has nothing to wait for; how much later one begins whose worker has
// slept for longer; and from the return of one to the next, of another stream, that waits already.
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

void held(void *)
{
    host_work_us(400);
}

int main()
{
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
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
    nvtxRangePush("next function");
    cudaLaunchHostFunc(s, held, NULL); // holds the others back until all have been called
    for (int i = 0; i < TIMES; i++)
        cudaLaunchHostFunc(i % 2 ? s : t, work, NULL);
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}

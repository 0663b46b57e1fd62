// What a host function holds back in its connection: --connections 1. In each case the last kernel
// starts at once or waits.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

__global__ void step()
{
    spin_us(200);
}

__global__ void behind()
{
    spin_us(5);
}

__global__ void last()
{
    spin_us(5);
}

void work(void *)
{
    host_work_us(150);
}

int main()
{
    cudaStream_t a, b, c;
    cudaEvent_t e;
    char *host, *device;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 16 * MIB);
    cudaMalloc((void **)&device, 16 * MIB);
    cudaDeviceSynchronize();
    enum { IDLE, KERNEL, COPY, WAIT, CASES };
    for (int before = IDLE; before < CASES; before++)
        for (int follows = 0; follows < 2; follows++) {
            if (before == KERNEL)
                step<<<1, 64, 0, a>>>();
            if (before == COPY)
                cudaMemcpyAsync(device, host, 12 * MIB, cudaMemcpyHostToDevice, a);
            if (before == WAIT) {
                step<<<1, 64, 0, c>>>();
                cudaEventRecord(e, c);
                cudaStreamWaitEvent(a, e, 0);
            }
            cudaLaunchHostFunc(a, work, NULL);
            if (follows)
                behind<<<1, 64, 0, a>>>();
            last<<<1, 64, 0, b>>>();
            cudaDeviceSynchronize();
        }
    return 0;
}

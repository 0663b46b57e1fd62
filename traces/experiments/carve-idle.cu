// Does an SM keep its division of shared memory and L1 when it gets empty? `big` needs all that there is for shared
// memory, `small` next to nothing; a second `big` is launched while `small` runs and has room by the numbers. HOW:
// what lies between the end of `big` and the start of `small`.
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void big()
{
    spin_us(40);
}

__global__ void tail()
{
    spin_us(40);
}

__global__ void small()
{
    spin_us(100);
}

int main()
{
    cudaStream_t a, b;
    cudaEvent_t event;
    int *x;
    cudaMalloc(&x, 1 << 20);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 110000);
    for (int how = 0; how < 12; how++) {
        big<<<132, 1024, 100000, a>>>();
        if (how == 1)
            cudaMemsetAsync(x, 0, 65536, a);
        if (how == 2)
            cudaMemcpyAsync(x + 65536, x, 65536, cudaMemcpyDeviceToDevice, a);
        if (how == 3)
            big<<<1, 1024, 100000, a>>>();
        if (how == 4)
            cudaEventRecord(event, a);
        if (how == 4)
            cudaStreamWaitEvent(b, event, 0);
        if (how >= 5)
            cudaDeviceSynchronize();
        if (how > 5)
            host_work_us(how == 6 ? 1 : how == 7 ? 3 : how == 8 ? 6 : how == 9 ? 12 : how == 10 ? 40 : 200);
        small<<<132, 64, 0, how == 4 ? b : a>>>();
        big<<<132, 1024, 100000, how == 4 ? a : b>>>();
        cudaDeviceSynchronize();
        host_work_us(50);
    }
    // Behind a kernel whose last wave still runs elsewhere.
    big<<<300, 1024, 100000, a>>>();
    small<<<132, 64, 0, b>>>();
    big<<<132, 1024, 100000, a>>>();
    cudaDeviceSynchronize();
    // Registers: 16 and 8 blocks fit by them.
    tail<<<132, 64, 0, a>>>();
    small<<<1, 32, 0, b>>>();
    cudaDeviceSynchronize();
    return 0;
}

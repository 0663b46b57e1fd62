// Which division does a kernel set, and need, whose blocks are limited by its registers? `first` fills every SM with
// one block of 64 to 512 threads, `second` (one block of 32 threads, 32 blocks fit an SM) follows: it waits if `first` has set
// less than 32 KiB.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#pragma nullstream kernel(r32) block_time(40us) regs(32)
#pragma nullstream kernel(r40) block_time(40us) regs(40)
#pragma nullstream kernel(r64) block_time(40us) regs(64)
#pragma nullstream kernel(r128) block_time(40us) regs(128)
#pragma nullstream kernel(r255) block_time(40us) regs(255)
#pragma nullstream kernel(second) block_time(10us) regs(16)
#pragma nullstream kernel(second128) block_time(10us) regs(128)
__global__ void r32() {}
__global__ void r40() {}
__global__ void r64() {}
__global__ void r128() {}
__global__ void r255() {}
__global__ void second() {}
__global__ void second128() {}

int main()
{
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    for (int threads = 64; threads <= 512; threads *= 2)
        for (int k = 0; k < 10; k++) {
            if (k % 5 == 0)
                r32<<<132, threads, 0, a>>>();
            if (k % 5 == 1)
                r40<<<132, threads, 0, a>>>();
            if (k % 5 == 2)
                r64<<<132, threads, 0, a>>>();
            if (k % 5 == 3)
                r128<<<132, threads, 0, a>>>();
            if (k % 5 == 4 && threads <= 256)
                r255<<<132, threads, 0, a>>>();
            host_work_us(15);
            if (k < 5)
                second<<<1, 32, 0, b>>>();
            else
                second128<<<1, 32, 0, b>>>();
            cudaDeviceSynchronize();
            host_work_us(30);
        }
    return 0;
}

// Host functions (docs/semantics.md S3.3): how many workers there are, whether one holds up others,
// and how long it is from the work before to the function and from its return to the work behind.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

__global__ void step()
{
    spin_us(50);
}

__global__ void busy()
{
    spin_us(2000);
}

void rest(void *)
{
    host_work_us(300);
}

void nothing(void *)
{
}

int main()
{
    cudaStream_t a, b, c;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreate(&c);
    // two streams, a function of 300 us in each: together 300 or 600 us?
    step<<<1, 64, 0, a>>>();
    step<<<1, 64, 0, b>>>();
    cudaLaunchHostFunc(a, rest, nullptr);
    cudaLaunchHostFunc(b, rest, nullptr);
    step<<<1, 64, 0, a>>>();
    step<<<1, 64, 0, b>>>();
    cudaDeviceSynchronize();
    // one function between kernels
    for (int i = 0; i < 8; i++) {
        step<<<1, 64, 0, a>>>();
        cudaLaunchHostFunc(a, nothing, nullptr);
        step<<<1, 64, 0, a>>>();
        cudaDeviceSynchronize();
    }
    // eight in a chain
    step<<<1, 64, 0, a>>>();
    for (int i = 0; i < 8; i++) {
        cudaLaunchHostFunc(a, nothing, nullptr);
        step<<<1, 64, 0, a>>>();
    }
    cudaDeviceSynchronize();
    // while another stream is busy
    busy<<<1, 64, 0, c>>>();
    for (int i = 0; i < 8; i++) {
        step<<<1, 64, 0, a>>>();
        cudaLaunchHostFunc(a, nothing, nullptr);
    }
    step<<<1, 64, 0, a>>>();
    cudaDeviceSynchronize();
    return 0;
}

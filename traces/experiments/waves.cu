// What one more wave costs: the same 400 us of work on every SM in 1, 4 and 16 waves of blocks, and
// two kernels on the same SMs.
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void one()
{
    spin_us(400);
}

__global__ void four()
{
    spin_us(100);
}

__global__ void sixteen()
{
    spin_us(25);
}

int main()
{
    const int SMS = 132;
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    one<<<2 * SMS, 1024, 0, a>>>();
    cudaDeviceSynchronize();
    four<<<4 * 2 * SMS, 1024, 0, a>>>();
    cudaDeviceSynchronize();
    sixteen<<<16 * 2 * SMS, 1024, 0, a>>>();
    cudaDeviceSynchronize();
    sixteen<<<16 * 8 * SMS, 256, 0, a>>>();
    cudaDeviceSynchronize();
    one<<<2 * SMS, 1024, 0, a>>>();
    one<<<2 * SMS, 1024, 0, b>>>();
    cudaDeviceSynchronize();
    one<<<3 * SMS, 1024, 0, a>>>();
    one<<<SMS, 1024, 0, b>>>();
    cudaDeviceSynchronize();
    return 0;
}

// How long does the kernel take? The clock is read when the launch has returned, not the kernel.
#include "nullstream.cuh"

#include <stdio.h>

__global__ void work()
{
    spin_us(3000);
}

int main()
{
    work<<<20, 256>>>();
    cudaDeviceSynchronize();
    double begin = host_time_us();
    work<<<20, 256>>>();
    double end = host_time_us();
    printf("work took %.0f us\n", end - begin);
    cudaDeviceSynchronize();
    return 0;
}

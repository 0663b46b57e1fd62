// How long does the kernel take? The host's clock is read before the launch, when the launch has
// returned, and when cudaDeviceSynchronize has.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void work() { spin_us(3000); }

int main()
{
    work<<<20, 256>>>(); // the first launch loads the kernel: not timed
    cudaDeviceSynchronize();

    double begin = host_time_us();
    work<<<20, 256>>>();
    double launched = host_time_us();
    cudaDeviceSynchronize();
    double done = host_time_us();

    printf("clock stopped after the launch:      %6.0f us\n", launched - begin);
    printf("clock stopped after the synchronize: %6.0f us\n", done - begin);
    return 0;
}

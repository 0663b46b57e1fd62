// A launch puts a kernel into a queue and returns.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void work() { spin_us(400); }

int main() {
    // The host's clock around a launch times the call, not the kernel.
    double before = host_time_us();
    work<<<20, 256>>>();
    double after = host_time_us();
    cudaDeviceSynchronize();
    double done = host_time_us();
    printf("launch %.1f us, until it is done %.1f us\n", after - before, done - before);
    return 0;
}

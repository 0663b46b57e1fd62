// What a launch costs the host, by its own clock: 500 empty kernels, no wait between.
#include "nullstream.cuh"
#include <stdio.h>

#pragma nullstream kernel(nothing) time(1us)
__global__ void nothing()
{
}

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    nothing<<<1, 32, 0, stream>>>();
    cudaStreamSynchronize(stream);
    double begin = host_time_us();
    for (int i = 0; i < 500; i++)
        nothing<<<1, 32, 0, stream>>>();
    double end = host_time_us();
    cudaStreamSynchronize(stream);
    printf("a launch: %.1f us\n", (end - begin) / 500);
    return 0;
}

// A kernel fails while others have yet to start, the device is reset and used again: on one that
// checks which launches have started, what was to start before must be forgotten.
#include <stdio.h>

#pragma nullstream kernel(good) time(100us)
__global__ void good()
{
}

#pragma nullstream kernel(bad) time(80us) fails(cudaErrorIllegalAddress)
__global__ void bad()
{
}

void use(int blocks)
{
    cudaStream_t streams[3];
    for (int i = 0; i < 3; i++)
        cudaStreamCreate(&streams[i]);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            good<<<blocks, 256, 0, streams[i]>>>();
}

int main()
{
    bad<<<20, 256>>>();
    use(5000);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaDeviceReset()));
    use(20);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}

// While debugging, each launch is waited for and checked: the line reported is that of the kernel.
#include "nullstream.cuh"

#include <stdio.h>

#define BYTES (1 << 20)
#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess)                                                                  \
            printf("line %d: %s\n", __LINE__, cudaGetErrorString(error));                          \
    } while (0)

#pragma nullstream kernel(gather) time(50us) fails(cudaErrorIllegalAddress)
__global__ void gather(float *data)
{
    data[1ull << 40] = 1;
}

#pragma nullstream kernel(scale) time(50us)
__global__ void scale(float *data)
{
}

int main()
{
    float *device, *host;
    CHECK(cudaMalloc(&device, BYTES));
    CHECK(cudaMallocHost(&host, BYTES));
    gather<<<20, 256>>>(device);
    CHECK(cudaDeviceSynchronize());
    scale<<<20, 256>>>(device);
    CHECK(cudaDeviceSynchronize());
    scale<<<20, 256>>>(device);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host, device, BYTES, cudaMemcpyDeviceToHost));
    return 0;
}

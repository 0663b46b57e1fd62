// A kernel that fills every SM fails while another one waits for room, and a copy for its engine.
#include <stdio.h>

#pragma nullstream kernel(bad) time(2000us) fails(cudaErrorIllegalAddress)
__global__ void bad()
{
}

#pragma nullstream kernel(second) time(80us)
__global__ void second()
{
}

int main()
{
    const size_t BYTES = 256 << 20;
    cudaStream_t streams[4];
    char *host, *device;
    cudaMallocHost(&host, BYTES);
    cudaMalloc(&device, BYTES);
    for (int i = 0; i < 4; i++)
        cudaStreamCreate(&streams[i]);
    bad<<<2 * 132, 1024, 0, streams[0]>>>();
    second<<<132, 1024, 0, streams[1]>>>();
    cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, streams[2]);
    cudaMemcpyAsync(device, host, BYTES / 4, cudaMemcpyHostToDevice, streams[3]);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}

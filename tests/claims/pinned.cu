// One copy of 16 MiB from the host, of pageable or pinned memory, the work that it feeds, and back.
#include <cuda_runtime.h>
#include <stdlib.h>

const int PINNED = 0;
const int KERNEL_US = 0; // 0: none

#pragma nullstream kernel(work) time(KERNEL_US * 1us)
__global__ void work(char *data)
{
}

int main()
{
    const size_t bytes = 16 << 20;
    char *host, *device;
    if (PINNED)
        cudaMallocHost(&host, bytes);
    else
        host = (char *)malloc(bytes);
    cudaMalloc(&device, bytes);
    cudaDeviceSynchronize();
    cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
    if (KERNEL_US)
        work<<<264, 1024>>>(device);
    cudaDeviceSynchronize();
    return 0;
}

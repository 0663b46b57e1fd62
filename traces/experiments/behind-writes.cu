// Does a kernel that reads take longer behind what has written to the device's memory: copies in,
// memsets, copies on the device, by their size? Behind each two kernels that read as much, and one
// by itself. Their durations are CUPTI's (`nullstream measure`), BYTES is what a kernel reads.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef BYTES
#define BYTES 12582912
#endif

#pragma nullstream kernel(reader) bytes(BYTES)
__global__ void reader(char *p)
{
    p[0] = 1;
}

int main()
{
    const size_t most = 64u << 20;
    char *a, *b, *host;
    cudaMalloc(&a, most);
    cudaMalloc(&b, most);
    cudaMallocHost(&host, most);
    const size_t sizes[] = {64u << 10, 1u << 20, 4u << 20, 8u << 20, 16u << 20, 32u << 20, most};
    for (int what = 0; what < 4; what++)
        for (size_t size : sizes)
            for (int i = 0; i < 3; i++) {
                reader<<<4096, 256>>>(a);
                cudaDeviceSynchronize();
                switch (what) {
                case 0:
                    cudaMemcpyAsync(a, host, size, cudaMemcpyHostToDevice, 0);
                    break;
                case 1:
                    cudaMemsetAsync(a, 0, size, 0);
                    break;
                case 2:
                    cudaMemcpyAsync(b, a, size, cudaMemcpyDeviceToDevice, 0);
                    break;
                case 3:
                    cudaMemcpyAsync(host, a, size, cudaMemcpyDeviceToHost, 0);
                    break;
                }
                reader<<<4096, 256>>>(a);
                reader<<<4096, 256>>>(a);
                cudaDeviceSynchronize();
            }
    cudaFree(a);
    cudaFree(b);
    cudaFreeHost(host);
    return 0;
}

// What does a copy of the legacy stream wait for, behind calls for a non-blocking stream whose copy
// waits for kernels? MODE, a sum: 1: records with timing around that copy; 2: the streams have
// priorities; 4: a blocking stream is there, which has nothing to do; 8: copies in of a third
// stream; 16: a memset with such records behind the kernel.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef MODE
#define MODE 31
#endif
#define BYTES 4000000

#pragma nullstream kernel(slow) block_time(200us)
__global__ void slow()
{
    spin_us(200);
}

#pragma nullstream kernel(brief) block_time(18us)
__global__ void brief()
{
    spin_us(18);
}

int main()
{
    char *host, *device, *other;
    cudaStream_t a, b, c;
    cudaEvent_t e[4];
    cudaMallocHost(&host, BYTES);
    cudaMalloc(&device, BYTES);
    cudaMalloc(&other, BYTES);
    cudaStreamCreateWithPriority(&a, cudaStreamNonBlocking, MODE & 2 ? -4 : 0);
    cudaStreamCreateWithPriority(&b, cudaStreamNonBlocking, MODE & 2 ? -5 : 0);
    cudaStreamCreateWithFlags(&c, MODE & 4 ? cudaStreamDefault : cudaStreamNonBlocking);
    for (cudaEvent_t &event : e)
        cudaEventCreate(&event);
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) {
        slow<<<16, 512, 0, a>>>();
        slow<<<16, 512, 0, a>>>();
        if (MODE & 1)
            cudaEventRecord(e[0], a);
        cudaMemcpyAsync(host, device, BYTES / 50, cudaMemcpyDeviceToHost, a);
        if (MODE & 1)
            cudaEventRecord(e[1], a);
    }
    for (int i = 0; i < 3; i++) {
        brief<<<100, 128, 0, a>>>();
        if (MODE & 16) {
            cudaEventRecord(e[2], a);
            cudaMemsetAsync(other, 0, BYTES, a);
            cudaEventRecord(e[3], a);
        }
        if (MODE & 8)
            cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, b);
        cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, 0);
    }
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFree(other);
    cudaFreeHost(host);
    return 0;
}

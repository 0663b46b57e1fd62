// When is a copy's connection free again? Run with --copy-connections 2: b's copy waits for a
// kernel in one connection, a's moves in the other, c's small one is called a while later.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

__global__ void step()
{
    spin_us(400);
}

int main()
{
    cudaStream_t a, b, c;
    char *host, *device;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaMallocHost((void **)&host, 16 * MIB);
    cudaMalloc((void **)&device, 16 * MIB);
    cudaDeviceSynchronize();
    const double delays[] = {0, 1, 2, 4, 20, 100};
    for (int i = 0; i < 6; i++) {
        step<<<1, 64, 0, b>>>();
        cudaMemcpyAsync(device, host, 4096, cudaMemcpyHostToDevice, b);
        cudaMemcpyAsync(device, host, 12 * MIB, cudaMemcpyHostToDevice, a);
        if (delays[i] > 0)
            host_work_us(delays[i]);
        cudaMemcpyAsync(device, host, 70000, cudaMemcpyHostToDevice, c);
        cudaDeviceSynchronize();
    }
    return 0;
}

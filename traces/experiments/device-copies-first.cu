// What a copy on the device leaves for kernels that come while it runs (docs/semantics.md S6.4):
// small ones, ones with many blocks, and how long each takes then. 256 MiB take 126 us alone.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

__global__ void small()
{
    spin_us(20);
}

__global__ void wide()
{
    spin_us(20);
}

__global__ void full()
{
    spin_us(20);
}

cudaStream_t a, b;
char *device, *other;

void begin()
{
    cudaDeviceSynchronize();
    host_work_us(20);
}

void copy(size_t bytes)
{
    begin();
    cudaMemcpyAsync(other, device, bytes, cudaMemcpyDeviceToDevice, a);
    host_work_us(30);
}

void set(size_t bytes)
{
    begin();
    cudaMemsetAsync(device, 0, bytes, a);
    host_work_us(20);
}

int main()
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMalloc((void **)&device, 256 * MIB);
    cudaMalloc((void **)&other, 256 * MIB);
    for (int i = 0; i < 2; i++) {
        copy(256 * MIB), small<<<1, 64, 0, b>>>();
        copy(256 * MIB), wide<<<132, 64, 0, b>>>();
        copy(256 * MIB), wide<<<132, 256, 0, b>>>();
        copy(256 * MIB), full<<<132, 1024, 0, b>>>();
        set(256 * MIB), small<<<1, 64, 0, b>>>();
        set(256 * MIB), wide<<<132, 256, 0, b>>>();
        set(256 * MIB), full<<<132, 1024, 0, b>>>();
        // two of 8 MiB at once, behind kernels that end together
        begin();
        small<<<1, 64, 0, a>>>();
        small<<<1, 64, 0, b>>>();
        cudaMemcpyAsync(other, device, 8 * MIB, cudaMemcpyDeviceToDevice, a);
        cudaMemcpyAsync(other + 64 * MIB, device, 8 * MIB, cudaMemcpyDeviceToDevice, b);
    }
    cudaDeviceSynchronize();
    return 0;
}

// What carries out copies on the device and memsets (docs/semantics.md S6.4): the SM array, a copy
// engine, one machine or several. In each case the two operations run beside each other or one
// after the other; `fill` leaves no room on any SM.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

// 264 blocks of 1024 threads: two on each SM of an H200
__global__ void fill()
{
    spin_us(600);
}

// a block on each SM, with room left
__global__ void some()
{
    spin_us(300);
}

__global__ void gate()
{
    spin_us(60);
}

cudaStream_t a, b;
char *host, *device, *other, *third;

void begin()
{
    cudaDeviceSynchronize();
    host_work_us(20);
    gate<<<1, 64, 0, a>>>();
    gate<<<1, 64, 0, b>>>();
}

void copy(size_t bytes, cudaStream_t stream)
{
    cudaMemcpyAsync(other, device, bytes, cudaMemcpyDeviceToDevice, stream);
}

int main()
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMallocHost((void **)&host, 64 * MIB);
    cudaMalloc((void **)&device, 256 * MIB);
    cudaMalloc((void **)&other, 256 * MIB);
    cudaMalloc((void **)&third, 256 * MIB);

    // beside a kernel that fills all SMs
    const size_t sizes[] = {4, 65536, MIB, 64 * MIB, 256 * MIB};
    for (int i = 0; i < 5; i++) {
        cudaDeviceSynchronize();
        fill<<<264, 1024, 0, a>>>();
        host_work_us(50);
        copy(sizes[i], b);
        cudaDeviceSynchronize();
        fill<<<264, 1024, 0, a>>>();
        host_work_us(50);
        cudaMemsetAsync(device, 0, sizes[i], b);
    }
    // two copies on the device, two memsets, one of each
    begin();
    copy(256 * MIB, a);
    cudaMemcpyAsync(third, device, 256 * MIB, cudaMemcpyDeviceToDevice, b);
    begin();
    cudaMemsetAsync(device, 0, 256 * MIB, a);
    cudaMemsetAsync(third, 0, 256 * MIB, b);
    begin();
    copy(256 * MIB, a);
    cudaMemsetAsync(third, 0, 256 * MIB, b);
    // beside a copy in, and a copy out
    begin();
    cudaMemcpyAsync(third, host, 16 * MIB, cudaMemcpyHostToDevice, a);
    copy(256 * MIB, b);
    begin();
    copy(256 * MIB, b);
    cudaMemcpyAsync(host, third, 16 * MIB, cudaMemcpyDeviceToHost, a);
    begin();
    cudaMemcpyAsync(third, host, 16 * MIB, cudaMemcpyHostToDevice, a);
    cudaMemsetAsync(device, 0, 256 * MIB, b);
    // first a copy or memset, then a kernel that wants all SMs
    begin();
    copy(256 * MIB, a);
    fill<<<264, 1024, 0, b>>>();
    begin();
    cudaMemsetAsync(device, 0, 256 * MIB, a);
    fill<<<264, 1024, 0, b>>>();
    // beside a kernel that leaves room
    begin();
    some<<<132, 256, 0, a>>>();
    copy(256 * MIB, b);
    begin();
    some<<<132, 256, 0, a>>>();
    cudaMemsetAsync(device, 0, 256 * MIB, b);
    cudaDeviceSynchronize();
    return 0;
}

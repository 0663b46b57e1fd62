// The large kernel leaves a few SMs to others: 240 blocks of the 264 that fit, which do a little
// more each.
#include "nullstream.cuh"

#define BYTES (32 << 20)

__global__ void simulate()
{
    spin_us(1650);
}

__global__ void preview(float *out)
{
    spin_us(100);
}

int main()
{
    cudaStream_t large, small;
    float *device, *host;
    cudaStreamCreateWithFlags(&large, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&small, cudaStreamNonBlocking);
    cudaMalloc(&device, BYTES);
    cudaMallocHost(&host, BYTES);
    simulate<<<240, 1024, 0, large>>>();
    preview<<<16, 256, 0, small>>>(device);
    cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, small);
    cudaDeviceSynchronize();
    return 0;
}

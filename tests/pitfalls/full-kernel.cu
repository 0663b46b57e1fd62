// A small kernel whose result is wanted soon, in a stream of its own, waits until a large one that
// fills every SM lets it in.
#include "nullstream.cuh"

#define BYTES (32 << 20)

__global__ void simulate()
{
    spin_us(1500);
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
    simulate<<<264, 1024, 0, large>>>();
    preview<<<16, 256, 0, small>>>(device);
    cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, small);
    cudaDeviceSynchronize();
    return 0;
}

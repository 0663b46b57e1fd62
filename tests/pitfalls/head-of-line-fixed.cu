// The small kernel is launched before the one that does not fit yet.
#include "nullstream.cuh"

#define BYTES (32 << 20)

__global__ void first()
{
    spin_us(600);
}

__global__ void second()
{
    spin_us(300);
}

__global__ void third(float *out)
{
    spin_us(300);
}

int main()
{
    cudaStream_t a, b, c;
    float *device, *host;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaMalloc(&device, BYTES);
    cudaMallocHost(&host, BYTES);
    first<<<264, 768, 0, a>>>();
    third<<<16, 256, 0, c>>>(device);
    second<<<132, 1024, 0, b>>>();
    cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, c);
    cudaDeviceSynchronize();
    return 0;
}

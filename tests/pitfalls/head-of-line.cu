// Three kernels in three streams: the first takes three quarters of the device, the second does not
// fit beside it, and the third, which would, stands behind the second.
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
    second<<<132, 1024, 0, b>>>();
    third<<<16, 256, 0, c>>>(device);
    cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, c);
    cudaDeviceSynchronize();
    return 0;
}

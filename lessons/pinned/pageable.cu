// A kernel runs in stream a. A copy goes into stream b, and then a second kernel into stream c.
// The host's memory comes from malloc.
#include "nullstream.cuh"

const size_t BYTES = 16 << 20;

__global__ void k1() { spin_us(3000); }
__global__ void k2() { spin_us(3000); }

int main()
{
    char *host, *device;
    host = (char *)calloc(BYTES, 1);
    cudaMalloc(&device, BYTES);
    cudaStream_t a, b, c;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreate(&c);

    k1<<<20, 256, 0, a>>>();
    cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, b);
    k2<<<20, 256, 0, c>>>();
    cudaDeviceSynchronize();
    return 0;
}

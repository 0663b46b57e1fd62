// Memsets and copies on the device beside kernels: chains of set, copy and kernel in two streams.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t BYTES = 64 << 20;

__global__ void use(char *data)
{
    spin_us(60);
}

int main()
{
    cudaStream_t streams[2];
    char *from[2], *to[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaMalloc((void **)&from[i], BYTES);
        cudaMalloc((void **)&to[i], BYTES);
    }
    for (int n = 0; n < 6; n++) {
        int i = n % 2;
        cudaMemsetAsync(from[i], n, 4096 << n, streams[i]);
        cudaMemcpyAsync(to[i], from[i], BYTES, cudaMemcpyDeviceToDevice, streams[i]);
        use<<<16, 256, 0, streams[i]>>>(to[i]);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) {
        cudaFree(from[i]);
        cudaFree(to[i]);
    }
    return 0;
}

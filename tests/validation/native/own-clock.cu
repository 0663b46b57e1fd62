// Measures itself by the host's clock, and prints it: what an instrument adds to the wall time shows
// in the figure that the program prints under it.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const size_t BYTES = 1 << 20;

__global__ void step()
{
    spin_us(10);
}

int main()
{
    cudaStream_t stream;
    char *host, *device;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocHost((void **)&host, BYTES);
    cudaMalloc((void **)&device, BYTES);
    double start = host_time_us();
    for (int i = 0; i < 40; i++) {
        cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, stream);
        step<<<8, 128, 0, stream>>>();
        step<<<8, 128, 0, stream>>>();
    }
    cudaStreamSynchronize(stream);
    printf("%.3f\n", host_time_us() - start);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}

// What a first CUDA program does: cudaMemcpy in, a kernel, cudaMemcpy out, from pinned and from
// pageable memory, each call after the one before.
#include <cuda_runtime.h>
#include <string.h>

#include "nullstream.cuh"

const size_t BYTES = 8 << 20;

__global__ void process(char *data)
{
    spin_us(200);
}

int main()
{
    static char pageable[BYTES];
    char *pinned, *device;
    cudaMallocHost((void **)&pinned, BYTES);
    cudaMalloc((void **)&device, BYTES);
    memset(pageable, 1, BYTES);
    cudaMemcpy(device, pinned, BYTES, cudaMemcpyHostToDevice);
    process<<<132, 256>>>(device);
    cudaMemcpy(pinned, device, BYTES, cudaMemcpyDeviceToHost);
    cudaMemcpy(device, pageable, BYTES, cudaMemcpyHostToDevice);
    process<<<132, 256>>>(device);
    cudaMemcpy(pageable, device, BYTES, cudaMemcpyDeviceToHost);
    cudaFreeHost(pinned);
    cudaFree(device);
    return 0;
}

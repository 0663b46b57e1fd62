// Where does a small copy in of pageable memory go that waits for a kernel, while an engine is busy
// with another stream's copies?
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

#ifndef BYTES
#define BYTES 51 * 1024
#endif
#ifndef PINNED
#define PINNED 0
#endif
#ifndef MIXED
#define MIXED 0 // 1: small copies between the large ones
#endif

const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t s, other;
    char *pinned, *pageable, *device;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMallocHost((void **)&pinned, 8 * MIB);
    cudaMalloc((void **)&device, 8 * MIB);
    pageable = (char *)malloc(MIB);
    memset(pageable, 1, MIB);
    cudaDeviceSynchronize();

    spin<<<1, 64, 0, s>>>(200);
    for (int i = 0; i < 4; i++) {
        if (MIXED)
            cudaMemcpyAsync(device, pinned, 8 * KIB, cudaMemcpyHostToDevice, other);
        cudaMemcpyAsync(device, pinned, 6 * MIB, cudaMemcpyHostToDevice, other);
        if (i < 2) {
            cudaMemcpyAsync(device + 7 * MIB, PINNED ? pinned + 7 * MIB : pageable, BYTES, cudaMemcpyHostToDevice, s);
            spin<<<1, 64, 0, s>>>(150);
        }
    }
    cudaDeviceSynchronize();
    return 0;
}

// On what do the rates of copies both ways go: the size of a copy, how much memory the copies walk through, or
// how long they have gone on? 24 copies of BYTES each way at once; copies in walk through IN, copies out through
// OUT bytes of pinned memory, again and again.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#define COUNT 24
#define MIBS 16
#define IN 16
#define OUT 16

const size_t MIB = 1 << 20;

int main()
{
    cudaStream_t a, b;
    char *in, *out, *to, *from;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMallocHost((void **)&in, 512 * MIB);
    cudaMallocHost((void **)&out, 512 * MIB);
    cudaMalloc((void **)&to, 512 * MIB);
    cudaMalloc((void **)&from, 512 * MIB);
    cudaDeviceSynchronize();
    for (int k = 0; k < COUNT; k++) {
        cudaMemcpyAsync(to, in + k * MIBS % IN * MIB, MIBS * MIB, cudaMemcpyHostToDevice, a);
        cudaMemcpyAsync(out + k * MIBS % OUT * MIB, from, MIBS * MIB, cudaMemcpyDeviceToHost, b);
    }
    cudaDeviceSynchronize();
    return 0;
}

// A program with two outcomes: two streams whose copies become ready within the time in which the
// copy engine looks for work (2 to 9 us, wait-length.cu). Whose copy is first decides the wall
// time: behind the long copy, b's long kernel starts 300 us later. LEAD: by how many us a's kernel
// ends before b's. SWAP: b's copy is issued first. With ROUNDS it prints how often the short
// outcome came for leads from -12 to 4 us.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

#ifndef LEAD
#define LEAD 0
#endif
#ifndef SWAP
#define SWAP 0
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
const size_t MIB = 1 << 20;

__global__ void first(double us)
{
    spin_us(us);
}

__global__ void second(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t a, b;
    char *host, *device;
    cudaMallocHost((void **)&host, 16 * MIB);
    cudaMalloc((void **)&device, 16 * MIB);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    const int from = ROUNDS > 1 ? -12 : LEAD, to = ROUNDS > 1 ? 4 : LEAD;
    for (int lead = from; lead <= to; ++lead) {
        int quick = 0;
        for (int i = 0; i < ROUNDS; i++) {
            double start = host_time_us();
            first<<<1, 64, 0, a>>>(203 - lead);
            first<<<1, 64, 0, b>>>(200);
            if (SWAP)
                cudaMemcpyAsync(device, host, MIB, cudaMemcpyHostToDevice, b);
            cudaMemcpyAsync(device, host, 16 * MIB, cudaMemcpyHostToDevice, a);
            if (!SWAP)
                cudaMemcpyAsync(device, host, MIB, cudaMemcpyHostToDevice, b);
            second<<<1, 64, 0, a>>>(100);
            second<<<1, 64, 0, b>>>(600);
            cudaDeviceSynchronize();
            quick += host_time_us() - start < 1000;
        }
        if (ROUNDS > 1)
            printf("a ends %3d us before b: %2d of %d below 1000 us\n", lead, quick, ROUNDS);
    }
    return 0;
}

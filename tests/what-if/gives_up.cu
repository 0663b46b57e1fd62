/* Gives up early on a device with less memory, which takes no time at all. */
#include <cuda_runtime.h>
#include <stdlib.h>

#pragma nullstream kernel(step) time(300us)
__global__ void step(float *a) { a[threadIdx.x] = 1; }

#ifndef MIB
#define MIB 40000
#endif

int main(void)
{
    float *a;
    size_t left, all;
    cudaMemGetInfo(&left, &all);
    cudaMalloc(&a, 4096);
    step<<<1, 256>>>(a);
    cudaDeviceSynchronize();
    if (left < ((size_t)MIB << 20))
        exit(7);
    for (int i = 0; i < 3; i++)
        step<<<1, 256>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
    return MIB == 1 ? 3 : 0;
}

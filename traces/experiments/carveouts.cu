// When a kernel starts on SMs that another kernel uses with another division of shared memory and
// L1 (docs/semantics.md S5.2): `first` has one block of 64 threads and FIRST bytes on each SM,
// `second` follows 30 us later with SECOND bytes. There is room for both by the numbers in each
// case.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int SIZES = 7;
const int sizes[SIZES] = {0, 4096, 20000, 40000, 80000, 100000, 110000};

__global__ void first()
{
    spin_us(100);
}

__global__ void second()
{
    spin_us(20);
}

int main()
{
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaFuncSetAttribute(first, cudaFuncAttributeMaxDynamicSharedMemorySize, 110000);
    cudaFuncSetAttribute(second, cudaFuncAttributeMaxDynamicSharedMemorySize, 110000);
    for (int i = 0; i < SIZES; i++)
        for (int j = 0; j < SIZES; j++) {
            first<<<132, 64, sizes[i], a>>>();
            host_work_us(30);
            second<<<132, 64, sizes[j], b>>>();
            cudaDeviceSynchronize();
        }
    return 0;
}

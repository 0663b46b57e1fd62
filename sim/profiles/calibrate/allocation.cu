// What allocating, registering and freeing cost the host, on an idle device.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>

#include "nullstream.cuh"

const int TIMES = 4;
const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    const size_t sizes[] = {4 * KIB, MIB, 4 * MIB, 16 * MIB, 64 * MIB, 256 * MIB};
    char *memory, *second, *pageable = (char *)malloc(64 * MIB);
    cudaStream_t s;
    cudaStreamCreate(&s);
    spin<<<1, 64, 0, s>>>(10);
    cudaDeviceSynchronize();
    nvtxRangePush("allocation");
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < TIMES; j++) {
            cudaMalloc((void **)&memory, sizes[i]);
            cudaFree(memory);
        }
    // Nothing below 2 MiB takes less. Without 4 MiB: what that leaves behind makes the small ones cheap
    // in the next run.
    const size_t host_sizes[] = {4 * KIB, MIB, 2 * MIB, 16 * MIB};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < TIMES; j++) {
            cudaMallocHost((void **)&memory, host_sizes[i]);
            cudaFreeHost(memory);
        }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < TIMES; j++) {
            cudaHostRegister(pageable, sizes[i], cudaHostRegisterDefault);
            cudaHostUnregister(pageable);
        }
    nvtxRangePop();
    // The pool is empty again after a synchronize; a second piece is cut from what the first leaves; what
    // is freed and had again without a synchronize is reused.
    nvtxRangePush("pool");
    for (int j = 0; j < 3 * TIMES; j++) {
        cudaMallocAsync((void **)&memory, MIB, s);
        cudaMallocAsync((void **)&second, MIB, s);
        cudaFreeAsync(second, s);
        cudaFreeAsync(memory, s);
        cudaMallocAsync((void **)&memory, MIB, s);
        cudaFreeAsync(memory, s);
        cudaStreamSynchronize(s);
    }
    nvtxRangePop();
    spin<<<1, 64, 0, s>>>(10);
    cudaDeviceSynchronize();
    return 0;
}

// How long a copy in waits for the engine, which clears device memory that was freed: behind a free of
// 64 and of 256 MiB, and without one.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 6;
const size_t KIB = 1 << 10, MIB = 1 << 20;

int main()
{
    cudaStream_t s;
    char *memory, *device, *pinned;
    cudaStreamCreate(&s);
    cudaMallocHost((void **)&pinned, MIB);
    cudaMalloc((void **)&device, MIB);
    cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
    for (int i = 0; i < TIMES; i++) {
        const char *const names[] = {"none", "some", "much"};
        for (int j = 0; j < 3; j++) {
            if (j > 0)
                cudaMalloc((void **)&memory, 64 * MIB << 2 * (j - 1));
            host_work_us(1500);
            nvtxRangePush(names[j]);
            if (j > 0)
                cudaFree(memory);
            cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
            cudaStreamSynchronize(s);
            nvtxRangePop();
        }
    }
    cudaFree(device);
    cudaFreeHost(pinned);
    return 0;
}

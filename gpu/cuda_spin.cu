#include "gpu/cuda_spin.h"

static __device__ __forceinline__ unsigned long long global_ns()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

/* One thread spins and the others wait for it at the barrier: 2048 threads of an SM that all read
 * the timer made blocks of 400 us take 447 us on an H200. The loop is bounded by the clock and by
 * turns: a turn takes more than 10 ns. */
static __global__ void spin(long long block_ns, struct spin_stamp *stamps)
{
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        const unsigned long long start = global_ns();
        const long long most = block_ns < 1000000000LL ? block_ns : 1000000000LL;
        for (int turn = 0; turn < 100000000; turn++)
            if ((long long)(global_ns() - start) >= most)
                break;
        if (stamps) {
            const size_t block =
                blockIdx.x + (size_t)gridDim.x * (blockIdx.y + (size_t)gridDim.y * blockIdx.z);
            unsigned int sm;
            asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
            stamps[block].start = start;
            stamps[block].end = global_ns();
            stamps[block].sm = sm;
        }
    }
    __syncthreads();
}

extern "C" cudaError_t spin_launch(const struct spin_launch *launch, cudaStream_t stream)
{
    long long block_ns = launch->block_ns;
    struct spin_stamp *stamps = launch->stamps;
    void *args[] = {&block_ns, &stamps};
    return cudaLaunchKernel((const void *)spin, launch->grid, launch->block, args,
                            launch->shared_bytes, stream);
}

extern "C" cudaError_t spin_prepare(int *registers)
{
    int most = 0;
    cudaError_t error =
        cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    if (error == cudaSuccess)
        error = cudaFuncSetAttribute((const void *)spin,
                                     cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    struct cudaFuncAttributes attributes;
    if (error == cudaSuccess)
        error = cudaFuncGetAttributes(&attributes, (const void *)spin);
    if (error == cudaSuccess)
        *registers = attributes.numRegs;
    return error;
}

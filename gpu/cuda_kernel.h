/* The kernel that stands for every kernel: blocks that take a given time, or that do a given amount
 * of arithmetic and memory traffic, with the registers and shared memory of the one they stand for.
 */
#ifndef GPU_CUDA_KERNEL_H
#define GPU_CUDA_KERNEL_H

#include "gpu/device.h"

#include <cuda_runtime_api.h>
#ifdef __cplusplus
extern "C" {
#endif

/* The instantiations, and the memory that kernels by work read. */
struct cuda_kernels {
    int registers[96];     /* of a thread, by instantiation, as the hardware gives them out */
    void *buffer;          /* device memory; NULL as long as no launch has bytes */
    uint64_t buffer_bytes; /* a power of two */
    uint64_t launches;     /* with bytes, so far: each reads at a place of its own */
};

/* Finds the instantiations and allows them the most shared memory. This and the others return what
 * the CUDA call that failed returned. */
cudaError_t cuda_kernels_init(struct cuda_kernels *kernels);

/* To be called before the first launch of its kind. *blocks of what stands for it fit an SM. The
 * first with bytes allocates what is read: several times the level 2 cache, so that it comes from
 * memory, and leaves `spared` bytes free. cudaErrorInvalidValue when a thread would have more to do
 * than kernel_work.h allows, cudaErrorInvalidDeviceFunction when nothing has so many registers. */
cudaError_t cuda_kernels_prepare(struct cuda_kernels *kernels, const struct device_launch *launch,
                                 uint64_t spared, int *blocks);

/* Without attributes by cudaLaunchKernel, else by cudaLaunchKernelExC. */
cudaError_t cuda_kernels_launch(struct cuda_kernels *kernels, const struct device_launch *launch,
                                cudaStream_t stream);

/* What stands for the program's own where a call asks about a kernel or a symbol. */
const void *cuda_kernels_function(void);
const void *cuda_kernels_symbol(void);
cudaError_t cuda_kernels_potential(int *grid, int *block, size_t shared_bytes);

void cuda_kernels_release(struct cuda_kernels *kernels);

#ifdef __cplusplus
}
#endif

#endif

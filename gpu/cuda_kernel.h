/* The kernel that stands for every kernel: blocks that take a given time, or that do a given amount
 * of arithmetic and memory traffic, with the registers and shared memory of the one they stand for.
 */
#ifndef GPU_CUDA_KERNEL_H
#define GPU_CUDA_KERNEL_H

#include "gpu/kernel_work.h"

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When and where one block ran; ns of %globaltimer. */
struct kernel_stamp {
    uint64_t start, end;
    uint32_t sm, unused;
};

/* The instantiations, and the memory that kernels by work read. */
struct cuda_kernels {
    int registers[64];     /* of a thread, by instantiation */
    void *buffer;          /* device memory; NULL as long as no launch has bytes */
    uint64_t buffer_bytes; /* a power of two */
    uint64_t launches;     /* with bytes, so far: each reads at a place of its own */
};

struct kernel_launch {
    dim3 grid, block;
    unsigned int shared_bytes; /* all of it dynamic */
    int registers;             /* of a thread */
    int carveout;              /* preferred, percent of the largest; -1: none */
    int priority;              /* of this launch; INT32_MIN: the stream's */
    unsigned int cluster;      /* blocks of a cluster, along x; 0 and 1: none */
    bool cooperative;
    int64_t block_ns;            /* of one block, at most a second is taken; -1: by work */
    struct kernel_work work;     /* for block_ns -1 */
    struct kernel_stamp *stamps; /* device memory, of the first blocks by their index; or NULL */
    size_t stamp_count;
};

/* To be called once, before any launch: finds the instantiations and loads them. With `bytes`, also
 * the buffer, which is several times as large as the level 2 cache, so that what is read comes from
 * memory. Returns what the failing call returned. */
cudaError_t cuda_kernels_init(struct cuda_kernels *kernels, bool bytes);

/* What stands for the launch: *registers of a thread as the hardware gives them out, and how many
 * *blocks of it fit an SM. cudaErrorInvalidDeviceFunction when nothing has so many registers. */
cudaError_t cuda_kernels_fit(const struct cuda_kernels *kernels, const struct kernel_launch *launch,
                             int *registers, int *blocks);

/* Launches and returns what the launch returned. */
cudaError_t cuda_kernels_launch(struct cuda_kernels *kernels, const struct kernel_launch *launch,
                                cudaStream_t stream);

void cuda_kernels_release(struct cuda_kernels *kernels);

#ifdef __cplusplus
}
#endif

#endif

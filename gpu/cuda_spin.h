/* The kernel that stands for every kernel: blocks that take a given time. */
#ifndef GPU_CUDA_SPIN_H
#define GPU_CUDA_SPIN_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When and where one block ran; ns of %globaltimer. */
struct spin_stamp {
    unsigned long long start, end;
    unsigned int sm, unused;
};

struct spin_launch {
    dim3 grid, block;
    unsigned int shared_bytes; /* dynamic */
    long long block_ns;        /* at most a second is taken */
    struct spin_stamp *stamps; /* one a block, or NULL */
};

/* Launches and returns what cudaLaunchKernel returns. */
cudaError_t spin_launch(const struct spin_launch *launch, cudaStream_t stream);

/* To be called once before any launch: allows the most shared memory and loads the kernel.
 * *registers is what a thread of it takes. */
cudaError_t spin_prepare(int *registers);

#ifdef __cplusplus
}
#endif

#endif

/* Copies, memsets and prefetches as CUDA calls. */
#ifndef GPU_CUDA_COPY_H
#define GPU_CUDA_COPY_H

#include "gpu/device.h"

#include <cuda_runtime_api.h>

/* The call that a program makes for it; synchronous ones go through the legacy stream. */
cudaError_t cuda_copy(const struct device_copy *copy, cudaStream_t stream);

/* A synchronous one as a program makes it that is compiled for per-thread default streams. */
cudaError_t cuda_copy_per_thread(const struct device_copy *copy);

#endif

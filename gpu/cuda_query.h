/* Calls that ask or set something, as CUDA calls. */
#ifndef GPU_CUDA_QUERY_H
#define GPU_CUDA_QUERY_H

#include "gpu/device.h"

#include <cuda_runtime_api.h>

/* Makes the call for its time: what the program would have got is known. What asks about the
 * program's own kernels and symbols asks about the kernel that stands for them.
 * cudaErrorNotSupported for a call that is no query. */
cudaError_t cuda_query(const struct device_query *query);

#endif

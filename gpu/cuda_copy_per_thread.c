/* The synchronous calls as nvcc --default-stream per-thread compiles them: the macro makes the
 * header declare those names. */
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "gpu/cuda_copy.h"

cudaError_t cuda_copy_per_thread(const struct device_copy *copy)
{
    static const enum cudaMemcpyKind kinds[] = {
        [COPY_H2D] = cudaMemcpyHostToDevice,   [COPY_D2H] = cudaMemcpyDeviceToHost,
        [COPY_D2D] = cudaMemcpyDeviceToDevice, [COPY_P2P] = cudaMemcpyDeviceToDevice,
        [COPY_H2H] = cudaMemcpyHostToHost,
    };
    bool flat = copy->rows <= 1;
    if (copy->peer)
        return cudaMemcpyPeer(copy->dst, 0, copy->src, 0, copy->bytes);
    if (copy->kind == COPY_MEMSET)
        return flat
                   ? cudaMemset(copy->dst, copy->value, copy->bytes)
                   : cudaMemset2D(copy->dst, copy->dst_pitch, copy->value, copy->bytes, copy->rows);
    return flat ? cudaMemcpy(copy->dst, copy->src, copy->bytes, kinds[copy->kind])
                : cudaMemcpy2D(copy->dst, copy->dst_pitch, copy->src, copy->src_pitch, copy->bytes,
                               copy->rows, kinds[copy->kind]);
}

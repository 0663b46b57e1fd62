#include "gpu/cuda_copy.h"

static const enum cudaMemcpyKind kinds[] = {
    [COPY_H2D] = cudaMemcpyHostToDevice,   [COPY_D2H] = cudaMemcpyDeviceToHost,
    [COPY_D2D] = cudaMemcpyDeviceToDevice, [COPY_P2P] = cudaMemcpyDeviceToDevice,
    [COPY_H2H] = cudaMemcpyHostToHost,
};

static cudaError_t prefetch(const struct device_copy *copy, cudaStream_t stream)
{
    struct cudaMemLocation location = {.type = cudaMemLocationTypeHost};
    if (copy->kind == COPY_H2D)
        location = (struct cudaMemLocation){.type = cudaMemLocationTypeDevice, .id = 0};
    return cudaMemPrefetchAsync(copy->dst, copy->bytes, location, 0, stream);
}

cudaError_t cuda_copy(const struct device_copy *copy, cudaStream_t stream)
{
    bool flat = copy->rows <= 1;
    if (copy->prefetch)
        return prefetch(copy, stream);
    if (copy->peer)
        return copy->synchronous
                   ? cudaMemcpyPeer(copy->dst, 0, copy->src, 0, copy->bytes)
                   : cudaMemcpyPeerAsync(copy->dst, 0, copy->src, 0, copy->bytes, stream);
    if (copy->kind == COPY_MEMSET && copy->synchronous)
        return flat
                   ? cudaMemset(copy->dst, copy->value, copy->bytes)
                   : cudaMemset2D(copy->dst, copy->dst_pitch, copy->value, copy->bytes, copy->rows);
    if (copy->kind == COPY_MEMSET)
        return flat ? cudaMemsetAsync(copy->dst, copy->value, copy->bytes, stream)
                    : cudaMemset2DAsync(copy->dst, copy->dst_pitch, copy->value, copy->bytes,
                                        copy->rows, stream);
    if (copy->synchronous)
        return flat ? cudaMemcpy(copy->dst, copy->src, copy->bytes, kinds[copy->kind])
                    : cudaMemcpy2D(copy->dst, copy->dst_pitch, copy->src, copy->src_pitch,
                                   copy->bytes, copy->rows, kinds[copy->kind]);
    return flat ? cudaMemcpyAsync(copy->dst, copy->src, copy->bytes, kinds[copy->kind], stream)
                : cudaMemcpy2DAsync(copy->dst, copy->dst_pitch, copy->src, copy->src_pitch,
                                    copy->bytes, copy->rows, kinds[copy->kind], stream);
}

#include "gpu/cuda_query.h"

#include <string.h>

static cudaError_t stream_attribute(const struct device_query *query)
{
    cudaStream_t stream = (cudaStream_t)query->stream;
    cudaStreamAttrValue value;
    memset(&value, 0, sizeof value);
    switch (query->call) {
    case CALL_cudaStreamSetAttribute:
        if (query->count != cudaLaunchAttributePriority)
            return cudaSuccess;
        value.priority = (int)query->value;
        return cudaStreamSetAttribute(stream, cudaLaunchAttributePriority, &value);
    case CALL_cudaStreamGetAttribute:
        return cudaStreamGetAttribute(stream, cudaLaunchAttributePriority, &value);
    default:
        return cudaStreamCopyAttributes(stream, (cudaStream_t)query->from);
    }
}

cudaError_t cuda_query(const struct device_query *query)
{
    cudaStream_t stream = (cudaStream_t)query->stream;
    struct cudaDeviceProp properties;
    struct cudaPointerAttributes attributes;
    unsigned int flags;
    unsigned long long id;
    size_t size, total;
    int number, other;
    cudaMemPool_t pool;
    switch (query->call) {
    case CALL_cudaStreamGetFlags:
        return cudaStreamGetFlags(stream, &flags);
    case CALL_cudaStreamGetPriority:
        return cudaStreamGetPriority(stream, &number);
    case CALL_cudaStreamGetId:
        return cudaStreamGetId(stream, &id);
    case CALL_cudaStreamSetAttribute:
    case CALL_cudaStreamGetAttribute:
    case CALL_cudaStreamCopyAttributes:
        return stream_attribute(query);
    case CALL_cudaStreamAttachMemAsync:
        return cudaStreamAttachMemAsync(stream, query->pointer, 0, cudaMemAttachGlobal);
    case CALL_cudaMemGetInfo:
        return cudaMemGetInfo(&size, &total);
    case CALL_cudaPointerGetAttributes:
        return cudaPointerGetAttributes(&attributes, query->pointer);
    case CALL_cudaDeviceGetDefaultMemPool:
        return cudaDeviceGetDefaultMemPool(&pool, 0);
    case CALL_cudaDeviceGetMemPool:
        return cudaDeviceGetMemPool(&pool, 0);
    case CALL_cudaGetDeviceCount:
        return cudaGetDeviceCount(&number);
    case CALL_cudaGetDevice:
        return cudaGetDevice(&number);
    case CALL_cudaSetDevice:
        return cudaSetDevice(0);
    case CALL_cudaGetDeviceProperties:
        return cudaGetDeviceProperties(&properties, 0);
    case CALL_cudaDeviceGetAttribute:
        return cudaDeviceGetAttribute(&number, (enum cudaDeviceAttr)query->count, 0);
    case CALL_cudaDeviceGetStreamPriorityRange:
        return cudaDeviceGetStreamPriorityRange(&number, &other);
    case CALL_cudaSetDeviceFlags:
        return cudaSetDeviceFlags((unsigned int)query->value);
    case CALL_cudaGetDeviceFlags:
        return cudaGetDeviceFlags(&flags);
    case CALL_cudaDriverGetVersion:
        return cudaDriverGetVersion(&number);
    case CALL_cudaRuntimeGetVersion:
        return cudaRuntimeGetVersion(&number);
    case CALL_cudaDeviceGetLimit:
        return cudaDeviceGetLimit(&size, (enum cudaLimit)query->count);
    case CALL_cudaGetLastError:
        return cudaGetLastError();
    case CALL_cudaPeekAtLastError:
        return cudaPeekAtLastError();
    default: /* nothing, or something of the program's own kernels */
        return cudaSuccess;
    }
}

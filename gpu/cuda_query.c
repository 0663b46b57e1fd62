#include "gpu/cuda_query.h"

#include "gpu/cuda_kernel.h"

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

static cudaError_t pool_attribute(const struct device_query *query)
{
    cudaMemPool_t pool = (cudaMemPool_t)query->pool;
    unsigned long long value = 0; /* as large as any attribute */
    int flag = query->value != 0;
    cudaError_t error = pool ? cudaSuccess : cudaDeviceGetDefaultMemPool(&pool, 0);
    if (error != cudaSuccess)
        return error;
    enum cudaMemPoolAttr attribute = (enum cudaMemPoolAttr)query->count;
    if (query->call == CALL_cudaMemPoolGetAttribute)
        return cudaMemPoolGetAttribute(pool, attribute, &value);
    if (attribute > cudaMemPoolReuseAllowInternalDependencies)
        return cudaMemPoolSetAttribute(pool, attribute, &value); /* a high-water mark, to 0 */
    /* The default pool is there for the next program too. */
    return query->pool ? cudaMemPoolSetAttribute(pool, attribute, &flag) : cudaSuccess;
}

/* Of the kernel that stands for the program's. */
static cudaError_t kernel_query(const struct device_query *query)
{
    const void *kernel = cuda_kernels_function();
    struct cudaFuncAttributes attributes;
    int number, other, threads = (int)query->count;
    size_t size;
    switch (query->call) {
    case CALL_cudaFuncGetAttributes:
        return cudaFuncGetAttributes(&attributes, kernel);
    case CALL_cudaOccupancyMaxActiveBlocksPerMultiprocessor:
    case CALL_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags:
        return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&number, kernel, threads,
                                                             (size_t)query->value);
    case CALL_cudaOccupancyMaxPotentialBlockSize:
        return cuda_kernels_potential(&number, &other, (size_t)query->value);
    default:
        return cudaOccupancyAvailableDynamicSMemPerBlock(&size, kernel, (int)query->value, threads);
    }
}

static cudaError_t bus_query(enum call call)
{
    char bus[32];
    int device;
    cudaError_t error = cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
    return error == cudaSuccess && call == CALL_cudaDeviceGetByPCIBusId
               ? cudaDeviceGetByPCIBusId(&device, bus)
               : error;
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
    void *pointer;
    cudaMemPool_t pool;
    enum cudaFuncCache cache;
    enum cudaStreamCaptureStatus capturing;
    switch (query->call) {
    case CALL_cudaStreamGetFlags:
        return cudaStreamGetFlags(stream, &flags);
    case CALL_cudaStreamGetPriority:
        return cudaStreamGetPriority(stream, &number);
    case CALL_cudaStreamIsCapturing:
        return cudaStreamIsCapturing(stream, &capturing);
    case CALL_cudaStreamGetId:
        return cudaStreamGetId(stream, &id);
    case CALL_cudaStreamSetAttribute:
    case CALL_cudaStreamGetAttribute:
    case CALL_cudaStreamCopyAttributes:
        return stream_attribute(query);
    case CALL_cudaStreamGetDevice:
#if CUDART_VERSION >= 12080
        return cudaStreamGetDevice(stream, &number);
#else
        return cudaGetDevice(&number);
#endif
    case CALL_cudaStreamAttachMemAsync:
        return cudaStreamAttachMemAsync(stream, query->pointer, 0, cudaMemAttachGlobal);
    case CALL_cudaMemGetInfo:
        return cudaMemGetInfo(&size, &total);
    case CALL_cudaPointerGetAttributes:
        return cudaPointerGetAttributes(&attributes, query->pointer);
    case CALL_cudaHostGetDevicePointer:
        return cudaHostGetDevicePointer(&pointer, query->pointer, 0);
    case CALL_cudaHostGetFlags:
        return cudaHostGetFlags(&flags, query->pointer);
    case CALL_cudaGetSymbolAddress:
        return cudaGetSymbolAddress(&pointer, cuda_kernels_symbol());
    case CALL_cudaGetSymbolSize:
        return cudaGetSymbolSize(&size, cuda_kernels_symbol());
    case CALL_cudaMemPoolGetAttribute:
    case CALL_cudaMemPoolSetAttribute:
        return pool_attribute(query);
    case CALL_cudaDeviceGetDefaultMemPool:
        return cudaDeviceGetDefaultMemPool(&pool, 0);
    case CALL_cudaDeviceGetMemPool:
        return cudaDeviceGetMemPool(&pool, 0);
    case CALL_cudaFuncGetAttributes:
    case CALL_cudaOccupancyMaxActiveBlocksPerMultiprocessor:
    case CALL_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags:
    case CALL_cudaOccupancyMaxPotentialBlockSize:
    case CALL_cudaOccupancyAvailableDynamicSMemPerBlock:
        return kernel_query(query);
    case CALL_cudaGetDeviceCount:
        return cudaGetDeviceCount(&number);
    case CALL_cudaGetDevice:
        return cudaGetDevice(&number);
    case CALL_cudaSetDevice:
        return cudaSetDevice(0);
    case CALL_cudaInitDevice:
        return cudaInitDevice(0, 0, 0);
    case CALL_cudaChooseDevice:
        memset(&properties, 0, sizeof properties);
        return cudaChooseDevice(&number, &properties);
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
    case CALL_cudaDeviceGetCacheConfig:
        return cudaDeviceGetCacheConfig(&cache);
    case CALL_cudaDeviceGetPCIBusId:
    case CALL_cudaDeviceGetByPCIBusId:
        return bus_query(query->call);
    case CALL_cudaDeviceCanAccessPeer:
        return cudaDeviceCanAccessPeer(&number, 0, 0);
    case CALL_cudaCtxResetPersistingL2Cache:
        return cudaCtxResetPersistingL2Cache();
    case CALL_cudaGetLastError:
        return cudaGetLastError();
    case CALL_cudaPeekAtLastError:
        return cudaPeekAtLastError();
    /* Not made: what would outlast the run, in which other programs are measured after this one,
     * and means nothing to it (launches carry their own shared memory and carveout, allocations
     * name their pool); advice, which the record has not; what would switch the instrument; and
     * what is refused on one device. */
    case CALL_cudaDeviceSetLimit:
    case CALL_cudaDeviceSetCacheConfig:
    case CALL_cudaFuncSetCacheConfig:
    case CALL_cudaFuncSetAttribute:
    case CALL_cudaDeviceSetMemPool:
    case CALL_cudaMemAdvise:
    case CALL_cudaProfilerStart:
    case CALL_cudaProfilerStop:
    case CALL_cudaDeviceEnablePeerAccess:
    case CALL_cudaDeviceDisablePeerAccess:
        return cudaSuccess;
    default:
        return cudaErrorNotSupported;
    }
}

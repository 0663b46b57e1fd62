/* The call list: every call that a program can make, one row each.
 *
 * The row is the only place where a call's facts live: the enum, the built-in cuda_runtime.h that
 * scenarios are parsed against, the header that clang compiles them with, the program format, the
 * profile's host costs, `nullstream rules` and the manual all come from it. What a call *does*
 * stands in sim/runtime.
 *
 * Two truths (design section 5): `blocks` and `fences` say what is guaranteed (documented) and what
 * is observed on the hardware of the default rule set; `source` says where both come from: S n.n is
 * CUDA's own documentation as numbered in docs/semantics.md (RT: runtime API, SB: stream
 * synchronization behaviour, SA: API synchronization behaviour, PG: programming guide), H: measured
 * on an H200 (traces/).
 */
#ifndef SIM_MODEL_CALL_LIST_H
#define SIM_MODEL_CALL_LIST_H

/* What the `object` of a program record refers to (sim/model/program.h). */
enum call_object {
    OBJECT_NONE,
    OBJECT_STREAM, /* a row of program.streams, created or named by the call */
    OBJECT_EVENT,  /* program.events */
    OBJECT_LAUNCH, /* program.launches */
    OBJECT_COPY,   /* program.copies: copies and memsets */
    OBJECT_ALLOC,  /* program.allocs */
    OBJECT_HOSTFN, /* program.hostfns */
    OBJECT_POOL,   /* program.pools */
    OBJECT_KERNEL, /* program.kernels */
    OBJECT_THREAD, /* program.threads */
    OBJECT_LOCK,   /* a lock's number */
    OBJECT_NAME,   /* an interned name: a range, a variable */
};

enum call_state {
    CALL_MODELLED,
    CALL_GRAPH,   /* graphs come later: an error at its source line */
    CALL_DEVICES, /* several devices come later: likewise, unless it names device 0 */
};

enum call_blocks {
    BLOCKS_NEVER,
    BLOCKS_DEVICE, /* until all work of the device is done */
    BLOCKS_STREAM, /* until all work of the stream is done */
    BLOCKS_EVENT,  /* until the captured record is done */
    BLOCKS_COPY,   /* by direction and kind of host memory: see `rules` and S2.1 */
    BLOCKS_MAY,    /* documentation allows it and does not promise it */
    BLOCKS_HOST,   /* on another host thread: join, lock */
    BLOCKS_OUT,    /* while the device copies to the host, for no other work */
};

enum call_fences {
    FENCES_NO,
    FENCES_LEGACY, /* in the legacy stream: a barrier to all blocking streams, both ways (S1.2) */
    FENCES_DEVICE, /* later work of the device waits too */
};

/* CALL(name, parameters as in C++, object, state, blocks guaranteed, blocks observed,
 *      fences guaranteed, fences observed, source)
 * All return cudaError_t. Rows of one group stand together; the groups are in CALL_GROUPS order. */
#define CALL_LIST_STREAMS(CALL)                                                                    \
    CALL(cudaStreamCreate, "cudaStream_t *pStream", STREAM, MODELLED, NEVER, NEVER, NO, NO,        \
         "RT; H")                                                                                  \
    CALL(cudaStreamCreateWithFlags, "cudaStream_t *pStream, unsigned int flags", STREAM, MODELLED, \
         NEVER, NEVER, NO, NO, "RT; H")                                                            \
    CALL(cudaStreamCreateWithPriority, "cudaStream_t *pStream, unsigned int flags, int priority",  \
         STREAM, MODELLED, NEVER, NEVER, NO, NO, "RT; S1.12")                                      \
    CALL(cudaStreamDestroy, "cudaStream_t stream", STREAM, MODELLED, NEVER, NEVER, NO, NO,         \
         "RT: resources released when its work is done")                                           \
    CALL(cudaStreamQuery, "cudaStream_t stream", STREAM, MODELLED, NEVER, NEVER, NO, NO, "RT")     \
    CALL(cudaStreamSynchronize, "cudaStream_t stream", STREAM, MODELLED, STREAM, STREAM, NO, NO,   \
         "RT")                                                                                     \
    CALL(cudaStreamWaitEvent, "cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0",    \
         EVENT, MODELLED, NEVER, NEVER, LEGACY, LEGACY, "SB; S4.2; H")                             \
    CALL(cudaStreamGetFlags, "cudaStream_t hStream, unsigned int *flags", STREAM, MODELLED, NEVER, \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaStreamGetPriority, "cudaStream_t hStream, int *priority", STREAM, MODELLED, NEVER,    \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaStreamGetId, "cudaStream_t hStream, unsigned long long *streamId", STREAM, MODELLED,  \
         NEVER, NEVER, NO, NO, "RT")                                                               \
    CALL(cudaStreamGetDevice, "cudaStream_t hStream, int *device", STREAM, MODELLED, NEVER, NEVER, \
         NO, NO, "RT")                                                                             \
    CALL(cudaStreamCopyAttributes, "cudaStream_t dst, cudaStream_t src", STREAM, MODELLED, NEVER,  \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaStreamGetAttribute,                                                                   \
         "cudaStream_t hStream, cudaStreamAttrID attr, cudaStreamAttrValue *value_out", STREAM,    \
         MODELLED, NEVER, NEVER, NO, NO, "RT")                                                     \
    CALL(cudaStreamSetAttribute,                                                                   \
         "cudaStream_t hStream, cudaStreamAttrID attr, const cudaStreamAttrValue *value", STREAM,  \
         MODELLED, NEVER, NEVER, NO, NO, "RT")                                                     \
    CALL(cudaStreamAttachMemAsync,                                                                 \
         "cudaStream_t stream, void *devPtr, size_t length = 0, unsigned int flags = "             \
         "cudaMemAttachSingle",                                                                    \
         ALLOC, MODELLED, NEVER, NEVER, LEGACY, LEGACY, "RT")                                      \
    CALL(cudaCtxResetPersistingL2Cache, "void", NONE, MODELLED, NEVER, NEVER, NO, NO, "RT")

#define CALL_LIST_EVENTS(CALL)                                                                     \
    CALL(cudaEventCreate, "cudaEvent_t *event", EVENT, MODELLED, NEVER, NEVER, NO, NO, "RT; H")    \
    CALL(cudaEventCreateWithFlags, "cudaEvent_t *event, unsigned int flags", EVENT, MODELLED,      \
         NEVER, NEVER, NO, NO, "RT; H")                                                            \
    CALL(cudaEventRecord, "cudaEvent_t event, cudaStream_t stream = 0", EVENT, MODELLED, NEVER,    \
         NEVER, LEGACY, LEGACY, "SB; S4.1; H")                                                     \
    CALL(cudaEventRecordWithFlags,                                                                 \
         "cudaEvent_t event, cudaStream_t stream = 0, unsigned int flags = 0", EVENT, MODELLED,    \
         NEVER, NEVER, LEGACY, LEGACY, "SB; S4.1; H")                                              \
    CALL(cudaEventQuery, "cudaEvent_t event", EVENT, MODELLED, NEVER, NEVER, NO, NO, "RT")         \
    CALL(cudaEventSynchronize, "cudaEvent_t event", EVENT, MODELLED, EVENT, EVENT, NO, NO, "RT")   \
    CALL(cudaEventElapsedTime, "float *ms, cudaEvent_t start, cudaEvent_t end", EVENT, MODELLED,   \
         NEVER, NEVER, NO, NO, "RT; S4.4")                                                         \
    CALL(cudaEventDestroy, "cudaEvent_t event", EVENT, MODELLED, NEVER, NEVER, NO, NO, "RT")

#define CALL_LIST_COPIES(CALL)                                                                     \
    CALL(cudaMemcpy, "void *dst, const void *src, size_t count, cudaMemcpyKind kind", COPY,        \
         MODELLED, COPY, COPY, LEGACY, LEGACY, "SA; S2.1")                                         \
    CALL(cudaMemcpyAsync,                                                                          \
         "void *dst, const void *src, size_t count, cudaMemcpyKind kind, cudaStream_t stream = 0", \
         COPY, MODELLED, COPY, COPY, LEGACY, LEGACY, "SA; S2.1 to S2.4; H")                        \
    CALL(cudaMemcpy2D,                                                                             \
         "void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, " \
         "cudaMemcpyKind kind",                                                                    \
         COPY, MODELLED, COPY, COPY, LEGACY, LEGACY, "SA; S2.1")                                   \
    CALL(cudaMemcpy2DAsync,                                                                        \
         "void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, " \
         "cudaMemcpyKind kind, cudaStream_t stream = 0",                                           \
         COPY, MODELLED, COPY, COPY, LEGACY, LEGACY, "SA; S2.1")                                   \
    CALL(cudaMemcpyPeer, "void *dst, int dstDevice, const void *src, int srcDevice, size_t count", \
         COPY, DEVICES, NEVER, NEVER, DEVICE, DEVICE, "RT; S2.1")                                  \
    CALL(cudaMemcpyPeerAsync,                                                                      \
         "void *dst, int dstDevice, const void *src, int srcDevice, size_t count, cudaStream_t "   \
         "stream = 0",                                                                             \
         COPY, DEVICES, NEVER, NEVER, LEGACY, LEGACY, "RT; S2.1")                                  \
    CALL(cudaMemcpyToSymbol,                                                                       \
         "const void *symbol, const void *src, size_t count, size_t offset = 0, cudaMemcpyKind "   \
         "kind = cudaMemcpyHostToDevice",                                                          \
         COPY, MODELLED, COPY, COPY, LEGACY, LEGACY, "SA; S2.1")                                   \
    CALL(cudaMemcpyToSymbolAsync,                                                                  \
         "const void *symbol, const void *src, size_t count, size_t offset, cudaMemcpyKind kind, " \
         "cudaStream_t stream = 0",                                                                \
         COPY, MODELLED, COPY, COPY, LEGACY, LEGACY, "SA; S2.1")                                   \
    CALL(cudaMemcpyFromSymbol,                                                                     \
         "void *dst, const void *symbol, size_t count, size_t offset = 0, cudaMemcpyKind kind = "  \
         "cudaMemcpyDeviceToHost",                                                                 \
         COPY, MODELLED, COPY, COPY, LEGACY, LEGACY, "SA; S2.1")                                   \
    CALL(cudaMemcpyFromSymbolAsync,                                                                \
         "void *dst, const void *symbol, size_t count, size_t offset, cudaMemcpyKind kind, "       \
         "cudaStream_t stream = 0",                                                                \
         COPY, MODELLED, COPY, COPY, LEGACY, LEGACY, "SA; S2.1")                                   \
    CALL(cudaMemset, "void *devPtr, int value, size_t count", COPY, MODELLED, COPY, COPY, LEGACY,  \
         LEGACY, "SA; H")                                                                          \
    CALL(cudaMemsetAsync, "void *devPtr, int value, size_t count, cudaStream_t stream = 0", COPY,  \
         MODELLED, NEVER, NEVER, LEGACY, LEGACY, "SA; H")                                          \
    CALL(cudaMemset2D, "void *devPtr, size_t pitch, int value, size_t width, size_t height", COPY, \
         MODELLED, COPY, COPY, LEGACY, LEGACY, "SA")                                               \
    CALL(cudaMemset2DAsync,                                                                        \
         "void *devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t "       \
         "stream = 0",                                                                             \
         COPY, MODELLED, NEVER, NEVER, LEGACY, LEGACY, "SA")

#define CALL_LIST_MEMORY(CALL)                                                                     \
    CALL(cudaMalloc, "void **devPtr, size_t size", ALLOC, MODELLED, MAY, OUT, NO, NO,              \
         "S3.1: documentation is silent; H: waits for copies out alone")                           \
    CALL(cudaMallocPitch, "void **devPtr, size_t *pitch, size_t width, size_t height", ALLOC,      \
         MODELLED, MAY, OUT, NO, NO, "S3.1: as cudaMalloc; H")                                     \
    CALL(cudaFree, "void *devPtr", ALLOC, MODELLED, MAY, DEVICE, NO, NO,                           \
         "RT: may synchronize; H: waits for the device")                                           \
    CALL(cudaMallocHost, "void **ptr, size_t size", ALLOC, MODELLED, MAY, OUT, NO, NO,             \
         "S3.1: documentation is silent; H: waits for copies out alone")                           \
    CALL(cudaHostAlloc, "void **pHost, size_t size, unsigned int flags", ALLOC, MODELLED, MAY,     \
         OUT, NO, NO, "S3.1: documentation is silent; H: waits for copies out alone")              \
    CALL(cudaFreeHost, "void *ptr", ALLOC, MODELLED, MAY, DEVICE, NO, NO,                          \
         "S3.1: documentation is silent; H: waits for the device")                                 \
    CALL(cudaHostRegister, "void *ptr, size_t size, unsigned int flags", ALLOC, MODELLED, MAY,     \
         NEVER, NO, NO, "S3.1: documentation is silent; H: does not wait")                         \
    CALL(cudaHostUnregister, "void *ptr", ALLOC, MODELLED, MAY, DEVICE, NO, NO,                    \
         "as cudaFreeHost; H")                                                                     \
    CALL(cudaHostGetDevicePointer, "void **pDevice, void *pHost, unsigned int flags", ALLOC,       \
         MODELLED, NEVER, NEVER, NO, NO, "RT")                                                     \
    CALL(cudaHostGetFlags, "unsigned int *pFlags, void *pHost", ALLOC, MODELLED, NEVER, NEVER, NO, \
         NO, "RT")                                                                                 \
    CALL(cudaMallocManaged,                                                                        \
         "void **devPtr, size_t size, unsigned int flags = cudaMemAttachGlobal", ALLOC, MODELLED,  \
         NEVER, NEVER, NO, NO, "RT")                                                               \
    CALL(cudaMemPrefetchAsync,                                                                     \
         "const void *devPtr, size_t count, cudaMemLocation location, unsigned int flags, "        \
         "cudaStream_t stream = 0",                                                                \
         COPY, MODELLED, NEVER, NEVER, LEGACY, LEGACY, "RT; H")                                    \
    CALL(cudaMemAdvise,                                                                            \
         "const void *devPtr, size_t count, cudaMemoryAdvise advice, cudaMemLocation location",    \
         ALLOC, MODELLED, NEVER, NEVER, NO, NO, "RT")                                              \
    CALL(cudaMallocAsync, "void **devPtr, size_t size, cudaStream_t hStream", ALLOC, MODELLED,     \
         NEVER, NEVER, LEGACY, LEGACY, "S3.1; S1.5; H")                                            \
    CALL(cudaMallocFromPoolAsync,                                                                  \
         "void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream", ALLOC, MODELLED,   \
         NEVER, NEVER, LEGACY, LEGACY, "S3.1; S1.5; H")                                            \
    CALL(cudaFreeAsync, "void *devPtr, cudaStream_t hStream", ALLOC, MODELLED, NEVER, NEVER,       \
         LEGACY, LEGACY, "S3.1; S1.5; H")                                                          \
    CALL(cudaMemPoolCreate, "cudaMemPool_t *memPool, const cudaMemPoolProps *poolProps", POOL,     \
         MODELLED, NEVER, NEVER, NO, NO, "RT")                                                     \
    CALL(cudaMemPoolDestroy, "cudaMemPool_t memPool", POOL, MODELLED, NEVER, NEVER, NO, NO, "RT")  \
    CALL(cudaMemPoolSetAttribute, "cudaMemPool_t memPool, cudaMemPoolAttr attr, void *value",      \
         POOL, MODELLED, NEVER, NEVER, NO, NO, "RT")                                               \
    CALL(cudaMemPoolGetAttribute, "cudaMemPool_t memPool, cudaMemPoolAttr attr, void *value",      \
         POOL, MODELLED, NEVER, NEVER, NO, NO, "RT")                                               \
    CALL(cudaMemPoolTrimTo, "cudaMemPool_t memPool, size_t minBytesToKeep", POOL, MODELLED, NEVER, \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaDeviceGetDefaultMemPool, "cudaMemPool_t *memPool, int device", POOL, DEVICES, NEVER,  \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaDeviceGetMemPool, "cudaMemPool_t *memPool, int device", POOL, DEVICES, NEVER, NEVER,  \
         NO, NO, "RT")                                                                             \
    CALL(cudaDeviceSetMemPool, "int device, cudaMemPool_t memPool", POOL, DEVICES, NEVER, NEVER,   \
         NO, NO, "RT")                                                                             \
    CALL(cudaMemGetInfo, "size_t *free, size_t *total", NONE, MODELLED, NEVER, NEVER, NO, NO, "H") \
    CALL(cudaPointerGetAttributes, "cudaPointerAttributes *attributes, const void *ptr", ALLOC,    \
         MODELLED, NEVER, NEVER, NO, NO, "RT")                                                     \
    CALL(cudaGetSymbolAddress, "void **devPtr, const void *symbol", ALLOC, MODELLED, NEVER, NEVER, \
         NO, NO, "RT")                                                                             \
    CALL(cudaGetSymbolSize, "size_t *size, const void *symbol", ALLOC, MODELLED, NEVER, NEVER, NO, \
         NO, "RT")

#define CALL_LIST_KERNELS(CALL)                                                                    \
    CALL(cudaLaunchKernel,                                                                         \
         "const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem = 0, "      \
         "cudaStream_t stream = 0",                                                                \
         LAUNCH, MODELLED, NEVER, NEVER, LEGACY, LEGACY, "SB; S1.2; H")                            \
    CALL(cudaLaunchKernelExC, "const cudaLaunchConfig_t *config, const void *func, void **args",   \
         LAUNCH, MODELLED, NEVER, NEVER, LEGACY, LEGACY, "SB; S1.2")                               \
    CALL(cudaLaunchCooperativeKernel,                                                              \
         "const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem = 0, "      \
         "cudaStream_t stream = 0",                                                                \
         LAUNCH, MODELLED, NEVER, NEVER, LEGACY, LEGACY, "RT; S5.9")                               \
    CALL(cudaLaunchHostFunc, "cudaStream_t stream, cudaHostFn_t fn, void *userData", HOSTFN,       \
         MODELLED, NEVER, NEVER, LEGACY, LEGACY, "RT; S3.3; H")                                    \
    CALL(cudaStreamAddCallback,                                                                    \
         "cudaStream_t stream, cudaStreamCallback_t callback, void *userData, unsigned int flags", \
         HOSTFN, MODELLED, NEVER, NEVER, LEGACY, LEGACY, "RT; S3.3")                               \
    CALL(cudaFuncSetAttribute, "const void *func, cudaFuncAttribute attr, int value", KERNEL,      \
         MODELLED, NEVER, NEVER, NO, NO, "RT; H")                                                  \
    CALL(cudaFuncGetAttributes, "cudaFuncAttributes *attr, const void *func", KERNEL, MODELLED,    \
         NEVER, NEVER, NO, NO, "RT")                                                               \
    CALL(cudaFuncSetCacheConfig, "const void *func, cudaFuncCache cacheConfig", KERNEL, MODELLED,  \
         NEVER, NEVER, NO, NO, "RT: a launch with another configuration may synchronize")          \
    CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor,                                            \
         "int *numBlocks, const void *func, int blockSize, size_t dynamicSMemSize", KERNEL,        \
         MODELLED, NEVER, NEVER, NO, NO, "S5.1")                                                   \
    CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,                                   \
         "int *numBlocks, const void *func, int blockSize, size_t dynamicSMemSize, unsigned int "  \
         "flags",                                                                                  \
         KERNEL, MODELLED, NEVER, NEVER, NO, NO, "S5.1")                                           \
    CALL(cudaOccupancyMaxPotentialBlockSize,                                                       \
         "int *minGridSize, int *blockSize, const void *func, size_t dynamicSMemSize = 0, int "    \
         "blockSizeLimit = 0",                                                                     \
         KERNEL, MODELLED, NEVER, NEVER, NO, NO, "S5.1")                                           \
    CALL(cudaOccupancyAvailableDynamicSMemPerBlock,                                                \
         "size_t *dynamicSmemSize, const void *func, int numBlocks, int blockSize", KERNEL,        \
         MODELLED, NEVER, NEVER, NO, NO, "S5.1")

#define CALL_LIST_DEVICE(CALL)                                                                     \
    CALL(cudaDeviceSynchronize, "void", NONE, MODELLED, DEVICE, DEVICE, NO, NO, "RT")              \
    CALL(cudaDeviceReset, "void", NONE, MODELLED, DEVICE, DEVICE, NO, NO, "RT")                    \
    CALL(cudaGetDeviceCount, "int *count", NONE, MODELLED, NEVER, NEVER, NO, NO, "RT")             \
    CALL(cudaGetDevice, "int *device", NONE, MODELLED, NEVER, NEVER, NO, NO, "RT")                 \
    CALL(cudaSetDevice, "int device", NONE, DEVICES, NEVER, NEVER, NO, NO, "RT")                   \
    CALL(cudaInitDevice, "int device, unsigned int deviceFlags, unsigned int flags", NONE,         \
         DEVICES, NEVER, NEVER, NO, NO, "RT")                                                      \
    CALL(cudaGetDeviceProperties, "cudaDeviceProp *prop, int device", NONE, DEVICES, NEVER, NEVER, \
         NO, NO, "RT")                                                                             \
    CALL(cudaDeviceGetAttribute, "int *value, cudaDeviceAttr attr, int device", NONE, DEVICES,     \
         NEVER, NEVER, NO, NO, "RT")                                                               \
    CALL(cudaDeviceGetStreamPriorityRange, "int *leastPriority, int *greatestPriority", NONE,      \
         MODELLED, NEVER, NEVER, NO, NO, "RT; S1.12")                                              \
    CALL(cudaSetDeviceFlags, "unsigned int flags", NONE, MODELLED, NEVER, NEVER, NO, NO,           \
         "RT; S3.2")                                                                               \
    CALL(cudaGetDeviceFlags, "unsigned int *flags", NONE, MODELLED, NEVER, NEVER, NO, NO, "RT")    \
    CALL(cudaChooseDevice, "int *device, const cudaDeviceProp *prop", NONE, MODELLED, NEVER,       \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaDeviceSetLimit, "cudaLimit limit, size_t value", NONE, MODELLED, NEVER, NEVER, NO,    \
         NO, "RT")                                                                                 \
    CALL(cudaDeviceGetLimit, "size_t *pValue, cudaLimit limit", NONE, MODELLED, NEVER, NEVER, NO,  \
         NO, "RT")                                                                                 \
    CALL(cudaDeviceSetCacheConfig, "cudaFuncCache cacheConfig", NONE, MODELLED, NEVER, NEVER, NO,  \
         NO, "RT")                                                                                 \
    CALL(cudaDeviceGetCacheConfig, "cudaFuncCache *pCacheConfig", NONE, MODELLED, NEVER, NEVER,    \
         NO, NO, "RT")                                                                             \
    CALL(cudaDeviceGetPCIBusId, "char *pciBusId, int len, int device", NONE, DEVICES, NEVER,       \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaDeviceCanAccessPeer, "int *canAccessPeer, int device, int peerDevice", NONE, DEVICES, \
         NEVER, NEVER, NO, NO, "RT")                                                               \
    CALL(cudaDeviceEnablePeerAccess, "int peerDevice, unsigned int flags", NONE, DEVICES, NEVER,   \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaDeviceDisablePeerAccess, "int peerDevice", NONE, DEVICES, NEVER, NEVER, NO, NO, "RT") \
    CALL(cudaDeviceGetByPCIBusId, "int *device, const char *pciBusId", NONE, MODELLED, NEVER,      \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaDriverGetVersion, "int *driverVersion", NONE, MODELLED, NEVER, NEVER, NO, NO, "RT")   \
    CALL(cudaRuntimeGetVersion, "int *runtimeVersion", NONE, MODELLED, NEVER, NEVER, NO, NO, "RT") \
    CALL(cudaGetLastError, "void", NONE, MODELLED, NEVER, NEVER, NO, NO, "RT")                     \
    CALL(cudaPeekAtLastError, "void", NONE, MODELLED, NEVER, NEVER, NO, NO, "RT")                  \
    CALL(cudaProfilerStart, "void", NONE, MODELLED, NEVER, NEVER, NO, NO, "RT")                    \
    CALL(cudaProfilerStop, "void", NONE, MODELLED, NEVER, NEVER, NO, NO, "RT")

#define CALL_LIST_GRAPHS(CALL)                                                                     \
    CALL(cudaStreamBeginCapture, "cudaStream_t stream, cudaStreamCaptureMode mode", STREAM, GRAPH, \
         NEVER, NEVER, NO, NO, "RT; S1.11")                                                        \
    CALL(cudaStreamEndCapture, "cudaStream_t stream, cudaGraph_t *pGraph", STREAM, GRAPH, NEVER,   \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaStreamIsCapturing, "cudaStream_t stream, cudaStreamCaptureStatus *pCaptureStatus",    \
         STREAM, MODELLED, NEVER, NEVER, NO, NO, "RT: none is, as captures are not covered")       \
    CALL(cudaGraphCreate, "cudaGraph_t *pGraph, unsigned int flags", NONE, GRAPH, NEVER, NEVER,    \
         NO, NO, "RT")                                                                             \
    CALL(cudaGraphInstantiate,                                                                     \
         "cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags = 0", NONE,     \
         GRAPH, NEVER, NEVER, NO, NO, "RT")                                                        \
    CALL(cudaGraphLaunch, "cudaGraphExec_t graphExec, cudaStream_t stream", STREAM, GRAPH, NEVER,  \
         NEVER, LEGACY, LEGACY, "RT; S5.11")                                                       \
    CALL(cudaGraphUpload, "cudaGraphExec_t graphExec, cudaStream_t stream", STREAM, GRAPH, NEVER,  \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaGraphExecDestroy, "cudaGraphExec_t graphExec", NONE, GRAPH, NEVER, NEVER, NO, NO,     \
         "RT")                                                                                     \
    CALL(cudaGraphDestroy, "cudaGraph_t graph", NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")           \
    CALL(cudaGraphInstantiateWithFlags,                                                            \
         "cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags = 0", NONE,     \
         GRAPH, NEVER, NEVER, NO, NO, "RT")                                                        \
    CALL(cudaGraphClone, "cudaGraph_t *pGraphClone, cudaGraph_t originalGraph", NONE, GRAPH,       \
         NEVER, NEVER, NO, NO, "RT")                                                               \
    CALL(cudaGraphGetNodes, "cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes", NONE,   \
         GRAPH, NEVER, NEVER, NO, NO, "RT")                                                        \
    CALL(cudaGraphAddKernelNode,                                                                   \
         "cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, "  \
         "size_t numDependencies, const cudaKernelNodeParams *pNodeParams",                        \
         NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")                                                  \
    CALL(cudaGraphAddMemcpyNode1D,                                                                 \
         "cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, "  \
         "size_t numDependencies, void *dst, const void *src, size_t count, cudaMemcpyKind kind",  \
         NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")                                                  \
    CALL(cudaGraphAddMemsetNode,                                                                   \
         "cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, "  \
         "size_t numDependencies, const cudaMemsetParams *pMemsetParams",                          \
         NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")                                                  \
    CALL(cudaGraphAddHostNode,                                                                     \
         "cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, "  \
         "size_t numDependencies, const cudaHostNodeParams *pNodeParams",                          \
         NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")                                                  \
    CALL(cudaGraphAddEmptyNode,                                                                    \
         "cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, "  \
         "size_t numDependencies",                                                                 \
         NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")                                                  \
    CALL(cudaGraphAddChildGraphNode,                                                               \
         "cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, "  \
         "size_t numDependencies, cudaGraph_t childGraph",                                         \
         NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")                                                  \
    CALL(cudaGraphAddMemFreeNode,                                                                  \
         "cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, "  \
         "size_t numDependencies, void *dptr",                                                     \
         NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")                                                  \
    CALL(cudaGraphAddDependencies,                                                                 \
         "cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const "       \
         "cudaGraphEdgeData *edgeData, size_t numDependencies",                                    \
         NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")                                                  \
    CALL(cudaGraphKernelNodeSetParams,                                                             \
         "cudaGraphNode_t node, const cudaKernelNodeParams *pNodeParams", NONE, GRAPH, NEVER,      \
         NEVER, NO, NO, "RT")                                                                      \
    CALL(cudaGraphExecKernelNodeSetParams,                                                         \
         "cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaKernelNodeParams "           \
         "*pNodeParams",                                                                           \
         NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")                                                  \
    CALL(cudaGraphDestroyNode, "cudaGraphNode_t node", NONE, GRAPH, NEVER, NEVER, NO, NO, "RT")    \
    CALL(cudaGraphDebugDotPrint, "cudaGraph_t graph, const char *path, unsigned int flags", NONE,  \
         GRAPH, NEVER, NEVER, NO, NO, "RT")                                                        \
    CALL(cudaThreadExchangeStreamCaptureMode, "cudaStreamCaptureMode *mode", NONE, GRAPH, NEVER,   \
         NEVER, NO, NO, "RT")

/* What the host does besides: records of a program that are no CUDA calls. `parameters` says in
 * words what `value` holds. */
#define CALL_LIST_HOST(CALL)                                                                       \
    CALL(host_work, "ns of declared host work, host memcpy", NONE, MODELLED, NEVER, NEVER, NO, NO, \
         "design section 4")                                                                       \
    CALL(host_sleep, "ns that the thread sleeps", NONE, MODELLED, NEVER, NEVER, NO, NO,            \
         "design section 4")                                                                       \
    CALL(host_read, "a range of memory that CUDA knows", COPY, MODELLED, NEVER, NEVER, NO, NO,     \
         "design section 1")                                                                       \
    CALL(host_write, "a range of memory that CUDA knows", COPY, MODELLED, NEVER, NEVER, NO, NO,    \
         "design section 1")                                                                       \
    CALL(host_clock, "none; answers the virtual time in ns", NONE, MODELLED, NEVER, NEVER, NO, NO, \
         "design section 1")                                                                       \
    CALL(thread_create, "none; object is the thread", THREAD, MODELLED, NEVER, NEVER, NO, NO,      \
         "design section 1")                                                                       \
    CALL(thread_join, "none", THREAD, MODELLED, HOST, HOST, NO, NO, "design section 1")            \
    CALL(lock_acquire, "none", LOCK, MODELLED, HOST, HOST, NO, NO, "design section 1")             \
    CALL(lock_release, "none", LOCK, MODELLED, NEVER, NEVER, NO, NO, "design section 1")           \
    CALL(range_push, "none; object is the name", NAME, MODELLED, NEVER, NEVER, NO, NO, "NVTX")     \
    CALL(range_pop, "none", NONE, MODELLED, NEVER, NEVER, NO, NO, "NVTX")                          \
    CALL(set_variable, "none; the text is NAME=VALUE", NAME, MODELLED, NEVER, NEVER, NO, NO,       \
         "setenv")                                                                                 \
    CALL(gate_open, "none; ends the kernel at the start gate (--gate)", NONE, MODELLED, NEVER,     \
         NEVER, NO, NO, "design section 1")                                                        \
    CALL(publish, "none; an atomic is written", LOCK, MODELLED, NEVER, NEVER, NO, NO, "C++")       \
    CALL(observe, "none; a thread sees what another one published", LOCK, MODELLED, NEVER, NEVER,  \
         NO, NO, "C++")                                                                            \
    CALL(block_take,                                                                               \
         "where in the allocation; a caching allocator hands out a block for the "                 \
         "stream, count: its length in units of 512 bytes",                                        \
         ALLOC, MODELLED, NEVER, NEVER, NO, NO, "lessons/nullstream.cuh")                          \
    CALL(block_give, "where in the allocation; the block is given back to the caching allocator",  \
         ALLOC, MODELLED, NEVER, NEVER, NO, NO, "lessons/nullstream.cuh")                          \
    CALL(thread_end, "none; the last record of a host thread or host function", NONE, MODELLED,    \
         NEVER, NEVER, NO, NO, "design section 1")

#define CALL_GROUPS(GROUP)                                                                         \
    GROUP(STREAMS, "streams")                                                                      \
    GROUP(EVENTS, "events")                                                                        \
    GROUP(COPIES, "copies and memset")                                                             \
    GROUP(MEMORY, "memory")                                                                        \
    GROUP(KERNELS, "kernels and host functions")                                                   \
    GROUP(DEVICE, "device and errors")                                                             \
    GROUP(GRAPHS, "graphs (later)")                                                                \
    GROUP(HOST, "host")

#define CALL_LIST(CALL)                                                                            \
    CALL_LIST_STREAMS(CALL)                                                                        \
    CALL_LIST_EVENTS(CALL)                                                                         \
    CALL_LIST_COPIES(CALL)                                                                         \
    CALL_LIST_MEMORY(CALL)                                                                         \
    CALL_LIST_KERNELS(CALL)                                                                        \
    CALL_LIST_DEVICE(CALL)                                                                         \
    CALL_LIST_GRAPHS(CALL)                                                                         \
    CALL_LIST_HOST(CALL)

#endif

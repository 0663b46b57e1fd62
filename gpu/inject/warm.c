#include "gpu/inject/warm.h"

#include <cuda.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* FUNCTION(field, name in libcuda, parameters). The program brings the driver; we are not linked
 * with it. */
#define FUNCTIONS(FUNCTION)                                                                        \
    FUNCTION(context, "cuCtxGetCurrent", (CUcontext *))                                            \
    FUNCTION(stream_create, "cuStreamCreate", (CUstream *, unsigned int))                          \
    FUNCTION(synchronize, "cuStreamSynchronize", (CUstream))                                       \
    FUNCTION(event_create, "cuEventCreate", (CUevent *, unsigned int))                             \
    FUNCTION(record, "cuEventRecord", (CUevent, CUstream))                                         \
    FUNCTION(wait, "cuStreamWaitEvent", (CUstream, CUevent, unsigned int))                         \
    FUNCTION(allocate, "cuMemAlloc_v2", (CUdeviceptr *, size_t))                                   \
    FUNCTION(allocate_host, "cuMemAllocHost_v2", (void **, size_t))                                \
    FUNCTION(copy_in, "cuMemcpyHtoDAsync_v2", (CUdeviceptr, const void *, size_t, CUstream))       \
    FUNCTION(copy_out, "cuMemcpyDtoHAsync_v2", (void *, CUdeviceptr, size_t, CUstream))            \
    FUNCTION(copy_on, "cuMemcpyDtoDAsync_v2", (CUdeviceptr, CUdeviceptr, size_t, CUstream))        \
    FUNCTION(set, "cuMemsetD8Async", (CUdeviceptr, unsigned char, size_t, CUstream))               \
    FUNCTION(load, "cuModuleLoadData", (CUmodule *, const void *))                                 \
    FUNCTION(find, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *))                  \
    FUNCTION(launch, "cuLaunchKernel",                                                             \
             (CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,    \
              unsigned int, unsigned int, CUstream, void **, void **))

enum { BYTES = 65536, TIMES = 3 };

static struct {
#define FIELD(field, name, parameters) CUresult(*field) parameters;
    FUNCTIONS(FIELD)
#undef FIELD
    bool ready;
    CUstream stream;
    CUevent timed, untimed;
    CUdeviceptr device;
    void *host;
    CUmodule module;
    CUfunction kernel; /* NULL: the driver did not compile it */
} warm;

void *warm_driver_function(const char *name)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    return library ? dlsym(library, name) : NULL;
}

static bool find_functions(void)
{
    void *symbol;
#define FIND(field, name, parameters)                                                              \
    symbol = warm_driver_function(name);                                                           \
    if (symbol == NULL)                                                                            \
        return false;                                                                              \
    memcpy(&warm.field, &symbol, sizeof symbol);
    FUNCTIONS(FIND)
#undef FIND
    return true;
}

void warm_prepare(void)
{
    static const char nothing[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                                  ".visible .entry nothing()\n{\nret;\n}\n";
    CUcontext context = NULL;
    const char *wanted = getenv("NULLSTREAM_WARM");
    if ((wanted && strcmp(wanted, "0") == 0) || warm.ready || !find_functions() ||
        warm.context(&context) != CUDA_SUCCESS || !context)
        return;
    warm.ready = warm.stream_create(&warm.stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS &&
                 warm.event_create(&warm.timed, CU_EVENT_DEFAULT) == CUDA_SUCCESS &&
                 warm.event_create(&warm.untimed, CU_EVENT_DISABLE_TIMING) == CUDA_SUCCESS &&
                 warm.allocate(&warm.device, 2 * BYTES) == CUDA_SUCCESS &&
                 warm.allocate_host(&warm.host, BYTES) == CUDA_SUCCESS;
    if (warm.ready && (warm.load(&warm.module, nothing) != CUDA_SUCCESS ||
                       warm.find(&warm.kernel, warm.module, "nothing") != CUDA_SUCCESS))
        warm.kernel = NULL;
}

void *warm_stream(void)
{
    return warm.ready ? warm.stream : NULL;
}

void warm_touch(void)
{
    for (int i = 0; warm.ready && i < TIMES; i++) {
        warm.copy_in(warm.device, warm.host, BYTES, warm.stream);
        warm.set(warm.device, 0, BYTES, warm.stream);
        if (warm.kernel)
            warm.launch(warm.kernel, 1, 1, 1, 32, 1, 1, 0, warm.stream, NULL, NULL);
        warm.record(warm.timed, warm.stream);
        warm.record(warm.untimed, warm.stream);
        warm.wait(warm.stream, warm.untimed, 0);
        warm.copy_on(warm.device + BYTES, warm.device, BYTES, warm.stream);
        warm.copy_out(warm.host, warm.device, BYTES, warm.stream);
        warm.synchronize(warm.stream);
    }
}

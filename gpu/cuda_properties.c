#include "gpu/properties.h"

#include <cuda_runtime_api.h>
#include <stdint.h>

/* Attributes that are a value of a profile as they are. */
static const struct {
    const char *key;
    enum cudaDeviceAttr attribute;
    const char *unit;
} attributes[] = {
    {"device.sm_count", cudaDevAttrMultiProcessorCount, ""},
    {"device.clock", cudaDevAttrClockRate, "kHz"},
    {"device.l2", cudaDevAttrL2CacheSize, ""},
    {"device.async_engine_count", cudaDevAttrAsyncEngineCount, ""},
    {"sm.threads", cudaDevAttrMaxThreadsPerMultiProcessor, ""},
    {"sm.blocks", cudaDevAttrMaxBlocksPerMultiprocessor, ""},
    {"sm.block_threads", cudaDevAttrMaxThreadsPerBlock, ""},
    {"sm.registers", cudaDevAttrMaxRegistersPerMultiprocessor, ""},
    {"sm.shared", cudaDevAttrMaxSharedMemoryPerMultiprocessor, ""},
    {"sm.shared_block", cudaDevAttrMaxSharedMemoryPerBlockOptin, ""},
    {"sm.shared_default", cudaDevAttrMaxSharedMemoryPerBlock, ""},
    {"sm.shared_reserved", cudaDevAttrReservedSharedMemoryPerBlock, ""},
    /* one for each direction, the others for other devices */
    {"copy.engines", cudaDevAttrAsyncEngineCount, ""},
};

bool cuda_has_driver(void)
{
    int version = 0;
    return cudaDriverGetVersion(&version) == cudaSuccess && version > 0;
}

static int failed(cudaError_t error, struct err *err)
{
    enum err_status status = error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver
                                 ? ERR_UNAVAILABLE
                                 : ERR_RUN;
    if (error == cudaErrorInsufficientDriver && !cuda_has_driver())
        return err_set(err, status, "no NVIDIA driver is installed here");
    return err_set(err, status, "the GPU cannot be asked: %s", cudaGetErrorString(error));
}

int cuda_properties(struct strbuf *out, struct err *err)
{
    struct cudaDeviceProp properties;
    int value, least, greatest;
    cudaError_t error = cudaGetDeviceProperties(&properties, 0);
    if (error != cudaSuccess)
        return failed(error, err);
    strbuf_addf(out, "name=%s\n", properties.name);
    strbuf_addf(out, "device.compute_capability=%d\n", properties.major * 10 + properties.minor);
    strbuf_addf(out, "device.memory=%llu\n", (unsigned long long)properties.totalGlobalMem);
    strbuf_addf(out, "rules.concurrent_kernels=%s\n", properties.concurrentKernels ? "yes" : "no");
    for (size_t i = 0; error == cudaSuccess && i < sizeof attributes / sizeof *attributes; i++) {
        error = cudaDeviceGetAttribute(&value, attributes[i].attribute, 0);
        strbuf_addf(out, "%s=%d%s\n", attributes[i].key, value, attributes[i].unit);
    }
    if (error == cudaSuccess)
        error = cudaDeviceGetStreamPriorityRange(&least, &greatest);
    if (error != cudaSuccess)
        return failed(error, err);
    strbuf_addf(out, "device.priority_greatest=%d\n", greatest);
    return 0;
}

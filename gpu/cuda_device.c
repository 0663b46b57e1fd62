/* CUDA as a struct device: each function is the call of that name, and the host is this machine's.
 */
#include "gpu/awake.h"
#include "gpu/cores.h"
#include "gpu/cuda_copy.h"
#include "gpu/cuda_gate.h"
#include "gpu/cuda_kernel.h"
#include "gpu/cuda_query.h"
#include "gpu/cuda_rests.h"
#include "gpu/cuda_trace.h"
#include "gpu/measure.h"
#include "gpu/posix.h"
#include "gpu/properties.h"
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cuda_device {
    struct device device;
    struct posix posix;
    struct cores cores;
    struct awake awake;
    struct cuda_kernels kernels;
    struct cuda_gate gate;
    struct cuda_rests rests;
    bool tracing;
};

static struct cuda_device *cuda_of(struct device *device)
{
    return (struct cuda_device *)device;
}

static cudaStream_t stream_of(struct device_stream *stream)
{
    return (cudaStream_t)stream;
}

static cudaEvent_t event_of(struct device_event *event)
{
    return (cudaEvent_t)event;
}

static const char *error_text(int error)
{
    return cudaGetErrorString((cudaError_t)error);
}

static void close_device(struct device *device)
{
    cuda_kernels_release(&cuda_of(device)->kernels);
    cuda_gate_release(&cuda_of(device)->gate);
    cuda_rests_release(&cuda_of(device)->rests);
    posix_release(&cuda_of(device)->posix);
    awake_release(&cuda_of(device)->awake);
    free(device);
}

static int reset(struct device *device)
{
    struct cuda_device *cuda = cuda_of(device);
    cuda_kernels_release(&cuda->kernels);
    cuda_gate_release(&cuda->gate);
    cuda_rests_release(&cuda->rests);
    memset(&cuda->gate, 0, sizeof cuda->gate);
    cudaError_t error = cudaDeviceReset();
    return (int)(error == cudaSuccess ? cuda_kernels_init(&cuda->kernels) : error);
}

static int facts(struct device *device, struct device_facts *facts)
{
    (void)device;
    struct cudaDeviceProp properties;
    size_t free_bytes = 0, total_bytes = 0;
    int driver = 0;
    cudaError_t error = cudaGetDeviceProperties(&properties, 0);
    if (error == cudaSuccess)
        error = cudaMemGetInfo(&free_bytes, &total_bytes);
    if (error == cudaSuccess)
        error = cudaDriverGetVersion(&driver);
    if (error != cudaSuccess)
        return (int)error;
    facts->free_bytes = free_bytes;
    facts->total_bytes = total_bytes;
    facts->host_bytes = posix_free_memory();
    snprintf(facts->name, sizeof facts->name, "%.127s", properties.name);
    FILE *version = fopen("/sys/module/nvidia/version", "r");
    if (version == NULL || fscanf(version, "%63s", facts->driver) != 1)
        snprintf(facts->driver, sizeof facts->driver, "CUDA %d.%d", driver / 1000,
                 driver % 1000 / 10);
    if (version)
        fclose(version);
    return 0;
}

/* --- the host -----------------------------------------------------------------------------------
 */

static int run(struct device *device, void (*body)(void *context), void *context, struct err *err)
{
    (void)err;
    posix_free_locks(&cuda_of(device)->posix);
    body(context);
    return 0;
}

static bool take_core(struct device *device, uint32_t threads)
{
    return cores_take(&cuda_of(device)->cores, (int)threads);
}

static void hold_cores(struct device *device)
{
    struct cuda_device *cuda = cuda_of(device);
    if (cuda->cores.count < 2)
        return;
    awake_hold(&cuda->awake, &cuda->cores.quiet, cuda->cores.at);
    awake_wait(&cuda->awake);
}

static void let_go_of_cores(struct device *device)
{
    awake_let_go(&cuda_of(device)->awake);
}

static void begin_on_core(struct device *device)
{
    cores_begin(&cuda_of(device)->cores);
}

static bool leave_core(struct device *device)
{
    return cores_leave(&cuda_of(device)->cores);
}

static int64_t now(struct device *device)
{
    return cuda_of(device)->tracing ? trace_now() : posix_now();
}

static void work(struct device *device, int64_t ns)
{
    (void)device;
    int64_t until = posix_now() + ns;
    while (posix_now() < until)
        ;
}

static void sleep_for(struct device *device, int64_t ns)
{
    (void)device;
    enum { SECOND = 1000000000 };
    nanosleep(&(struct timespec){.tv_sec = ns / SECOND, .tv_nsec = ns % SECOND}, NULL);
}

/* By stores: after a memset of 8 MiB three quarters of what a core had in its own caches is still
 * there (Intel Xeon, level 2 of 2 MiB). */
static void touch(struct device *device, void *memory, uint64_t bytes, bool write)
{
    (void)device;
    volatile char *at = memory, *end = at + bytes;
    for (uint64_t i = 0; !write && i < bytes; i += 64)
        (void)at[i];
    if (!write)
        return;
    for (; at < end && (uintptr_t)at % sizeof(uint64_t); at++)
        *at = 1;
    for (; end - at >= (ptrdiff_t)sizeof(uint64_t); at += sizeof(uint64_t))
        *(volatile uint64_t *)at = 1;
    for (; at < end; at++)
        *at = 1;
}

static int thread_start(struct device *device, uint32_t thread, void (*body)(void *context),
                        void *context)
{
    return posix_thread_start(&cuda_of(device)->posix, thread, body, context)
               ? CUDA_cudaErrorUnknown
               : 0;
}

static int thread_join(struct device *device, uint32_t thread)
{
    return posix_thread_join(&cuda_of(device)->posix, thread) ? CUDA_cudaErrorUnknown : 0;
}

static void lock_acquire(struct device *device, uint32_t lock)
{
    posix_lock_acquire(&cuda_of(device)->posix, lock);
}

static void lock_release(struct device *device, uint32_t lock, bool for_holder)
{
    (void)for_holder;
    posix_lock_release(&cuda_of(device)->posix, lock);
}

/* --- streams and events -------------------------------------------------------------------------
 */

static int stream_create(struct device *device, bool nonblocking, int priority,
                         struct device_stream **stream)
{
    (void)device;
    unsigned int flags = nonblocking ? cudaStreamNonBlocking : cudaStreamDefault;
    return (int)cudaStreamCreateWithPriority((cudaStream_t *)stream, flags, priority);
}

static int stream_destroy(struct device *device, struct device_stream *stream)
{
    (void)device;
    return (int)cudaStreamDestroy(stream_of(stream));
}

static int stream_query(struct device *device, struct device_stream *stream)
{
    (void)device;
    return (int)cudaStreamQuery(stream_of(stream));
}

static int stream_synchronize(struct device *device, struct device_stream *stream)
{
    (void)device;
    return (int)cudaStreamSynchronize(stream_of(stream));
}

static int stream_wait(struct device *device, struct device_stream *stream,
                       struct device_event *event)
{
    (void)device;
    return (int)cudaStreamWaitEvent(stream_of(stream), event_of(event), 0);
}

static int event_create(struct device *device, bool timing, bool blocking,
                        struct device_event **event)
{
    (void)device;
    unsigned int flags =
        (timing ? 0 : cudaEventDisableTiming) | (blocking ? cudaEventBlockingSync : 0);
    return (int)cudaEventCreateWithFlags((cudaEvent_t *)event, flags);
}

static int event_destroy(struct device *device, struct device_event *event)
{
    (void)device;
    return (int)cudaEventDestroy(event_of(event));
}

static int event_record(struct device *device, struct device_event *event,
                        struct device_stream *stream)
{
    (void)device;
    return (int)cudaEventRecord(event_of(event), stream_of(stream));
}

static int event_query(struct device *device, struct device_event *event)
{
    (void)device;
    return (int)cudaEventQuery(event_of(event));
}

static int event_synchronize(struct device *device, struct device_event *event)
{
    (void)device;
    return (int)cudaEventSynchronize(event_of(event));
}

static int event_elapsed(struct device *device, struct device_event *start,
                         struct device_event *end, int64_t *ns)
{
    (void)device;
    float ms = 0;
    cudaError_t error = cudaEventElapsedTime(&ms, event_of(start), event_of(end));
    *ns = (int64_t)((double)ms * 1e6 + (ms < 0 ? -0.5 : 0.5));
    return (int)error;
}

static int synchronize(struct device *device)
{
    (void)device;
    return (int)cudaDeviceSynchronize();
}

/* --- memory -------------------------------------------------------------------------------------
 */

static int allocate(struct device *device, enum memory_kind kind, uint64_t bytes, void **memory)
{
    (void)device;
    cudaError_t error = cudaErrorInvalidValue;
    switch (kind) {
    case MEMORY_PAGEABLE:
        *memory = malloc(bytes);
        if (*memory)
            memset(*memory, 1, bytes);
        return *memory ? 0 : cudaErrorMemoryAllocation;
    case MEMORY_PINNED:
        return (int)cudaHostAlloc(memory, bytes, cudaHostAllocDefault);
    case MEMORY_DEVICE:
        return (int)cudaMalloc(memory, bytes);
    case MEMORY_MANAGED: /* the host has it first, as where the program fills it */
        error = cudaMallocManaged(memory, bytes, cudaMemAttachGlobal);
        if (error == cudaSuccess)
            memset(*memory, 1, bytes);
        break;
    default:
        break;
    }
    return (int)error;
}

static int release(struct device *device, enum memory_kind kind, void *memory)
{
    (void)device;
    switch (kind) {
    case MEMORY_PAGEABLE:
        free(memory);
        return 0;
    case MEMORY_PINNED:
        return (int)cudaFreeHost(memory);
    default:
        return (int)cudaFree(memory);
    }
}

static int fill_rests(struct device *device)
{
    return (int)cuda_rests_fill(&cuda_of(device)->rests);
}

static int host_register(struct device *device, void *memory, uint64_t bytes)
{
    (void)device;
    return (int)cudaHostRegister(memory, bytes, cudaHostRegisterDefault);
}

static int host_unregister(struct device *device, void *memory)
{
    (void)device;
    return (int)cudaHostUnregister(memory);
}

static int pool_create(struct device *device, struct device_pool **pool)
{
    (void)device;
    struct cudaMemPoolProps properties;
    memset(&properties, 0, sizeof properties);
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    return (int)cudaMemPoolCreate((cudaMemPool_t *)pool, &properties);
}

static cudaError_t pool_of(struct device_pool *pool, cudaMemPool_t *out)
{
    *out = (cudaMemPool_t)pool;
    return pool ? cudaSuccess : cudaDeviceGetDefaultMemPool(out, 0);
}

static int pool_destroy(struct device *device, struct device_pool *pool)
{
    (void)device;
    return (int)cudaMemPoolDestroy((cudaMemPool_t)pool);
}

static int pool_threshold(struct device *device, struct device_pool *pool, uint64_t bytes)
{
    (void)device;
    cudaMemPool_t found;
    cudaError_t error = pool_of(pool, &found);
    if (error == cudaSuccess)
        error = cudaMemPoolSetAttribute(found, cudaMemPoolAttrReleaseThreshold, &bytes);
    return (int)error;
}

static int pool_trim(struct device *device, struct device_pool *pool, uint64_t keep)
{
    (void)device;
    cudaMemPool_t found;
    cudaError_t error = pool_of(pool, &found);
    if (error == cudaSuccess)
        error = cudaMemPoolTrimTo(found, keep);
    return (int)error;
}

static int pool_reserved(struct device *device, struct device_pool *pool, uint64_t *bytes)
{
    (void)device;
    cudaMemPool_t found;
    cudaError_t error = pool_of(pool, &found);
    if (error == cudaSuccess)
        error = cudaMemPoolGetAttribute(found, cudaMemPoolAttrReservedMemCurrent, bytes);
    return (int)error;
}

static int allocate_async(struct device *device, struct device_pool *pool, uint64_t bytes,
                          struct device_stream *stream, void **memory)
{
    (void)device;
    if (pool)
        return (int)cudaMallocFromPoolAsync(memory, bytes, (cudaMemPool_t)pool, stream_of(stream));
    return (int)cudaMallocAsync(memory, bytes, stream_of(stream));
}

static int release_async(struct device *device, void *memory, struct device_stream *stream)
{
    (void)device;
    return (int)cudaFreeAsync(memory, stream_of(stream));
}

/* --- work ---------------------------------------------------------------------------------------
 */

static int copy(struct device *device, const struct device_copy *copy, struct device_stream *stream)
{
    (void)device;
    return (int)(copy->synchronous && stream == DEVICE_STREAM_PER_THREAD
                     ? cuda_copy_per_thread(copy)
                     : cuda_copy(copy, stream_of(stream)));
}

static int launch_prepare(struct device *device, const struct device_launch *launch,
                          uint64_t spared, int *blocks)
{
    if (launch->gate)
        return (int)cuda_gate_prepare(&cuda_of(device)->gate, blocks);
    return (int)cuda_kernels_prepare(&cuda_of(device)->kernels, launch, spared, blocks);
}

static int launch(struct device *device, const struct device_launch *launch,
                  struct device_stream *stream)
{
    if (launch->gate)
        return (int)cuda_gate_launch(&cuda_of(device)->gate, launch, stream_of(stream));
    return (int)cuda_kernels_launch(&cuda_of(device)->kernels, launch, stream_of(stream));
}

static void gate_open(struct device *device)
{
    cuda_gate_open(&cuda_of(device)->gate);
}

struct callback {
    void (*function)(void *context);
    void *context;
};

static void CUDART_CB run_callback(cudaStream_t stream, cudaError_t status, void *data)
{
    (void)stream, (void)status;
    struct callback callback = *(struct callback *)data;
    free(data);
    callback.function(callback.context);
}

static int host_function(struct device *device, struct device_stream *stream, bool callback,
                         void (*function)(void *context), void *context)
{
    (void)device;
    if (!callback)
        return (int)cudaLaunchHostFunc(stream_of(stream), function, context);
    struct callback *data = mem_zalloc(sizeof *data);
    *data = (struct callback){function, context};
    cudaError_t error = cudaStreamAddCallback(stream_of(stream), run_callback, data, 0);
    if (error != cudaSuccess)
        free(data);
    return (int)error;
}

static int query(struct device *device, const struct device_query *query)
{
    (void)device;
    return (int)cuda_query(query);
}

/* --- instruments --------------------------------------------------------------------------------
 */

static int begin_trace(struct device *device, bool tagged, struct err *err)
{
    if (trace_begin(tagged, err) != 0)
        return -1;
    cuda_of(device)->tracing = true;
    return 0;
}

static void tag(struct device *device, uint64_t tag)
{
    (void)device;
    trace_tag(tag);
}

static int take_trace(struct device *device, const struct device_span **spans, size_t *count,
                      struct err *err)
{
    (void)device;
    return trace_take(spans, count, err);
}

static void end_trace(struct device *device)
{
    if (cuda_of(device)->tracing)
        trace_end();
    cuda_of(device)->tracing = false;
}

static int clocks(struct device *device, int64_t *host, int64_t *own, int64_t *apart)
{
    return (int)cuda_gate_clocks(&cuda_of(device)->gate, posix_now, host, own, apart);
}

static int read_stamps(struct device *device, const struct device_stamp *stamps, size_t count,
                       struct device_stamp *to)
{
    (void)device;
    return (int)cudaMemcpy(to, stamps, count * sizeof *to, cudaMemcpyDeviceToHost);
}

static const struct device_api api = {
    .close = close_device,
    .reset = reset,
    .facts = facts,
    .error_text = error_text,
    .run = run,
    .cores_take = take_core,
    .cores_hold = hold_cores,
    .cores_let_go = let_go_of_cores,
    .cores_begin = begin_on_core,
    .cores_leave = leave_core,
    .now = now,
    .work = work,
    .touch = touch,
    .thread_start = thread_start,
    .thread_join = thread_join,
    .sleep = sleep_for,
    .lock_acquire = lock_acquire,
    .lock_release = lock_release,
    .stream_create = stream_create,
    .stream_destroy = stream_destroy,
    .stream_query = stream_query,
    .stream_synchronize = stream_synchronize,
    .stream_wait = stream_wait,
    .event_create = event_create,
    .event_destroy = event_destroy,
    .event_record = event_record,
    .event_query = event_query,
    .event_synchronize = event_synchronize,
    .event_elapsed = event_elapsed,
    .synchronize = synchronize,
    .allocate = allocate,
    .release = release,
    .fill_rests = fill_rests,
    .host_register = host_register,
    .host_unregister = host_unregister,
    .pool_create = pool_create,
    .pool_destroy = pool_destroy,
    .pool_threshold = pool_threshold,
    .pool_trim = pool_trim,
    .pool_reserved = pool_reserved,
    .allocate_async = allocate_async,
    .release_async = release_async,
    .copy = copy,
    .launch_prepare = launch_prepare,
    .launch = launch,
    .gate_open = gate_open,
    .host_function = host_function,
    .query = query,
    .trace_begin = begin_trace,
    .trace_tag = tag,
    .trace_take = take_trace,
    .trace_end = end_trace,
    .clocks = clocks,
    .read_stamps = read_stamps,
};

int cuda_device_open(const struct device_options *options, struct device **device, struct err *err)
{
    *device = NULL;
    for (size_t i = 0; i < options->variable_count; i++)
        setenv(options->variables[i].name, options->variables[i].value, 1);
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        err_set(err, ERR_UNAVAILABLE, "there is no GPU to measure on: %s",
                error == cudaSuccess ? "no device"
                : cuda_has_driver()  ? cudaGetErrorString(error)
                                     : "no NVIDIA driver is installed here");
        return err_hint(err, "`nullstream predict` needs none, `validate --against TRACE` neither");
    }
    struct cuda_device *cuda = mem_zalloc(sizeof *cuda);
    cuda->device.api = &api;
    posix_init(&cuda->posix);
    cores_init(&cuda->cores);
    awake_init(&cuda->awake);
    error = cuda_kernels_init(&cuda->kernels);
    if (error != cudaSuccess) {
        err_set(err, ERR_RUN, "the GPU: %s", cudaGetErrorString(error));
        close_device(&cuda->device);
        return -1;
    }
    *device = &cuda->device;
    return 0;
}

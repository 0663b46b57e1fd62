/* The fake device: streams, events and memory. */
#include "tests/fake_inside.h"

#include "sim/model/cuda_errors.h"

/* --- streams and events -------------------------------------------------------------------------
 */

static int stream_create(struct device *device, bool nonblocking, int priority,
                         struct device_stream **stream)
{
    uint32_t row = program_add_stream(
        &fake_of(device)->program,
        &(struct program_stream){.kind = nonblocking ? STREAM_NONBLOCKING : STREAM_BLOCKING,
                                 .priority = priority});
    *stream = fake_handle(row);
    if (fake_of(device)->options.streams)
        (*fake_of(device)->options.streams)++;
    return fake_call(device, (struct program_record){.call = CALL_cudaStreamCreateWithPriority,
                                                     .stream = row,
                                                     .object = row});
}

static int stream_call(struct device *device, enum call which, struct device_stream *stream)
{
    uint32_t row = fake_stream_row(fake_of(device), stream);
    return fake_call(
        device, (struct program_record){.call = (uint16_t)which, .stream = row, .object = row});
}

static int stream_destroy(struct device *device, struct device_stream *stream)
{
    return stream_call(device, CALL_cudaStreamDestroy, stream);
}

static int stream_query(struct device *device, struct device_stream *stream)
{
    return stream_call(device, CALL_cudaStreamQuery, stream);
}

static int stream_synchronize(struct device *device, struct device_stream *stream)
{
    return stream_call(device, CALL_cudaStreamSynchronize, stream);
}

static int event_call(struct device *device, enum call which, struct device_event *event,
                      struct device_stream *stream)
{
    return fake_call(device,
                     (struct program_record){.call = (uint16_t)which,
                                             .stream = fake_stream_row(fake_of(device), stream),
                                             .object = fake_row(event)});
}

static int stream_wait(struct device *device, struct device_stream *stream,
                       struct device_event *event)
{
    return event_call(device, CALL_cudaStreamWaitEvent, event, stream);
}

static int event_create(struct device *device, bool timing, bool blocking,
                        struct device_event **event)
{
    *event = fake_handle(
        program_add_event(&fake_of(device)->program,
                          &(struct program_event){.timing = timing, .blocking = blocking}));
    return event_call(device, CALL_cudaEventCreate, *event, NULL);
}

static int event_destroy(struct device *device, struct device_event *event)
{
    return event_call(device, CALL_cudaEventDestroy, event, NULL);
}

static int event_record(struct device *device, struct device_event *event,
                        struct device_stream *stream)
{
    return event_call(device, CALL_cudaEventRecord, event, stream);
}

static int event_query(struct device *device, struct device_event *event)
{
    return event_call(device, CALL_cudaEventQuery, event, NULL);
}

static int event_synchronize(struct device *device, struct device_event *event)
{
    return event_call(device, CALL_cudaEventSynchronize, event, NULL);
}

static int event_elapsed(struct device *device, struct device_event *start,
                         struct device_event *end, int64_t *ns)
{
    int error = fake_counted(fake_of(device));
    if (error)
        return error;
    struct runtime_answer answer = fake_make_call((struct program_record){
        .call = CALL_cudaEventElapsedTime, .object = fake_row(start), .value = fake_row(end)});
    *ns = answer.value;
    return answer.error;
}

static int synchronize(struct device *device)
{
    return fake_call(device, (struct program_record){.call = CALL_cudaDeviceSynchronize});
}

/* --- memory -------------------------------------------------------------------------------------
 */

static int make_memory(struct device *device, enum call which, const struct program_alloc *alloc,
                       uint32_t stream, void **memory)
{
    uint32_t row = program_add_alloc(&fake_of(device)->program, alloc);
    *memory = fake_address(row);
    int error = fake_call(
        device, (struct program_record){.call = (uint16_t)which, .stream = stream, .object = row});
    if (error)
        *memory = NULL;
    return error;
}

static int allocate(struct device *device, enum memory_kind kind, uint64_t bytes, void **memory)
{
    enum call which = kind == MEMORY_PINNED    ? CALL_cudaHostAlloc
                      : kind == MEMORY_MANAGED ? CALL_cudaMallocManaged
                                               : CALL_cudaMalloc;
    return make_memory(device, which, &(struct program_alloc){.kind = kind, .bytes = bytes}, 0,
                       memory);
}

static int memory_call(struct device *device, enum call which, void *memory, uint32_t stream)
{
    return fake_call(device, (struct program_record){.call = (uint16_t)which,
                                                     .stream = stream,
                                                     .object = fake_range(memory, 0).alloc});
}

static int release(struct device *device, enum memory_kind kind, void *memory)
{
    return memory_call(device, kind == MEMORY_PINNED ? CALL_cudaFreeHost : CALL_cudaFree, memory,
                       0);
}

static int host_register(struct device *device, void *memory, uint64_t bytes)
{
    (void)bytes;
    struct fake_device *fake = fake_of(device);
    fake->program.allocs.rows[fake_range(memory, 0).alloc].kind = MEMORY_REGISTERED;
    return memory_call(device, CALL_cudaHostRegister, memory, 0);
}

/* Its memory has no chunks but those of the engine, which the executor's own is not in. */
static int fill_rests(struct device *device)
{
    (void)device;
    return 0;
}

static int host_unregister(struct device *device, void *memory)
{
    return memory_call(device, CALL_cudaHostUnregister, memory, 0);
}

static int pool_call(struct device *device, enum call which, const struct device_pool *pool,
                     uint32_t count, uint64_t value)
{
    return fake_call(device, (struct program_record){.call = (uint16_t)which,
                                                     .object = fake_row(pool),
                                                     .count = count,
                                                     .value = (int64_t)value});
}

static int pool_create(struct device *device, struct device_pool **pool)
{
    *pool =
        fake_handle(program_add_pool(&fake_of(device)->program, &(struct program_pool){.name = 0}));
    return pool_call(device, CALL_cudaMemPoolCreate, *pool, 0, 0);
}

static int pool_destroy(struct device *device, struct device_pool *pool)
{
    return pool_call(device, CALL_cudaMemPoolDestroy, pool, 0, 0);
}

static int pool_threshold(struct device *device, struct device_pool *pool, uint64_t bytes)
{
    return pool_call(device, CALL_cudaMemPoolSetAttribute, pool, 4, bytes);
}

static int pool_trim(struct device *device, struct device_pool *pool, uint64_t keep)
{
    return pool_call(device, CALL_cudaMemPoolTrimTo, pool, 0, keep);
}

static int pool_reserved(struct device *device, struct device_pool *pool, uint64_t *bytes)
{
    (void)device;
    (void)pool;
    *bytes = 0;
    return 0;
}

static int allocate_async(struct device *device, struct device_pool *pool, uint64_t bytes,
                          struct device_stream *stream, void **memory)
{
    return make_memory(
        device, pool ? CALL_cudaMallocFromPoolAsync : CALL_cudaMallocAsync,
        &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = bytes, .pool = fake_row(pool)},
        fake_stream_row(fake_of(device), stream), memory);
}

static int release_async(struct device *device, void *memory, struct device_stream *stream)
{
    return memory_call(device, CALL_cudaFreeAsync, memory,
                       fake_stream_row(fake_of(device), stream));
}

void fake_fill_streams(struct device_api *api)
{
    api->stream_create = stream_create;
    api->stream_destroy = stream_destroy;
    api->stream_query = stream_query;
    api->stream_synchronize = stream_synchronize;
    api->stream_wait = stream_wait;
    api->event_create = event_create;
    api->event_destroy = event_destroy;
    api->event_record = event_record;
    api->event_query = event_query;
    api->event_synchronize = event_synchronize;
    api->event_elapsed = event_elapsed;
    api->synchronize = synchronize;
    api->allocate = allocate;
    api->release = release;
    api->fill_rests = fill_rests;
    api->host_register = host_register;
    api->host_unregister = host_unregister;
    api->pool_create = pool_create;
    api->pool_destroy = pool_destroy;
    api->pool_threshold = pool_threshold;
    api->pool_trim = pool_trim;
    api->pool_reserved = pool_reserved;
    api->allocate_async = allocate_async;
    api->release_async = release_async;
}

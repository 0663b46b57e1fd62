#include "gpu/call.h"

#include "sim/model/cost.h"
#include "sim/model/cuda_errors.h"
#include "sim/model/timeline.h"

#define POLL_MOST INT64_C(10000000000) /* ns for which a poll goes on */

/* Handles of what a record names; -1 after an error, if one is not there: another order of threads
 * than the program was recorded with. */
static int stream_at(const struct run *run, const struct program_record *record, uint32_t row,
                     struct device_stream **stream, struct err *err)
{
    const struct program *program = run->plan->program;
    *stream = run->objects->streams[row];
    if (*stream || row == PROGRAM_STREAM_LEGACY)
        return 0;
    return plan_refuse(program, record, ERR_RUN, err,
                       "%s: stream `%s` is not there: the host threads ran in another order than "
                       "the program was recorded with",
                       call_info((enum call)record->call)->name,
                       program_name(program, program->streams.rows[row].name));
}

static int event_at(const struct run *run, const struct program_record *record, uint32_t row,
                    struct device_event **event, struct err *err)
{
    const struct program *program = run->plan->program;
    *event = run->objects->events[row];
    if (*event)
        return 0;
    return plan_refuse(program, record, ERR_RUN, err,
                       "%s: event `%s` is not there: the host threads ran in another order than "
                       "the program was recorded with",
                       call_info((enum call)record->call)->name,
                       program_name(program, program->events.rows[row].name));
}

static int copy(struct run *run, const struct program_record *record, struct device_stream *stream,
                struct err *err)
{
    const struct program *program = run->plan->program;
    const struct program_copy *row = &program->copies.rows[record->object];
    bool prefetch = record->call == CALL_cudaMemPrefetchAsync;
    bool peer = record->call == CALL_cudaMemcpyPeer || record->call == CALL_cudaMemcpyPeerAsync;
    bool has_source = row->kind != COPY_MEMSET && !prefetch;
    struct device_copy copy = {
        .kind = row->kind,
        .dst = objects_at(run->objects, row, true),
        .src = has_source ? objects_at(run->objects, row, false) : NULL,
        .bytes = row->dst.bytes,
        .rows = row->rows,
        .dst_pitch = row->dst_pitch,
        .src_pitch = row->src_pitch,
        .value = row->value < 0 ? 0 : row->value,
        .synchronous =
            call_async((enum call)record->call) != CALL_NONE || record->call == CALL_cudaMemcpyPeer,
        .prefetch = prefetch,
        .peer = peer,
    };
    if (copy.dst == NULL || (has_source && copy.src == NULL))
        return plan_refuse(program, record, ERR_RUN, err, "%s of memory that is not there",
                           call_info((enum call)record->call)->name);
    return run->device->api->copy(run->device, &copy, stream);
}

static int enqueue(struct run *run, uint32_t index, const struct call_body *body, struct err *err)
{
    struct device *device = run->device;
    const struct program_record *record = plan_record(run->plan, index);
    const struct program *program = run->plan->program;
    struct device_stream *stream;
    struct device_event *event;
    if (stream_at(run, record, record->stream, &stream, err) != 0)
        return -1;
    switch (call_info((enum call)record->call)->object) {
    case OBJECT_LAUNCH: {
        struct device_launch launch = run->plan->launches[record->object];
        if (run->stamps) {
            launch.stamps = run->objects->stamps + run->objects->first_stamp[index];
            launch.stamp_count = (size_t)cost_grid_blocks(&program->launches.rows[record->object]);
        }
        return device->api->launch(device, &launch, stream);
    }
    case OBJECT_HOSTFN: {
        return device->api->host_function(device, stream,
                                          program->hostfns.rows[record->object].callback,
                                          body->function, body->context);
    }
    case OBJECT_EVENT:
        if (event_at(run, record, record->object, &event, err) != 0)
            return -1;
        return record->call == CALL_cudaStreamWaitEvent
                   ? device->api->stream_wait(device, stream, event)
                   : device->api->event_record(device, event, stream);
    default:
        return copy(run, record, stream, err);
    }
}

static int free_memory(struct run *run, const struct program_record *record,
                       struct device_stream *stream, struct err *err)
{
    struct device *device = run->device;
    const struct program *program = run->plan->program;
    if (record->object == 0) /* the null pointer */
        return record->call == CALL_cudaFreeAsync
                   ? device->api->release_async(device, NULL, stream)
                   : device->api->release(
                         device, record->call == CALL_cudaFree ? MEMORY_DEVICE : MEMORY_PINNED,
                         NULL);
    void **memory = &run->objects->memory[record->object];
    if (*memory == NULL)
        return plan_refuse(program, record, ERR_RUN, err, "%s of memory that is not there",
                           call_info((enum call)record->call)->name);
    if (record->call == CALL_cudaHostUnregister) {
        run->objects->registered[record->object] = false;
        return device->api->host_unregister(device, *memory);
    }
    void *gone = *memory;
    *memory = NULL;
    return record->call == CALL_cudaFreeAsync
               ? device->api->release_async(device, gone, stream)
               : device->api->release(device, program->allocs.rows[record->object].kind, gone);
}

/* Calls about memory; what is there over all runs is neither made nor freed by them. */
static int memory_call(struct run *run, const struct program_record *record, struct err *err)
{
    struct device *device = run->device;
    const struct program_alloc *row = &run->plan->program->allocs.rows[record->object];
    void **memory = &run->objects->memory[record->object];
    uint64_t bytes = row->bytes ? row->bytes : 1;
    struct device_stream *stream;
    if (stream_at(run, record, record->stream, &stream, err) != 0)
        return -1;
    switch (record->call) {
    case CALL_cudaMallocAsync:
    case CALL_cudaMallocFromPoolAsync:
        return device->api->allocate_async(device, run->objects->pools[row->pool], bytes, stream,
                                           memory);
    case CALL_cudaHostRegister:
        run->objects->registered[record->object] = true;
        return device->api->host_register(device, *memory, bytes);
    case CALL_cudaFree:
    case CALL_cudaFreeHost:
    case CALL_cudaHostUnregister:
    case CALL_cudaFreeAsync:
        return free_memory(run, record, stream, err);
    case CALL_cudaMalloc:
    case CALL_cudaMallocPitch:
    case CALL_cudaMallocManaged:
    case CALL_cudaMallocHost:
    case CALL_cudaHostAlloc:
        return device->api->allocate(device, row->kind, bytes, memory);
    default:
        return device->api->query(device, &(struct device_query){.call = (enum call)record->call,
                                                                 .stream = stream,
                                                                 .pointer = *memory,
                                                                 .count = record->count,
                                                                 .value = record->value});
    }
}

static int ask(struct device *device, enum call call, struct device_stream *stream,
               struct device_event *event)
{
    return call == CALL_cudaStreamQuery ? device->api->stream_query(device, stream)
                                        : device->api->event_query(device, event);
}

/* The turn before the query once more: work, sleeps, and looks, here at the same thing. */
static void go_round(struct run *run, uint32_t index, struct device_stream *stream,
                     struct device_event *event)
{
    const struct plan *plan = run->plan;
    struct device *device = run->device;
    for (uint32_t i = plan->polls.turns[index]; i != PLAN_NONE && i != index;
         i = plan->following[i]) {
        const struct program_record *record = plan_record(plan, i);
        if (program_sleeps(record))
            device->api->sleep(device, record->value);
        else if (call_is_work(record->call))
            device->api->work(device, record->value);
        else if (call_is_query(record->call))
            ask(device, plan_record(plan, index)->call, stream, event);
    }
}

/* A poll is repeated until the device is done, within bounds; others are asked as often as they
 * were, or until then in a loop that waits for it. */
static int query(struct run *run, uint32_t index, struct device_stream *stream,
                 struct device_event *event, struct err *err)
{
    struct device *device = run->device;
    const struct program_record *record = plan_record(run->plan, index);
    bool polls = record->flags & RECORD_POLL, loops = run->plan->polls.until[index] != POLLS_NONE;
    int64_t until = device->api->now(device) + POLL_MOST;
    uint32_t left = record->count ? record->count : 1;
    for (;;) {
        int error = ask(device, record->call, stream, event);
        left -= left > 0;
        if (polls ? error != CUDA_cudaErrorNotReady
                  : left == 0 || (error ? error != CUDA_cudaErrorNotReady : loops))
            return error;
        if (device->api->now(device) > until)
            return plan_refuse(
                run->plan->program, record, ERR_RUN, err, "%s is still not ready after %d s",
                call_info((enum call)record->call)->name, (int)(POLL_MOST / 1000000000));
        go_round(run, index, stream, event);
    }
}

/* Which answer of the plan is the record's; they stand in the order of their records. */
static size_t answer_of(const struct plan *plan, uint32_t record)
{
    size_t low = 0, high = plan->answer_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (plan->answers[middle] <= record)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static int elapsed(struct run *run, uint32_t index, struct device_event *start, struct err *err)
{
    const struct program_record *record = plan_record(run->plan, index);
    struct device_event *end;
    int64_t ns = 0;
    if (event_at(run, record, (uint32_t)record->value, &end, err) != 0)
        return -1;
    int error = run->device->api->event_elapsed(run->device, start, end, &ns);
    if (error == 0)
        run->answers[answer_of(run->plan, index)] = ns;
    return error;
}

static int event_call(struct run *run, uint32_t index, struct err *err)
{
    struct device *device = run->device;
    const struct program_record *record = plan_record(run->plan, index);
    const struct program_event *row = &run->plan->program->events.rows[record->object];
    struct device_event *event = NULL;
    bool creates =
        record->call == CALL_cudaEventCreate || record->call == CALL_cudaEventCreateWithFlags;
    if (!creates && event_at(run, record, record->object, &event, err) != 0)
        return -1;
    switch (record->call) {
    case CALL_cudaEventDestroy:
        run->objects->events[record->object] = NULL;
        return device->api->event_destroy(device, event);
    case CALL_cudaEventQuery:
        return query(run, index, NULL, event, err);
    case CALL_cudaEventSynchronize:
        return device->api->event_synchronize(device, event);
    case CALL_cudaEventElapsedTime:
        return elapsed(run, index, event, err);
    default:
        return device->api->event_create(device, row->timing, row->blocking,
                                         &run->objects->events[record->object]);
    }
}

static int stream_call(struct run *run, uint32_t index, struct err *err)
{
    struct device *device = run->device;
    const struct program_record *record = plan_record(run->plan, index);
    uint32_t row = plan_stream_of(record);
    bool lasts = run->plan->lasting[row];
    const struct program_stream *stream_row = &run->plan->program->streams.rows[row];
    struct device_stream *stream = NULL, *from = NULL;
    if (!call_creates_stream(record->call) && stream_at(run, record, row, &stream, err) != 0)
        return -1;
    switch (record->call) {
    case CALL_cudaStreamCreate:
    case CALL_cudaStreamCreateWithFlags:
    case CALL_cudaStreamCreateWithPriority:
        if (lasts && run->objects->streams[row])
            return 0;
        return device->api->stream_create(device, stream_row->kind == STREAM_NONBLOCKING,
                                          stream_row->priority, &run->objects->streams[row]);
    case CALL_cudaStreamDestroy:
        if (lasts)
            return 0;
        run->objects->streams[row] = NULL;
        return device->api->stream_destroy(device, stream);
    case CALL_cudaStreamQuery:
        return query(run, index, stream, NULL, err);
    case CALL_cudaStreamSynchronize:
        return device->api->stream_synchronize(device, stream);
    case CALL_cudaStreamCopyAttributes:
        if (record->value < 0 || (uint64_t)record->value >= run->plan->program->streams.count ||
            stream_at(run, record, (uint32_t)record->value, &from, err) != 0)
            return 0;
        break;
    default:
        break;
    }
    return device->api->query(device, &(struct device_query){.call = (enum call)record->call,
                                                             .stream = stream,
                                                             .from = from,
                                                             .count = record->count,
                                                             .value = record->value});
}

enum { POOL_RELEASE_THRESHOLD = 4 }; /* cudaMemPoolAttrReleaseThreshold, driver_types.h */

static int pool_call(struct run *run, const struct program_record *record)
{
    struct device *device = run->device;
    struct device_pool **pool = &run->objects->pools[record->object];
    switch (record->call) {
    case CALL_cudaMemPoolCreate:
        return device->api->pool_create(device, pool);
    case CALL_cudaMemPoolDestroy: {
        struct device_pool *gone = *pool;
        *pool = NULL;
        return device->api->pool_destroy(device, gone);
    }
    case CALL_cudaMemPoolTrimTo:
        return device->api->pool_trim(device, *pool,
                                      record->value < 0 ? 0 : (uint64_t)record->value);
    case CALL_cudaMemPoolSetAttribute:
        if (record->count == POOL_RELEASE_THRESHOLD)
            return device->api->pool_threshold(
                device, *pool, record->value < 0 ? UINT64_MAX : (uint64_t)record->value);
        break;
    default:
        break;
    }
    return device->api->query(device, &(struct device_query){.call = (enum call)record->call,
                                                             .pool = *pool,
                                                             .count = record->count,
                                                             .value = record->value});
}

int call_make(struct run *run, uint32_t index, const struct call_body *body, struct err *err)
{
    struct device *device = run->device;
    const struct program_record *record = plan_record(run->plan, index);
    if (record->call == CALL_cudaDeviceSynchronize || record->call == CALL_cudaDeviceReset)
        return device->api->synchronize(device);
    switch (call_info((enum call)record->call)->object) {
    case OBJECT_ALLOC: /* stream-ordered calls too */
        return memory_call(run, record, err);
    case OBJECT_STREAM:
        return stream_call(run, index, err);
    case OBJECT_EVENT:
        if (run->plan->steps[index] == PLAN_CALL)
            return event_call(run, index, err);
        return enqueue(run, index, body, err);
    case OBJECT_POOL:
        return pool_call(run, record);
    case OBJECT_LAUNCH:
    case OBJECT_COPY:
    case OBJECT_HOSTFN:
        return run->plan->steps[index] == PLAN_OPERATION ? enqueue(run, index, body, err) : 0;
    default:
        return device->api->query(device, &(struct device_query){.call = (enum call)record->call,
                                                                 .count = record->count,
                                                                 .value = record->value});
    }
}

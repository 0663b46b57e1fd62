#include "gpu/run.h"

#include "sim/base/mem.h"
#include "sim/model/cost.h"
#include "sim/model/cuda_errors.h"
#include "sim/model/timeline.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define POLL_MOST INT64_C(10000000000) /* ns for which a poll goes on */

void run_init(struct run *run, struct objects *objects, struct process_page *page)
{
    const struct plan *plan = objects->plan;
    *run = (struct run){.plan = plan, .objects = objects, .device = objects->device, .page = page};
    run->calls = mem_zalloc((plan->program->records.count + 1) * sizeof *run->calls);
    run->bodies = mem_zalloc((plan->op_count + 1) * sizeof *run->bodies);
    run->answers = mem_zalloc((plan->answer_count + 1) * sizeof *run->answers);
}

void run_release(struct run *run)
{
    free(run->calls);
    free(run->bodies);
    free(run->answers);
    memset(run, 0, sizeof *run);
}

/* A run in progress. What fails first is kept; from then on threads only start, join and lock, so
 * that all of them come to their end. */
struct progress {
    struct run *run;
    atomic_bool failed;
    pthread_mutex_t mutex; /* guards *err */
    struct err *err;
    struct host_body {
        struct progress *progress;
        uint32_t record; /* of the call that put it into its stream */
    } * bodies;          /* by operation */
    struct host_start {
        struct progress *progress;
        uint32_t thread;
        bool started;
    } * starts; /* by thread */
};

static const struct program_record *record_at(const struct progress *progress, uint32_t index)
{
    return &progress->run->plan->program->records.rows[index];
}

static void stand_at(struct progress *progress, uint32_t thread, uint32_t position)
{
    struct process_page *page = progress->run->page;
    uint32_t row = thread < PROCESS_POSITIONS ? thread : PROCESS_POSITIONS - 1;
    if (page)
        atomic_store_explicit(&page->positions[row], position, memory_order_relaxed);
}

/* The first failure is the one that is told. */
static void fail(struct progress *progress, const struct err *err)
{
    pthread_mutex_lock(&progress->mutex);
    if (!atomic_exchange(&progress->failed, true))
        *progress->err = *err;
    pthread_mutex_unlock(&progress->mutex);
}

/* --- calls --------------------------------------------------------------------------------------
 */

/* Handles of what a record names; -1 after an error, if one is not there: another order of threads
 * than the program was recorded with. */
static int stream_at(const struct progress *progress, const struct program_record *record,
                     uint32_t row, struct device_stream **stream, struct err *err)
{
    const struct program *program = progress->run->plan->program;
    *stream = progress->run->objects->streams[row];
    if (*stream || row == PROGRAM_STREAM_LEGACY)
        return 0;
    return plan_refuse(program, record, ERR_RUN, err,
                       "%s: stream `%s` is not there: the host threads ran in another order than "
                       "the program was recorded with",
                       call_info((enum call)record->call)->name,
                       program_name(program, program->streams.rows[row].name));
}

static int event_at(const struct progress *progress, const struct program_record *record,
                    uint32_t row, struct device_event **event, struct err *err)
{
    const struct program *program = progress->run->plan->program;
    *event = progress->run->objects->events[row];
    if (*event)
        return 0;
    return plan_refuse(program, record, ERR_RUN, err,
                       "%s: event `%s` is not there: the host threads ran in another order than "
                       "the program was recorded with",
                       call_info((enum call)record->call)->name,
                       program_name(program, program->events.rows[row].name));
}

static bool is_synchronous(enum call call)
{
    switch (call) {
    case CALL_cudaMemcpy:
    case CALL_cudaMemcpy2D:
    case CALL_cudaMemcpyToSymbol:
    case CALL_cudaMemcpyFromSymbol:
    case CALL_cudaMemset:
    case CALL_cudaMemset2D:
        return true;
    default:
        return false;
    }
}

static int copy(struct progress *progress, const struct program_record *record,
                struct device_stream *stream, struct err *err)
{
    const struct run *run = progress->run;
    const struct program *program = run->plan->program;
    const struct program_copy *row = &program->copies.rows[record->object];
    bool prefetch = record->call == CALL_cudaMemPrefetchAsync;
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
        .synchronous = is_synchronous((enum call)record->call),
        .prefetch = prefetch,
    };
    if (copy.dst == NULL || (has_source && copy.src == NULL))
        return plan_refuse(program, record, ERR_RUN, err, "%s of memory that is not there",
                           call_info((enum call)record->call)->name);
    return run->device->api->copy(run->device, &copy, stream);
}

static void run_host_function(void *context);

static int enqueue(struct progress *progress, uint32_t index, struct err *err)
{
    struct run *run = progress->run;
    struct device *device = run->device;
    const struct program_record *record = record_at(progress, index);
    const struct program *program = run->plan->program;
    struct device_stream *stream;
    struct device_event *event;
    if (stream_at(progress, record, record->stream, &stream, err) != 0)
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
        struct host_body *body = &progress->bodies[run->plan->ops[index]];
        *body = (struct host_body){progress, index};
        return device->api->host_function(device, stream,
                                          program->hostfns.rows[record->object].callback,
                                          run_host_function, body);
    }
    case OBJECT_EVENT:
        if (event_at(progress, record, record->object, &event, err) != 0)
            return -1;
        return record->call == CALL_cudaStreamWaitEvent
                   ? device->api->stream_wait(device, stream, event)
                   : device->api->event_record(device, event, stream);
    default:
        return copy(progress, record, stream, err);
    }
}

static int free_memory(struct progress *progress, const struct program_record *record,
                       struct device_stream *stream, struct err *err)
{
    struct run *run = progress->run;
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
static int memory_call(struct progress *progress, const struct program_record *record,
                       struct err *err)
{
    struct run *run = progress->run;
    struct device *device = run->device;
    const struct program_alloc *row = &run->plan->program->allocs.rows[record->object];
    void **memory = &run->objects->memory[record->object];
    uint64_t bytes = row->bytes ? row->bytes : 1;
    struct device_stream *stream;
    if (stream_at(progress, record, record->stream, &stream, err) != 0)
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
        return free_memory(progress, record, stream, err);
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

/* A poll is repeated until the device is done, within bounds; others are asked as often as they
 * were. */
static int query(struct progress *progress, const struct program_record *record,
                 struct device_stream *stream, struct device_event *event, struct err *err)
{
    struct device *device = progress->run->device;
    bool polls = record->flags & RECORD_POLL;
    int64_t until = device->api->now(device) + POLL_MOST;
    uint32_t left = record->count ? record->count : 1;
    for (;;) {
        int error = record->call == CALL_cudaStreamQuery ? device->api->stream_query(device, stream)
                                                         : device->api->event_query(device, event);
        left -= left > 0;
        if (polls ? error != CUDA_cudaErrorNotReady
                  : left == 0 || (error && error != CUDA_cudaErrorNotReady))
            return error;
        if (device->api->now(device) > until)
            return plan_refuse(progress->run->plan->program, record, ERR_RUN, err,
                               "%s is still not ready after %d s",
                               call_info((enum call)record->call)->name,
                               (int)(POLL_MOST / 1000000000));
    }
}

static int elapsed(struct progress *progress, uint32_t index, struct device_event *start,
                   struct err *err)
{
    struct run *run = progress->run;
    const struct program_record *record = record_at(progress, index);
    struct device_event *end;
    int64_t ns = 0;
    if (event_at(progress, record, (uint32_t)record->value, &end, err) != 0)
        return -1;
    int error = run->device->api->event_elapsed(run->device, start, end, &ns);
    for (size_t i = 0; error == 0 && i < run->plan->answer_count; i++)
        if (run->plan->answers[i] == index)
            run->answers[i] = ns;
    return error;
}

static int event_call(struct progress *progress, uint32_t index, struct err *err)
{
    struct run *run = progress->run;
    struct device *device = run->device;
    const struct program_record *record = record_at(progress, index);
    const struct program_event *row = &run->plan->program->events.rows[record->object];
    struct device_event *event = NULL;
    bool creates =
        record->call == CALL_cudaEventCreate || record->call == CALL_cudaEventCreateWithFlags;
    if (!creates && event_at(progress, record, record->object, &event, err) != 0)
        return -1;
    switch (record->call) {
    case CALL_cudaEventDestroy:
        run->objects->events[record->object] = NULL;
        return device->api->event_destroy(device, event);
    case CALL_cudaEventQuery:
        return query(progress, record, NULL, event, err);
    case CALL_cudaEventSynchronize:
        return device->api->event_synchronize(device, event);
    case CALL_cudaEventElapsedTime:
        return elapsed(progress, index, event, err);
    default:
        return device->api->event_create(device, row->timing, row->blocking,
                                         &run->objects->events[record->object]);
    }
}

static int stream_call(struct progress *progress, const struct program_record *record,
                       struct err *err)
{
    struct run *run = progress->run;
    struct device *device = run->device;
    uint32_t row = record->object ? record->object : record->stream;
    const struct program_stream *stream_row = &run->plan->program->streams.rows[row];
    struct device_stream *stream = NULL, *from = NULL;
    bool creates = record->call == CALL_cudaStreamCreate ||
                   record->call == CALL_cudaStreamCreateWithFlags ||
                   record->call == CALL_cudaStreamCreateWithPriority;
    if (!creates && stream_at(progress, record, row, &stream, err) != 0)
        return -1;
    switch (record->call) {
    case CALL_cudaStreamCreate:
    case CALL_cudaStreamCreateWithFlags:
    case CALL_cudaStreamCreateWithPriority:
        return device->api->stream_create(device, stream_row->kind == STREAM_NONBLOCKING,
                                          stream_row->priority, &run->objects->streams[row]);
    case CALL_cudaStreamDestroy:
        run->objects->streams[row] = NULL;
        return device->api->stream_destroy(device, stream);
    case CALL_cudaStreamQuery:
        return query(progress, record, stream, NULL, err);
    case CALL_cudaStreamSynchronize:
        return device->api->stream_synchronize(device, stream);
    case CALL_cudaStreamCopyAttributes:
        if (record->value < 0 || (uint64_t)record->value >= run->plan->program->streams.count ||
            stream_at(progress, record, (uint32_t)record->value, &from, err) != 0)
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

static int pool_call(struct progress *progress, const struct program_record *record)
{
    struct run *run = progress->run;
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

/* Returns 0, a CUDA error, or -1 with *err filled. */
static int make_call(struct progress *progress, uint32_t index, struct err *err)
{
    struct run *run = progress->run;
    struct device *device = run->device;
    const struct program_record *record = record_at(progress, index);
    if (record->call == CALL_cudaDeviceSynchronize || record->call == CALL_cudaDeviceReset)
        return device->api->synchronize(device);
    switch (call_info((enum call)record->call)->object) {
    case OBJECT_ALLOC: /* stream-ordered calls too */
        return memory_call(progress, record, err);
    case OBJECT_STREAM:
        return stream_call(progress, record, err);
    case OBJECT_EVENT:
        if (run->plan->steps[index] == PLAN_CALL)
            return event_call(progress, index, err);
        return enqueue(progress, index, err);
    case OBJECT_POOL:
        return pool_call(progress, record);
    case OBJECT_LAUNCH:
    case OBJECT_COPY:
    case OBJECT_HOSTFN:
        return run->plan->steps[index] == PLAN_OPERATION ? enqueue(progress, index, err) : 0;
    default:
        return device->api->query(device, &(struct device_query){.call = (enum call)record->call,
                                                                 .count = record->count,
                                                                 .value = record->value});
    }
}

/* Whether the run makes the call: what allocates or frees memory that is there over all runs is
 * not made. */
static bool is_made(const struct plan *plan, const struct program_record *record)
{
    switch (record->call) {
    case CALL_cudaMalloc:
    case CALL_cudaMallocPitch:
    case CALL_cudaMallocManaged:
    case CALL_cudaMallocHost:
    case CALL_cudaHostAlloc:
    case CALL_cudaHostRegister:
    case CALL_cudaFree:
    case CALL_cudaFreeHost:
    case CALL_cudaHostUnregister:
        return record->object == 0 || plan->live[record->object];
    default:
        return true;
    }
}

static void cuda_call(struct progress *progress, uint32_t index)
{
    struct run *run = progress->run;
    struct device *device = run->device;
    const struct program_record *record = record_at(progress, index);
    struct err err;
    err_init(&err);
    if (atomic_load_explicit(&progress->failed, memory_order_relaxed) ||
        !is_made(run->plan, record))
        return;
    bool tagged = run->first_tag && run->plan->steps[index] == PLAN_OPERATION;
    if (tagged)
        device->api->trace_tag(device, run->first_tag + index);
    run->calls[index].from = device->api->now(device);
    int error = make_call(progress, index, &err);
    run->calls[index].to = device->api->now(device);
    if (tagged)
        device->api->trace_tag(device, 0);
    if (error == 0 && run->events && run->plan->steps[index] == PLAN_OPERATION)
        error = end_events_record(run->events, run->plan->ops[index],
                                  run->objects->streams[record->stream]);
    bool tells = record->call == CALL_cudaGetLastError || record->call == CALL_cudaPeekAtLastError;
    if (error == 0 || error == CUDA_cudaErrorNotReady || error == record->result ||
        (tells && error != -1))
        return;
    if (error != -1)
        objects_failed(run->objects, record, error, &err);
    fail(progress, &err);
}

/* --- the host -----------------------------------------------------------------------------------
 */

static void run_thread(void *context);

static void host_call(struct progress *progress, uint32_t index)
{
    struct run *run = progress->run;
    struct device *device = run->device;
    const struct program_record *record = record_at(progress, index);
    struct err err;
    err_init(&err);
    int error = 0;
    run->calls[index].from = device->api->now(device);
    switch (record->call) {
    case CALL_thread_create: {
        struct host_start *start = &progress->starts[record->object];
        *start = (struct host_start){progress, record->object, true};
        error = device->api->thread_start(device, record->object, run_thread, start);
        start->started = error == 0;
        break;
    }
    case CALL_thread_join:
        if (progress->starts[record->object].started)
            error = device->api->thread_join(device, record->object);
        progress->starts[record->object].started = false;
        break;
    case CALL_gate_open:
        device->api->gate_open(device);
        break;
    case CALL_lock_acquire:
        device->api->lock_acquire(device, record->object);
        break;
    case CALL_lock_release:
        device->api->lock_release(device, record->object, record->count == 1);
        break;
    default: /* host_work */
        if (!atomic_load_explicit(&progress->failed, memory_order_relaxed))
            device->api->work(device, record->value);
        break;
    }
    run->calls[index].to = device->api->now(device);
    if (error == 0)
        return;
    plan_refuse(run->plan->program, record, ERR_RUN, &err, "%s: the host refuses",
                call_info((enum call)record->call)->name);
    fail(progress, &err);
}

/* Performs a thread's records from one on; those of a host function until its end. */
static void perform(struct progress *progress, uint32_t index)
{
    const struct plan *plan = progress->run->plan;
    while (index != PLAN_NONE) {
        const struct program_record *record = record_at(progress, index);
        bool range = record->call == CALL_range_push || record->call == CALL_range_pop;
        stand_at(progress, record->thread, index + 1);
        switch (plan->steps[index]) {
        case PLAN_HOST:
            host_call(progress, index);
            break;
        case PLAN_CALL:
        case PLAN_OPERATION:
            cuda_call(progress, index);
            break;
        default:
            if (range)
                progress->run->calls[index].from = progress->run->calls[index].to =
                    progress->run->device->api->now(progress->run->device);
            break;
        }
        if (record->call == CALL_thread_end)
            break;
        index = plan->following[index];
    }
}

static void run_thread(void *context)
{
    struct host_start *start = context;
    perform(start->progress, start->progress->run->plan->first[start->thread]);
    stand_at(start->progress, start->thread, 0);
}

static void run_host_function(void *context)
{
    struct host_body *body = context;
    struct progress *progress = body->progress;
    struct run *run = progress->run;
    struct run_time *time = &run->bodies[run->plan->ops[body->record]];
    uint32_t row = record_at(progress, body->record)->object;
    time->from = run->device->api->now(run->device);
    if (!atomic_load_explicit(&progress->failed, memory_order_relaxed)) {
        if (run->plan->program->hostfns.rows[row].time > 0)
            run->device->api->work(run->device, run->plan->program->hostfns.rows[row].time);
        perform(progress, run->plan->bodies[row]);
    }
    time->to = run->device->api->now(run->device);
}

/* The program's main thread; threads that it does not join are waited for. */
static void run_main(void *context)
{
    struct progress *progress = context;
    struct run *run = progress->run;
    struct device *device = run->device;
    int error = run->events ? end_events_begin(run->events) : 0;
    if (error == 0)
        perform(progress, run->plan->first[0]);
    for (uint32_t i = 0; i < run->plan->program->threads.count; i++)
        if (progress->starts[i].started)
            device->api->thread_join(device, i);
    if (error == 0)
        error = device->api->synchronize(device);
    run->idle = device->api->now(device);
    if (run->events && !progress->failed) {
        int end = end_events_end(run->events);
        error = error ? error : end;
    }
    stand_at(progress, 0, 0);
    if (error) {
        struct err err;
        err_init(&err);
        objects_failed(run->objects, NULL, error, &err);
        fail(progress, &err);
    }
}

int run_perform(struct run *run, struct err *err)
{
    const struct plan *plan = run->plan;
    const struct run_time unknown = {TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
    struct err first;
    err_init(&first);
    struct progress progress = {.run = run, .err = &first};
    progress.bodies = mem_zalloc((plan->op_count + 1) * sizeof *progress.bodies);
    progress.starts = mem_zalloc((plan->program->threads.count + 1) * sizeof *progress.starts);
    pthread_mutex_init(&progress.mutex, NULL);
    for (size_t i = 0; i < plan->program->records.count; i++)
        run->calls[i] = unknown;
    for (size_t i = 0; i < plan->op_count; i++)
        run->bodies[i] = unknown;
    for (size_t i = 0; i < plan->answer_count; i++)
        run->answers[i] = TIMELINE_UNKNOWN;
    int result = run->device->api->run(run->device, run_main, &progress, err);
    if (result == 0 && progress.failed) {
        *err = first;
        result = -1;
    }
    objects_reset(run->objects);
    pthread_mutex_destroy(&progress.mutex);
    free(progress.bodies);
    free(progress.starts);
    return result;
}

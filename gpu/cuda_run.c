#include "gpu/cuda_run.h"

#include "sim/base/mem.h"

#include <stdlib.h>

bool cuda_run_enqueues(const struct program_record *record, bool work)
{
    switch (record->call) {
    case CALL_cudaLaunchKernel:
    case CALL_cudaLaunchKernelExC:
    case CALL_cudaLaunchHostFunc:
    case CALL_cudaStreamAddCallback:
    case CALL_cudaMemcpy:
    case CALL_cudaMemcpyAsync:
    case CALL_cudaMemset:
    case CALL_cudaMemsetAsync:
        return true;
    case CALL_cudaEventRecord:
    case CALL_cudaEventRecordWithFlags:
    case CALL_cudaStreamWaitEvent:
        return !work;
    default:
        return false;
    }
}

/* Calls that the executor need not make again: what they make or ask is prepared, or nothing. */
static bool is_skipped(const struct program_record *record)
{
    switch (record->call) {
    case CALL_cudaGetLastError:
    case CALL_cudaPeekAtLastError:
    case CALL_cudaGetDeviceProperties:
    case CALL_cudaDeviceGetAttribute:
    case CALL_cudaGetDeviceCount:
    case CALL_cudaGetDevice:
    case CALL_cudaSetDevice:
    case CALL_cudaDeviceGetStreamPriorityRange:
    case CALL_cudaMalloc:
    case CALL_cudaFree:
    case CALL_cudaMallocHost:
    case CALL_cudaHostAlloc:
    case CALL_cudaFreeHost:
    case CALL_host_read:
    case CALL_host_write:
    case CALL_host_clock:
    case CALL_range_push:
    case CALL_range_pop:
    case CALL_set_variable:
    case CALL_thread_end:
    case CALL_cudaProfilerStart:
    case CALL_cudaProfilerStop:
        return true;
    default:
        return false;
    }
}

static bool is_run(const struct program_record *record)
{
    switch (record->call) {
    case CALL_cudaStreamCreate:
    case CALL_cudaStreamCreateWithFlags:
    case CALL_cudaStreamCreateWithPriority:
    case CALL_cudaStreamDestroy:
    case CALL_cudaStreamQuery:
    case CALL_cudaStreamSynchronize:
    case CALL_cudaEventCreate:
    case CALL_cudaEventCreateWithFlags:
    case CALL_cudaEventDestroy:
    case CALL_cudaEventQuery:
    case CALL_cudaEventSynchronize:
    case CALL_cudaEventElapsedTime:
    case CALL_cudaDeviceSynchronize:
    case CALL_host_work:
        return true;
    default:
        return cuda_run_enqueues(record, false);
    }
}

static bool allocates(const struct program_record *record)
{
    return record->call == CALL_cudaMalloc || record->call == CALL_cudaFree ||
           record->call == CALL_cudaMallocHost || record->call == CALL_cudaHostAlloc ||
           record->call == CALL_cudaFreeHost;
}

int cuda_run_check(const struct program *program, struct err *err)
{
    size_t first = program->records.count, last = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        if (!cuda_run_enqueues(&program->records.rows[i], true))
            continue;
        if (first == program->records.count)
            first = i;
        last = i;
    }
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        const struct program_place *place = &program->places.rows[record->place];
        const char *name = call_info((enum call)record->call)->name;
        const char *why = NULL;
        if (record->thread != 0)
            why = "it is not made by main's thread";
        else if (!is_skipped(record) && !is_run(record))
            why = "the executor does not know it";
        else if (allocates(record) && i > first && i < last)
            why = "memory is allocated or freed in the timed part";
        if (why)
            return err_set_at(
                err, ERR_UNAVAILABLE, record->place ? program_name(program, place->file) : "",
                record->place ? place->line : 0, 0, "cannot measure %s yet: %s", name, why);
    }
    if (first == program->records.count)
        return err_set(err, ERR_INPUT, "the program gives the device nothing to do");
    return 0;
}

static void wait_busily(int64_t (*clock)(void), int64_t ns)
{
    int64_t until = clock() + ns;
    while (clock() < until)
        ;
}

struct host_function {
    int64_t (*clock)(void);
    int64_t ns;
};

static void CUDART_CB run_host_function(void *data)
{
    const struct host_function *function = data;
    wait_busily(function->clock, function->ns);
}

struct run {
    struct cuda_objects *objects;
    const struct program *program;
    int64_t (*clock)(void);
    struct host_function *functions; /* by row of hostfns */
};

static cudaError_t launch(struct run *run, size_t index, const struct program_record *record,
                          cudaStream_t stream)
{
    const struct cuda_objects *objects = run->objects;
    const struct program_launch *row = &run->program->launches.rows[record->object];
    struct spin_launch spin = {
        .grid = {row->grid[0], row->grid[1], row->grid[2]},
        .block = {row->block[0], row->block[1], row->block[2]},
        .shared_bytes = row->shared_bytes,
        .block_ns = objects->block_ns[record->object],
        .stamps = objects->stamps ? objects->stamps + objects->first_stamp[index] : NULL,
    };
    return spin_launch(&spin, stream);
}

static cudaError_t copy(struct run *run, const struct program_record *record, cudaStream_t stream)
{
    static const enum cudaMemcpyKind kinds[] = {
        [COPY_H2D] = cudaMemcpyHostToDevice,   [COPY_D2H] = cudaMemcpyDeviceToHost,
        [COPY_D2D] = cudaMemcpyDeviceToDevice, [COPY_P2P] = cudaMemcpyDeviceToDevice,
        [COPY_H2H] = cudaMemcpyHostToHost,
    };
    const struct program_copy *row = &run->program->copies.rows[record->object];
    void *dst = cuda_objects_at(run->objects, &row->dst);
    switch (record->call) {
    case CALL_cudaMemset:
        return cudaMemset(dst, row->value, row->dst.bytes);
    case CALL_cudaMemsetAsync:
        return cudaMemsetAsync(dst, row->value, row->dst.bytes, stream);
    case CALL_cudaMemcpy:
        return cudaMemcpy(dst, cuda_objects_at(run->objects, &row->src), row->dst.bytes,
                          kinds[row->kind]);
    default:
        return cudaMemcpyAsync(dst, cuda_objects_at(run->objects, &row->src), row->dst.bytes,
                               kinds[row->kind], stream);
    }
}

static cudaError_t create_stream(struct run *run, uint32_t row)
{
    const struct program_stream *stream = &run->program->streams.rows[row];
    unsigned int flags =
        stream->kind == STREAM_NONBLOCKING ? cudaStreamNonBlocking : cudaStreamDefault;
    return cudaStreamCreateWithPriority(&run->objects->streams[row], flags, stream->priority);
}

static cudaError_t create_event(struct run *run, uint32_t row)
{
    const struct program_event *event = &run->program->events.rows[row];
    unsigned int flags = (event->timing ? 0 : cudaEventDisableTiming) |
                         (event->blocking ? cudaEventBlockingSync : 0);
    return cudaEventCreateWithFlags(&run->objects->events[row], flags);
}

/* A poll is repeated until the device is done; a single query is asked once. */
static cudaError_t query(const struct program_record *record, cudaStream_t stream,
                         cudaEvent_t event)
{
    cudaError_t error;
    do {
        error =
            record->call == CALL_cudaStreamQuery ? cudaStreamQuery(stream) : cudaEventQuery(event);
    } while (error == cudaErrorNotReady && (record->flags & RECORD_POLL));
    return error == cudaErrorNotReady ? cudaSuccess : error;
}

static cudaError_t perform(struct run *run, size_t index)
{
    const struct program_record *record = &run->program->records.rows[index];
    struct cuda_objects *objects = run->objects;
    cudaStream_t stream = objects->streams[record->stream];
    cudaEvent_t event = call_info((enum call)record->call)->object == OBJECT_EVENT
                            ? objects->events[record->object]
                            : NULL;
    cudaError_t error = cudaSuccess;
    float ms;
    switch (record->call) {
    case CALL_cudaStreamCreate:
    case CALL_cudaStreamCreateWithFlags:
    case CALL_cudaStreamCreateWithPriority:
        return create_stream(run, record->stream);
    case CALL_cudaStreamDestroy:
        objects->streams[record->stream] = NULL;
        return cudaStreamDestroy(stream);
    case CALL_cudaStreamQuery:
    case CALL_cudaEventQuery:
        return query(record, stream, event);
    case CALL_cudaStreamSynchronize:
        return cudaStreamSynchronize(stream);
    case CALL_cudaStreamWaitEvent:
        return cudaStreamWaitEvent(stream, event, 0);
    case CALL_cudaEventCreate:
    case CALL_cudaEventCreateWithFlags:
        return create_event(run, record->object);
    case CALL_cudaEventDestroy:
        objects->events[record->object] = NULL;
        return cudaEventDestroy(event);
    case CALL_cudaEventRecord:
    case CALL_cudaEventRecordWithFlags:
        return cudaEventRecord(event, stream);
    case CALL_cudaEventSynchronize:
        return cudaEventSynchronize(event);
    case CALL_cudaEventElapsedTime:
        error = cudaEventElapsedTime(&ms, event, objects->events[record->value]);
        return error == cudaErrorNotReady ? cudaSuccess : error;
    case CALL_cudaDeviceSynchronize:
        return cudaDeviceSynchronize();
    case CALL_cudaLaunchHostFunc:
    case CALL_cudaStreamAddCallback:
        return cudaLaunchHostFunc(stream, run_host_function, &run->functions[record->object]);
    case CALL_cudaLaunchKernel:
    case CALL_cudaLaunchKernelExC:
        return launch(run, index, record, stream);
    case CALL_host_work:
        wait_busily(run->clock, record->value);
        return cudaSuccess;
    default:
        return is_skipped(record) ? cudaSuccess : copy(run, record, stream);
    }
}

/* Calls after which the host knows that device work is done. */
static bool waits_for_device(const struct program *program, const struct program_record *record)
{
    switch (record->call) {
    case CALL_cudaDeviceSynchronize:
    case CALL_cudaStreamSynchronize:
    case CALL_cudaEventSynchronize:
    case CALL_cudaMemcpy:
        return true;
    case CALL_cudaStreamQuery:
    case CALL_cudaEventQuery:
        return (record->flags & RECORD_POLL) != 0;
    case CALL_cudaMemcpyAsync:
        return program->copies.rows[record->object].host_memory == MEMORY_PAGEABLE;
    default:
        return false;
    }
}

static int perform_all(struct run *run, struct run_time *times, int64_t *last, struct err *err)
{
    const struct program *program = run->program;
    bool waited = false;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (is_skipped(record)) {
            times[i].enter = times[i].returned = run->clock();
            continue;
        }
        times[i].enter = run->clock();
        cudaError_t error = perform(run, i);
        times[i].returned = run->clock();
        if (error != cudaSuccess)
            return cuda_failed(err, program, record, error);
        if (waits_for_device(program, record)) {
            *last = times[i].returned;
            waited = true;
        } else if (cuda_run_enqueues(record, true)) {
            waited = false;
        }
    }
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        return cuda_failed(err, program, NULL, error);
    if (!waited)
        *last = run->clock();
    return 0;
}

int cuda_run(struct cuda_objects *objects, int64_t (*clock)(void), struct run_time *times,
             int64_t *last, struct err *err)
{
    struct run run = {.objects = objects, .program = objects->program, .clock = clock};
    size_t count = objects->program->hostfns.count;
    run.functions = mem_zalloc((count + 1) * sizeof *run.functions);
    for (size_t i = 0; i < count; i++)
        run.functions[i] = (struct host_function){clock, objects->program->hostfns.rows[i].time};
    int result = perform_all(&run, times, last, err);
    for (size_t i = 1; i < objects->program->streams.count; i++) {
        if (objects->streams[i] == NULL || objects->streams[i] == cudaStreamPerThread)
            continue;
        cudaStreamDestroy(objects->streams[i]);
        objects->streams[i] = NULL;
    }
    for (size_t i = 1; i < objects->program->events.count; i++) {
        if (objects->events[i])
            cudaEventDestroy(objects->events[i]);
        objects->events[i] = NULL;
    }
    free(run.functions);
    return result;
}

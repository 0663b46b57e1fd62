#include "gpu/known.h"

#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>

/* Operations that went into each stream, and how many of them the host knows to have ended. */
struct known {
    struct plan *plan;
    struct known_stream {
        uint64_t sent, done;
        bool unready; /* said the last query about it */
    } * streams;
    struct known_event {
        uint32_t stream;
        uint64_t sent;
        bool unready;
    } * events;
    bool *pooled; /* by alloc: allocated in stream order; cudaFree does not wait for it */
};

static bool is_blocking(const struct program *program, uint32_t stream)
{
    return program->streams.rows[stream].kind != STREAM_NONBLOCKING;
}

/* Learns that all work of a stream (of all with `all`) has ended; returns whether the host did not
 * know. The legacy stream's work comes after that of all blocking streams. */
static bool learn(struct known *known, uint32_t stream, bool all)
{
    const struct program *program = known->plan->program;
    bool news = false;
    for (uint32_t i = 0; i < program->streams.count; i++) {
        struct known_stream *row = &known->streams[i];
        if (!all && i != stream && !(stream == PROGRAM_STREAM_LEGACY && is_blocking(program, i)))
            continue;
        news |= row->done < row->sent;
        row->done = row->sent;
    }
    return news;
}

static bool learn_event(struct known *known, uint32_t event)
{
    const struct known_event *row = &known->events[event];
    struct known_stream *stream = &known->streams[row->stream];
    bool news = row->sent > stream->done;
    if (news)
        stream->done = row->sent;
    return news;
}

/* Whether a copy holds the host until it is done, or staged; *done: until it is done. */
static bool copy_waits(const struct program *program, const struct program_record *record,
                       bool *done)
{
    const struct program_copy *copy = &program->copies.rows[record->object];
    bool synchronous = call_async((enum call)record->call) != CALL_NONE;
    enum memory_kind host =
        plan_copy_memory(program, copy, copy->kind == COPY_D2H || copy->kind == COPY_MEMSET);
    *done = false;
    if (record->call == CALL_cudaMemPrefetchAsync)
        return false;
    switch (copy->kind) {
    case COPY_H2D:
        *done = (synchronous && host != MEMORY_PAGEABLE) || host == MEMORY_MANAGED;
        return *done || host == MEMORY_PAGEABLE;
    case COPY_D2H:
        return *done = synchronous || host == MEMORY_PAGEABLE || host == MEMORY_MANAGED;
    case COPY_H2H:
        return *done = true;
    case COPY_MEMSET:
        return *done = synchronous && (host == MEMORY_PINNED || host == MEMORY_REGISTERED);
    default:
        return false;
    }
}

static void record_event(struct known_event *event, uint32_t stream, uint64_t sent)
{
    event->stream = stream;
    event->sent = sent;
}

/* A query of a stream or an event, which may wait only if it is made until it succeeds. */
static bool query_waits(struct known *known, size_t index)
{
    const struct program_record *record = &known->plan->program->records.rows[index];
    bool of_event = record->call == CALL_cudaEventQuery;
    uint32_t stream = plan_stream_of(record);
    bool *unready =
        of_event ? &known->events[record->object].unready : &known->streams[stream].unready;
    bool was_unready = *unready;
    *unready = record->result == CUDA_cudaErrorNotReady;
    if (record->result != 0)
        return false;
    bool news = of_event ? learn_event(known, record->object) : learn(known, stream, false);
    known->plan->polled[index] = news && was_unready;
    return news && record->flags & RECORD_POLL;
}

/* Whether the record may wait for work; keeps what the host knows. */
static bool record_waits(struct known *known, size_t index)
{
    const struct program *program = known->plan->program;
    const struct program_record *record = &program->records.rows[index];
    bool done = false, waits = false;
    if (known->plan->steps[index] == PLAN_OPERATION) {
        known->streams[record->stream].sent++;
        if (record->call == CALL_cudaMallocAsync || record->call == CALL_cudaMallocFromPoolAsync)
            known->pooled[record->object] = true;
        if (call_info((enum call)record->call)->object == OBJECT_COPY)
            waits = copy_waits(program, record, &done);
        if (call_is_event_record((enum call)record->call))
            record_event(&known->events[record->object], record->stream,
                         known->streams[record->stream].sent);
        if (done || known->plan->launch_blocking)
            learn(known, record->stream, false);
        return waits || (known->plan->launch_blocking &&
                         call_info((enum call)record->call)->object == OBJECT_LAUNCH);
    }
    switch (record->call) {
    case CALL_cudaDeviceSynchronize:
    case CALL_cudaDeviceReset:
        return learn(known, 0, true);
    case CALL_cudaFree:
    case CALL_cudaFreeHost:
    case CALL_cudaHostUnregister:
        return record->object && !known->pooled[record->object] && learn(known, 0, true);
    case CALL_cudaStreamSynchronize:
        return learn(known, record->object ? record->object : record->stream, false);
    case CALL_cudaEventSynchronize:
        return learn_event(known, record->object);
    case CALL_cudaStreamQuery:
    case CALL_cudaEventQuery:
        return query_waits(known, index);
    default:
        return false;
    }
}

static bool knows_all(const struct known *known)
{
    for (size_t i = 0; i < known->plan->program->streams.count; i++)
        if (known->streams[i].done < known->streams[i].sent)
            return false;
    return true;
}

void known_find_waits(struct plan *plan, size_t last, size_t *idle)
{
    const struct program *program = plan->program;
    struct known known = {
        .plan = plan,
        .streams = mem_zalloc(program->streams.count * sizeof *known.streams),
        .events = mem_zalloc(program->events.count * sizeof *known.events),
        .pooled = mem_zalloc(program->allocs.count * sizeof *known.pooled),
    };
    *idle = program->records.count;
    for (size_t i = 0; i < program->records.count; i++) {
        if (plan->steps[i] != PLAN_SKIP)
            plan->waits[i] = record_waits(&known, i);
        if (i >= last && *idle == program->records.count && knows_all(&known))
            *idle = i + 1;
    }
    free(known.streams);
    free(known.events);
    free(known.pooled);
}

#include "sim/model/edit_order.h"

#include "sim/base/mem.h"
#include "sim/model/edit_inside.h"

#include <stdlib.h>
#include <string.h>

void order_begin(struct order *order, const struct program *program, size_t streams,
                 bool in_practice, bool launch_blocking)
{
    size_t threads = program->threads.count;
    size_t width = streams + threads;
    *order = (struct order){.program = program,
                            .in_practice = in_practice,
                            .launch_blocking = in_practice && launch_blocking,
                            .streams = streams,
                            .threads = threads,
                            .width = width,
                            .legacy_version = 1};
    order->counts = mem_zalloc(width * sizeof(uint32_t));
    order->works = mem_zalloc(streams * sizeof(uint32_t));
    order->stream_clocks = mem_zalloc(streams * width * sizeof(uint32_t));
    order->host_clocks = mem_zalloc(threads * width * sizeof(uint32_t));
    order->event_clocks = mem_zalloc(program->events.count * width * sizeof(uint32_t) + 1);
    order->fresh = mem_zalloc(streams);
    order->versions = mem_zalloc(threads * sizeof(uint32_t));
    order->seen = mem_zalloc(streams * threads * sizeof(uint32_t));
    order->legacy_seen = mem_zalloc(streams * sizeof(uint32_t));
}

void order_end(struct order *order)
{
    free(order->counts);
    free(order->works);
    free(order->stream_clocks);
    free(order->host_clocks);
    free(order->event_clocks);
    for (size_t i = 0; i < order->lock_count; i++)
        free(order->lock_clocks[i]);
    free(order->lock_clocks);
    free(order->fresh);
    free(order->versions);
    free(order->seen);
    free(order->legacy_seen);
    memset(order, 0, sizeof *order);
}

static void join(const struct order *order, uint32_t *clock, const uint32_t *other)
{
    for (size_t i = 0; i < order->width; i++)
        if (clock[i] < other[i])
            clock[i] = other[i];
}

static uint32_t *stream_clock(const struct order *order, uint32_t stream)
{
    return order->stream_clocks + (size_t)stream * order->width;
}

static uint32_t *host_clock(const struct order *order, uint32_t thread)
{
    return order->host_clocks + (size_t)thread * order->width;
}

static uint32_t *event_clock(const struct order *order, uint32_t event)
{
    return order->event_clocks + (size_t)event * order->width;
}

static void host_learns(struct order *order, uint32_t thread, const uint32_t *clock)
{
    join(order, host_clock(order, thread), clock);
    order->versions[thread]++;
}

static bool waits_for_legacy(const struct order *order, uint32_t stream)
{
    enum stream_kind kind = order->program->streams.rows[stream].kind;
    return kind == STREAM_BLOCKING || kind == STREAM_PER_THREAD;
}

/* What the legacy stream's next operation waits for (S1.2). */
static void gather(struct order *order)
{
    for (uint32_t i = 1; i < order->program->streams.count; i++) {
        if (!order->fresh[i])
            continue;
        order->fresh[i] = false;
        if (waits_for_legacy(order, i))
            join(order, stream_clock(order, 0), stream_clock(order, i));
    }
}

const uint32_t *order_before(struct order *order, const struct program_record *record)
{
    uint32_t thread = record->thread, stream = record->stream;
    uint32_t *host = host_clock(order, thread);
    if (!edit_enqueues(order->program, record))
        return host;
    uint32_t *clock = stream_clock(order, stream);
    uint32_t *seen = &order->seen[(size_t)stream * order->threads + thread];
    if (*seen != order->versions[thread] + 1) {
        join(order, clock, host);
        *seen = order->versions[thread] + 1;
    } else {
        clock[order->streams + thread] = host[order->streams + thread];
    }
    if (stream == PROGRAM_STREAM_LEGACY) {
        gather(order);
    } else if (waits_for_legacy(order, stream) &&
               order->legacy_seen[stream] != order->legacy_version) {
        join(order, clock, stream_clock(order, 0));
        order->legacy_seen[stream] = order->legacy_version;
    }
    return clock;
}

const uint32_t *order_host(const struct order *order, uint32_t thread)
{
    return host_clock(order, thread);
}

bool order_is_work(const struct program_record *record)
{
    return !call_is_event_record((enum call)record->call) &&
           record->call != CALL_cudaStreamWaitEvent;
}

bool order_knows_all(const struct order *order, uint32_t thread)
{
    const uint32_t *host = host_clock(order, thread);
    for (size_t i = 0; i < order->streams; i++)
        if (host[i] < order->works[i])
            return false;
    return true;
}

void order_join(struct order *order, const struct program_record *record, bool by_host,
                const uint32_t *clock)
{
    if (!by_host && edit_enqueues(order->program, record)) {
        join(order, stream_clock(order, record->stream), clock);
        order->fresh[record->stream] = true;
        if (record->stream == PROGRAM_STREAM_LEGACY)
            order->legacy_version++;
    } else {
        host_learns(order, record->thread, clock);
    }
}

const uint32_t *order_behind(const struct order *order, const struct program_record *record)
{
    return stream_clock(order, record->stream);
}

static bool is_pageable(const struct program_copy *copy)
{
    return copy->host_memory == MEMORY_PAGEABLE || copy->host_memory == MEMORY_NONE;
}

bool order_is_staged(const struct order *order, const struct program_record *record)
{
    const struct program_copy *copy = &order->program->copies.rows[record->object];
    return copy->kind == COPY_H2D && is_pageable(copy) &&
           (order->in_practice || call_async((enum call)record->call) != CALL_NONE);
}

/* Whether the call returns only when the copy is done (S2.1; in practice also those of pageable
 * memory to the host, S2.4, and synchronous ones from it). */
static bool host_waits_for_copy(const struct order *order, const struct program_record *record,
                                const struct program_copy *copy)
{
    bool sync = call_async((enum call)record->call) != CALL_NONE;
    bool pageable = is_pageable(copy);
    switch (copy->kind) {
    case COPY_H2H:
        return true;
    case COPY_H2D:
        return sync && (!pageable || order->in_practice);
    case COPY_D2H:
        return sync || (pageable && order->in_practice);
    default:
        return false;
    }
}

static void take_enqueued(struct order *order, const struct program_record *record,
                          struct order_point *point)
{
    const struct program *program = order->program;
    uint32_t stream = record->stream;
    uint32_t *clock = stream_clock(order, stream);
    if (record->call == CALL_cudaStreamWaitEvent && record->object < program->events.count)
        join(order, clock, event_clock(order, record->object));
    enum call_object object = call_info((enum call)record->call)->object;
    if (object == OBJECT_COPY && !order->in_practice && order_is_staged(order, record))
        host_learns(order, record->thread, clock); /* it synchronizes with the stream first */
    clock[stream] = ++order->counts[stream];
    *point = (struct order_point){.line = stream, .count = clock[stream]};
    if (order_is_work(record))
        order->works[stream] = point->count;
    order->fresh[stream] = true;
    if (stream == PROGRAM_STREAM_LEGACY)
        order->legacy_version++;
    if (call_is_event_record((enum call)record->call))
        memcpy(event_clock(order, record->object), clock, order->width * sizeof *clock);
    else if ((object == OBJECT_LAUNCH && order->launch_blocking) ||
             (object == OBJECT_COPY &&
              host_waits_for_copy(order, record, &program->copies.rows[record->object])))
        host_learns(order, record->thread, clock);
}

static uint32_t *lock_clock(struct order *order, uint32_t lock)
{
    enum { LOCKS_MOST = 65536 };
    if (lock >= LOCKS_MOST)
        return NULL;
    while (order->lock_count <= lock) {
        order->lock_clocks = mem_grow(order->lock_clocks, &order->lock_capacity,
                                      order->lock_count + 1, sizeof *order->lock_clocks);
        order->lock_clocks[order->lock_count++] = NULL;
    }
    if (!order->lock_clocks[lock])
        order->lock_clocks[lock] = mem_zalloc(order->width * sizeof(uint32_t));
    return order->lock_clocks[lock];
}

static void learn_all(struct order *order, uint32_t thread)
{
    for (uint32_t i = 0; i < order->program->streams.count; i++)
        if (order->counts[i])
            join(order, host_clock(order, thread), stream_clock(order, i));
    order->versions[thread]++;
}

/* What the host knows after the call. */
static void take_host(struct order *order, const struct program_record *record)
{
    const struct program *program = order->program;
    uint32_t thread = record->thread;
    uint32_t *clock;
    switch (record->call) {
    case CALL_cudaFree:
    case CALL_cudaFreeHost:
    case CALL_cudaHostUnregister:
        if (!order->in_practice)
            break;
        /* fall through */
    case CALL_cudaDeviceSynchronize:
    case CALL_cudaDeviceReset:
        learn_all(order, thread);
        break;
    case CALL_cudaStreamQuery:
        if (!(record->flags & RECORD_POLL))
            break;
        /* fall through */
    case CALL_cudaStreamSynchronize:
        if (record->stream == PROGRAM_STREAM_LEGACY && order->in_practice)
            gather(order); /* S1.6 */
        host_learns(order, thread, stream_clock(order, record->stream));
        break;
    case CALL_cudaEventQuery:
        if (!(record->flags & RECORD_POLL))
            break;
        /* fall through */
    case CALL_cudaEventSynchronize:
        if (record->object < program->events.count)
            host_learns(order, thread, event_clock(order, record->object));
        break;
    case CALL_thread_create:
        if (record->object < order->threads)
            host_learns(order, record->object, host_clock(order, thread));
        break;
    case CALL_thread_join:
        if (record->object < order->threads)
            host_learns(order, thread, host_clock(order, record->object));
        break;
    case CALL_lock_acquire:
        clock = lock_clock(order, record->object);
        if (clock)
            host_learns(order, thread, clock);
        break;
    case CALL_lock_release:
        clock = lock_clock(order, record->object);
        if (clock)
            join(order, clock, host_clock(order, thread));
        break;
    default:
        break;
    }
}

void order_take(struct order *order, const struct program_record *record, struct order_point *point)
{
    uint32_t thread = record->thread;
    uint32_t line = (uint32_t)order->streams + thread;
    if (edit_enqueues(order->program, record)) {
        order_before(order, record);
        take_enqueued(order, record, point);
    } else {
        take_host(order, record);
        host_clock(order, thread)[line] = ++order->counts[line];
        *point = (struct order_point){.line = line, .count = order->counts[line]};
    }
}

#include "gpu/known.h"

#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"
#include "sim/model/edit_order.h"

#include <stdlib.h>
#include <string.h>

/* As far as the program has been read. */
struct known {
    struct plan *plan;
    struct order order;   /* as it is in practice: what waits is asked, not what CUDA promises */
    uint32_t *before;     /* a clock of `order` */
    bool *stream_unready; /* by stream: said the last query about it */
    bool *event_unready;
    bool *pooled;   /* by alloc: allocated in stream order; cudaFree does not wait for it */
    uint32_t *told; /* what the thread knew before the record; a clock of `order` */
    uint32_t *last, *previous; /* by stream, by operation: operation + 1, the newest first */
    uint32_t *counts;          /* by operation: its place in its stream, as `order` counts */
};

/* Takes the record; returns whether its thread learnt from it that some operation has ended, which
 * it did not know. */
static bool take(struct known *known, const struct program_record *record)
{
    struct order *order = &known->order;
    const uint32_t *host = order_host(order, record->thread);
    struct order_point point;
    memcpy(known->before, host, order->streams * sizeof *host);
    order_take(order, record, &point);
    return memcmp(known->before, host, order->streams * sizeof *host) != 0;
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
        return *done = synchronous && memory_is_page_locked(host);
    default:
        return false;
    }
}

/* A query of a stream or an event, which may wait only if it is made until it succeeds. */
static bool query_waits(struct known *known, size_t index)
{
    const struct program_record *record = &known->plan->program->records.rows[index];
    bool of_event = record->call == CALL_cudaEventQuery;
    bool *unready = of_event ? &known->event_unready[record->object]
                             : &known->stream_unready[plan_stream_of(record)];
    bool was_unready = *unready;
    *unready = record->result == CUDA_cudaErrorNotReady;
    if (record->result != 0 || record->flags & RECORD_IGNORED) /* nobody goes by the answer */
        return false;
    struct program_record success = *record; /* what it learnt, whether it was asked once or on */
    success.flags |= RECORD_POLL;
    bool news = take(known, &success);
    known->plan->polled[index] = news && was_unready;
    return news && record->flags & RECORD_POLL;
}

static bool operation_waits(struct known *known, const struct program_record *record)
{
    const struct program *program = known->plan->program;
    enum call_object object = call_info((enum call)record->call)->object;
    bool done = false, waits = false;
    if (record->call == CALL_cudaMallocAsync || record->call == CALL_cudaMallocFromPoolAsync)
        known->pooled[record->object] = true;
    if (object == OBJECT_COPY)
        waits = copy_waits(program, record, &done);
    take(known, record);
    if (done || known->plan->launch_blocking)
        order_join(&known->order, record, true, order_behind(&known->order, record));
    return waits || (known->plan->launch_blocking && object == OBJECT_LAUNCH);
}

/* Whether the thread knows of the end of an operation that it did not know of before the record,
 * other than of memory in stream order: what a synchronize that finds only such takes longer, it
 * takes to give the memory back, and it waits for no work. */
static bool learns_of_work(const struct known *known, uint32_t thread)
{
    const struct plan *plan = known->plan;
    const uint32_t *host = order_host(&known->order, thread);
    for (uint32_t stream = 0; stream < known->order.streams; stream++) {
        uint32_t others = 0;
        for (uint32_t op = known->last[stream];
             op > 0 && known->counts[op - 1] > known->told[stream]; op = known->previous[op - 1])
            others += known->counts[op - 1] <= host[stream] &&
                      call_is_stream_ordered(
                          (enum call)plan_record(plan, plan->op_records[op - 1])->call);
        if (host[stream] > known->told[stream] && host[stream] - known->told[stream] > others)
            return true;
    }
    return false;
}

/* Whether the record may wait for work; keeps what the host knows. */
static bool record_waits(struct known *known, size_t index)
{
    const struct program_record *record = &known->plan->program->records.rows[index];
    if (known->plan->steps[index] == PLAN_OPERATION)
        return operation_waits(known, record);
    switch (record->call) {
    case CALL_cudaFree:
    case CALL_cudaFreeHost:
    case CALL_cudaHostUnregister:
        return record->object && !known->pooled[record->object] && take(known, record);
    case CALL_cudaStreamQuery:
    case CALL_cudaEventQuery:
        return query_waits(known, index);
    case CALL_cudaDeviceSynchronize:
    case CALL_cudaDeviceReset:
    case CALL_cudaStreamSynchronize:
    case CALL_cudaEventSynchronize:
        return take(known, record) && learns_of_work(known, record->thread);
    default: /* it waits for a thread at most; what asks for nothing of the device enqueues nothing
              */
        if (!call_enqueues((enum call)record->call))
            take(known, record);
        return false;
    }
}

/* Whether all that the thread learns from a call is certain to be so in each run: a free waits by
 * what was measured, a copy in from pageable memory returns when the host has read it, and a query
 * that is made once has an answer of its own there. */
static bool is_certain(const struct known *known, size_t index)
{
    const struct program *program = known->plan->program;
    const struct program_record *record = &program->records.rows[index];
    bool copies_in = call_info((enum call)record->call)->object == OBJECT_COPY &&
                     program->copies.rows[record->object].kind == COPY_H2D;
    return known->plan->waits[index] && !plan_frees(record) && !copies_in;
}

/* Keeps an operation where its stream's are looked for. */
static void keep_operation(struct known *known, const struct program_record *record, uint32_t op)
{
    known->counts[op] = order_behind(&known->order, record)[record->stream];
    known->previous[op] = known->last[record->stream];
    known->last[record->stream] = op + 1;
}

/* Of each stream of which the thread knows more than before, the last operation that it enqueued
 * itself. What others did may come in another order in a run. */
static void keep_ends(struct known *known, size_t index)
{
    struct plan *plan = known->plan;
    uint32_t thread = plan->program->records.rows[index].thread;
    const uint32_t *host = order_host(&known->order, thread);
    for (uint32_t stream = 0; stream < known->order.streams; stream++) {
        if (host[stream] == known->told[stream])
            continue;
        uint32_t op = known->last[stream];
        while (op > 0 && (known->counts[op - 1] > host[stream] ||
                          plan->program->records.rows[plan->op_records[op - 1]].thread != thread))
            op = known->previous[op - 1];
        if (op == 0)
            continue;
        plan->ends =
            mem_grow(plan->ends, &plan->end_capacity, plan->end_count + 1, sizeof *plan->ends);
        plan->ends[plan->end_count++] = (struct plan_end){(uint32_t)index, op - 1};
    }
}

void known_find_waits(struct plan *plan, size_t last, size_t *idle)
{
    const struct program *program = plan->program;
    struct known known = {
        .plan = plan,
        .before = mem_zalloc(program->streams.count * sizeof *known.before),
        .stream_unready = mem_zalloc(program->streams.count),
        .event_unready = mem_zalloc(program->events.count + 1),
        .pooled = mem_zalloc(program->allocs.count),
        .told = mem_zalloc(program->streams.count * sizeof *known.told),
        .last = mem_zalloc(program->streams.count * sizeof *known.last),
        .previous = mem_zalloc((plan->op_count + 1) * sizeof *known.previous),
        .counts = mem_zalloc((plan->op_count + 1) * sizeof *known.counts),
    };
    order_begin(&known.order, program, program->streams.count, true, false);
    *idle = program->records.count;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        memcpy(known.told, order_host(&known.order, record->thread),
               program->streams.count * sizeof *known.told);
        if (plan->steps[i] != PLAN_SKIP)
            plan->waits[i] = record_waits(&known, i);
        if (plan->ops[i] != PLAN_NONE)
            keep_operation(&known, record, plan->ops[i]);
        if (is_certain(&known, i))
            keep_ends(&known, i);
        if (i >= last && *idle == program->records.count &&
            order_knows_all(&known.order, program->records.rows[i].thread))
            *idle = i + 1;
    }
    order_end(&known.order);
    free(known.before);
    free(known.stream_unready);
    free(known.event_unready);
    free(known.pooled);
    free(known.told);
    free(known.last);
    free(known.previous);
    free(known.counts);
}

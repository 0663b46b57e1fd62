#include "sim/analysis/order.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* A host call that waited, by its return. */
struct waited {
    int64_t returned;
    uint32_t call;
};

struct builder {
    const struct timeline *t;
    struct order *order;
    uint32_t *last; /* by stream: 1 + its last operation so far */
    /* Where the timeline has no edges: */
    uint32_t *of_thread; /* by thread and stream: what the thread knows to be done */
    uint32_t *recorded;  /* by event: 1 + the operation of its last record so far */
    struct waited *waited;
    size_t waited_count, next;
};

static uint32_t *clock_of(const struct order *order, uint32_t op)
{
    return order->clocks + (size_t)op * order->streams;
}

/* What is before `op`, and op itself, is before who has the clock `into`. */
static void merge(const struct order *order, uint32_t *into, uint32_t op)
{
    const uint32_t *from = clock_of(order, op);
    for (size_t s = 0; s < order->streams; s++)
        if (from[s] > into[s])
            into[s] = from[s];
    if (order->position[op] > into[order->stream[op]])
        into[order->stream[op]] = order->position[op];
}

static int compare_waited(const void *a, const void *b)
{
    const struct waited *x = a, *y = b;
    if (x->returned != y->returned)
        return x->returned < y->returned ? -1 : 1;
    return x->call < y->call ? -1 : x->call > y->call;
}

static void collect_waited(struct builder *b)
{
    const struct timeline *t = b->t;
    b->waited = mem_zalloc((t->calls.count + 1) * sizeof *b->waited);
    for (uint32_t i = 0; i < t->calls.count; i++)
        if (t->calls.rows[i].wait_count && t->calls.rows[i].returned != TIMELINE_UNKNOWN)
            b->waited[b->waited_count++] = (struct waited){t->calls.rows[i].returned, i};
    qsort(b->waited, b->waited_count, sizeof *b->waited, compare_waited);
}

/* The calls that had returned by `time` taught their threads. A wait for the device is for all that
 * was asked for before; operations are visited in order of their calls, so that is what was seen.
 */
static void learn_until(struct builder *b, int64_t time)
{
    const struct timeline *t = b->t;
    for (; b->next < b->waited_count && b->waited[b->next].returned <= time; b->next++) {
        const struct timeline_call *call = &t->calls.rows[b->waited[b->next].call];
        uint32_t *knows = b->of_thread + (size_t)call->thread * b->order->streams;
        for (uint32_t i = 0; i < call->wait_count; i++) {
            const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
            if (wait->blocker != TIMELINE_NO_OP && b->order->position[wait->blocker])
                merge(b->order, knows, wait->blocker);
            if (wait->rule != RULE_ID_DEVICE_SYNCHRONIZE && wait->rule != RULE_ID_FREE)
                continue;
            for (size_t s = 0; s < b->order->streams; s++)
                if (b->last[s])
                    merge(b->order, knows, b->last[s] - 1);
        }
    }
}

static enum stream_kind kind_of(const struct timeline *t, uint32_t stream)
{
    return stream < t->streams.count ? t->streams.rows[stream].kind : STREAM_NONBLOCKING;
}

/* What a trace without edges says itself: a wait names its record, and the legacy stream and the
 * blocking ones wait for each other (semantics S1.1). */
static void infer(struct builder *b, uint32_t id)
{
    const struct timeline *t = b->t;
    const struct timeline_op *op = &t->ops.rows[id];
    uint32_t *clock = clock_of(b->order, id);
    bool of_event = (op->kind == OP_WAIT || op->kind == OP_RECORD) && op->detail < t->events.count;
    uint32_t record = of_event && op->kind == OP_WAIT ? b->recorded[op->detail] : 0;
    if (record && t->ops.rows[record - 1].generation == op->generation)
        merge(b->order, clock, record - 1);
    if (of_event && op->kind == OP_RECORD)
        b->recorded[op->detail] = id + 1;
    enum stream_kind kind = kind_of(t, op->stream);
    for (uint32_t s = 0; kind != STREAM_NONBLOCKING && s < b->order->streams; s++) {
        enum stream_kind other = kind_of(t, s);
        if (b->last[s] && other != STREAM_NONBLOCKING &&
            (kind == STREAM_LEGACY) != (other == STREAM_LEGACY))
            merge(b->order, clock, b->last[s] - 1);
    }
}

static void visit(struct builder *b, uint32_t id)
{
    const struct timeline *t = b->t;
    struct order *order = b->order;
    const struct timeline_op *op = &t->ops.rows[id];
    uint32_t *clock = clock_of(order, id);
    for (uint32_t i = 0; i < op->after_count; i++) {
        uint32_t before = t->afters.rows[op->first_after + i];
        if (before < id)
            merge(order, clock, before);
    }
    if (t->afters.count == 0)
        infer(b, id);
    if (t->afters.count == 0 && op->call != TIMELINE_UNKNOWN) {
        learn_until(b, op->call);
        const uint32_t *knows = b->of_thread + (size_t)op->thread * order->streams;
        for (size_t s = 0; s < order->streams; s++)
            clock[s] = knows[s] > clock[s] ? knows[s] : clock[s];
    }
    uint32_t *last = &b->last[op->stream];
    if (*last)
        merge(order, clock, *last - 1);
    order->stream[id] = op->stream;
    order->position[id] = *last ? order->position[*last - 1] + 1 : 1;
    *last = id + 1;
}

int order_build(struct order *order, const struct timeline *timeline)
{
    memset(order, 0, sizeof *order);
    order->streams = timeline->streams.count;
    for (size_t i = 0; i < timeline->ops.count; i++)
        if (timeline->ops.rows[i].stream >= order->streams)
            order->streams = (size_t)timeline->ops.rows[i].stream + 1;
    const size_t most = (size_t)64 << 20; /* clocks of 4 bytes */
    size_t threads = timeline->threads.count + 1;
    if (order->streams &&
        (timeline->ops.count > most / order->streams || threads > most / order->streams))
        return -1;
    order->position = mem_zalloc((timeline->ops.count + 1) * sizeof *order->position);
    order->stream = mem_zalloc((timeline->ops.count + 1) * sizeof *order->stream);
    order->clocks = mem_zalloc((timeline->ops.count + 1) * order->streams * sizeof(uint32_t));
    struct builder b = {.t = timeline, .order = order};
    b.last = mem_zalloc((order->streams + 1) * sizeof *b.last);
    b.of_thread = mem_zalloc(threads * order->streams * sizeof *b.of_thread);
    b.recorded = mem_zalloc((timeline->events.count + 1) * sizeof *b.recorded);
    if (timeline->afters.count == 0)
        collect_waited(&b);
    for (uint32_t id = 0; id < timeline->ops.count; id++)
        visit(&b, id);
    free(b.last);
    free(b.of_thread);
    free(b.recorded);
    free(b.waited);
    return 0;
}

bool order_is_before(const struct order *order, uint32_t a, uint32_t b)
{
    return clock_of(order, b)[order->stream[a]] >= order->position[a] && a != b;
}

void order_release(struct order *order)
{
    free(order->position);
    free(order->stream);
    free(order->clocks);
    memset(order, 0, sizeof *order);
}

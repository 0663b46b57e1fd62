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
    size_t streams;
    uint32_t *last; /* by stream: 1 + its last operation so far */
    /* Where the timeline has no edges: */
    uint32_t *of_thread; /* by thread: what it knows to be done */
    uint32_t *recorded;  /* by event: 1 + the operation of its last record so far */
    struct waited *waited;
    size_t waited_count, next;
    uint32_t visited; /* operations so far */
};

/* `op`, and what is before it, is before who has the clock. */
static uint32_t join(struct order *order, uint32_t clock, uint32_t op)
{
    clock = clock_join(&order->clocks, clock, order->clock[op]);
    return clock_set(&order->clocks, clock, order->stream[op], op + 1);
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
        uint32_t *knows = &b->of_thread[call->thread];
        for (uint32_t i = 0; i < call->wait_count; i++) {
            const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
            if (wait->blocker != TIMELINE_NO_OP && wait->blocker < b->visited)
                *knows = join(b->order, *knows, wait->blocker);
            if (wait->rule != RULE_ID_DEVICE_SYNCHRONIZE && wait->rule != RULE_ID_FREE)
                continue;
            for (size_t s = 0; s < b->streams; s++)
                if (b->last[s])
                    *knows = join(b->order, *knows, b->last[s] - 1);
        }
    }
}

static enum stream_kind kind_of(const struct timeline *t, uint32_t stream)
{
    return stream < t->streams.count ? t->streams.rows[stream].kind : STREAM_NONBLOCKING;
}

/* What a trace without edges says itself: a wait names its record, and the legacy stream and the
 * blocking ones wait for each other (semantics S1.1). */
static uint32_t infer(struct builder *b, uint32_t id, uint32_t clock)
{
    const struct timeline *t = b->t;
    const struct timeline_op *op = &t->ops.rows[id];
    bool of_event = (op->kind == OP_WAIT || op->kind == OP_RECORD) && op->detail < t->events.count;
    uint32_t record = of_event && op->kind == OP_WAIT ? b->recorded[op->detail] : 0;
    if (record && t->ops.rows[record - 1].generation == op->generation)
        clock = join(b->order, clock, record - 1);
    if (of_event && op->kind == OP_RECORD)
        b->recorded[op->detail] = id + 1;
    enum stream_kind kind = kind_of(t, op->stream);
    for (uint32_t s = 0; kind != STREAM_NONBLOCKING && s < b->streams; s++) {
        enum stream_kind other = kind_of(t, s);
        if (b->last[s] && other != STREAM_NONBLOCKING &&
            (kind == STREAM_LEGACY) != (other == STREAM_LEGACY))
            clock = join(b->order, clock, b->last[s] - 1);
    }
    return clock;
}

static void visit(struct builder *b, uint32_t id)
{
    const struct timeline *t = b->t;
    struct order *order = b->order;
    const struct timeline_op *op = &t->ops.rows[id];
    uint32_t *last = &b->last[op->stream], clock = *last ? order->clock[*last - 1] : 0;
    for (uint32_t i = 0; i < op->after_count; i++) {
        uint32_t before = t->afters.rows[op->first_after + i];
        if (before < id && before != *last - 1)
            clock = join(order, clock, before);
    }
    if (t->afters.count == 0)
        clock = infer(b, id, clock);
    if (t->afters.count == 0 && op->call != TIMELINE_UNKNOWN) {
        learn_until(b, op->call);
        clock = clock_join(&order->clocks, clock, b->of_thread[op->thread]);
    }
    order->clock[id] = clock;
    order->stream[id] = op->stream;
    *last = id + 1;
    b->visited = id + 1;
}

void order_build(struct order *order, const struct timeline *timeline)
{
    memset(order, 0, sizeof *order);
    struct builder b = {.t = timeline, .order = order, .streams = timeline->streams.count};
    for (size_t i = 0; i < timeline->ops.count; i++)
        if (timeline->ops.rows[i].stream >= b.streams)
            b.streams = (size_t)timeline->ops.rows[i].stream + 1;
    clocks_init(&order->clocks, (uint32_t)b.streams);
    order->clock = mem_zalloc((timeline->ops.count + 1) * sizeof *order->clock);
    order->stream = mem_zalloc((timeline->ops.count + 1) * sizeof *order->stream);
    b.last = mem_zalloc((b.streams + 1) * sizeof *b.last);
    b.of_thread = mem_zalloc((timeline->threads.count + 1) * sizeof *b.of_thread);
    b.recorded = mem_zalloc((timeline->events.count + 1) * sizeof *b.recorded);
    if (timeline->afters.count == 0)
        collect_waited(&b);
    for (uint32_t id = 0; id < timeline->ops.count; id++)
        visit(&b, id);
    free(b.last);
    free(b.of_thread);
    free(b.recorded);
    free(b.waited);
}

bool order_is_before(const struct order *order, uint32_t a, uint32_t b)
{
    if (order->stream[a] == order->stream[b])
        return a < b;
    return clock_get(&order->clocks, order->clock[b], order->stream[a]) >= a + 1;
}

void order_release(struct order *order)
{
    clocks_release(&order->clocks);
    free(order->clock);
    free(order->stream);
    memset(order, 0, sizeof *order);
}

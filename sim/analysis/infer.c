#include "sim/analysis/infer.h"

#include "sim/analysis/moment.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Starts and ends are medians over runs, so one that ends this much after the other starts may
 * still be its reason (design section 8: within 3 us a start may be either). */
static const int64_t tolerance = 3000;

/* When the work up to a point of a stream is done, and by whom. */
struct done {
    int64_t end; /* TIMELINE_UNKNOWN: nothing before */
    uint32_t op;
    uint32_t rule; /* by which what comes behind waits for it */
};

/* What does one thing at a time: copies of a direction, host functions. MACHINES: none such. */
enum machine { MACHINE_IN, MACHINE_OUT, MACHINE_WORKER, MACHINES };

struct state {
    struct timeline *t;
    struct done *streams; /* by stream */
    struct done *events;  /* by event: at its last record */
    struct done blocking; /* the latest of all blocking streams */
    struct done legacy;   /* of the legacy stream */
    struct done all;      /* of all streams */
    uint32_t *calls;      /* rows of calls by their entry */
    size_t call_count, next;
    struct moment *served[MACHINES]; /* by their ends */
    size_t served_count[MACHINES];
};

static const struct done nothing = {TIMELINE_UNKNOWN, TIMELINE_NO_OP, 0};

static void take_later(struct done *a, const struct done *b, uint32_t rule)
{
    if (b->end == TIMELINE_UNKNOWN || (a->end != TIMELINE_UNKNOWN && a->end >= b->end))
        return;
    *a = *b;
    a->rule = rule;
}

static bool in_fence(const struct timeline *t, uint32_t stream)
{
    return stream < t->streams.count && (t->streams.rows[stream].kind == STREAM_BLOCKING ||
                                         t->streams.rows[stream].kind == STREAM_PER_THREAD);
}

static bool in_legacy(const struct timeline *t, uint32_t stream)
{
    return stream < t->streams.count && t->streams.rows[stream].kind == STREAM_LEGACY;
}

/* --- operations ----------------------------------------------------------------------------------
 */

enum { CANDIDATES = 4 };

/* Waits of one operation: each begins where the one before it ended. */
struct waits_of {
    struct timeline_wait waits[CANDIDATES + 1];
    size_t count;
    int64_t at, start;
};

static void add_wait(struct waits_of *waits, int64_t to, uint32_t blocker, uint32_t rule)
{
    if (to > waits->start)
        to = waits->start;
    if (to <= waits->at)
        return;
    waits->waits[waits->count++] = (struct timeline_wait){to, blocker, rule};
    waits->at = to;
}

static int compare_done(const void *a, const void *b)
{
    const struct done *x = a, *y = b;
    return x->end < y->end ? -1 : x->end > y->end;
}

static enum machine machine_of(const struct timeline *t, const struct timeline_op *op)
{
    if (op->kind == OP_HOST)
        return MACHINE_WORKER;
    if (op->kind != OP_COPY || op->detail == 0 || op->detail >= t->copies.count)
        return MACHINES;
    enum copy_kind kind = t->copies.rows[op->detail].kind;
    return kind == COPY_H2D ? MACHINE_IN : kind == COPY_D2H ? MACHINE_OUT : MACHINES;
}

static void order_machines(struct state *s)
{
    const struct timeline *t = s->t;
    for (int m = 0; m < MACHINES; m++)
        s->served[m] = mem_zalloc((t->ops.count + 1) * sizeof *s->served[m]);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        enum machine m = machine_of(t, &t->ops.rows[id]);
        if (m != MACHINES && timeline_has_times(&t->ops.rows[id]))
            s->served[m][s->served_count[m]++] = (struct moment){t->ops.rows[id].end, id};
    }
    for (int m = 0; m < MACHINES; m++)
        moments_sort(s->served[m], s->served_count[m]);
}

/* What had the operation's machine last before it started. */
static struct done served_before(const struct state *s, uint32_t id)
{
    const struct timeline_op *op = &s->t->ops.rows[id];
    enum machine m = machine_of(s->t, op);
    size_t low = 0, high = m == MACHINES ? 0 : s->served_count[m];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->served[m][middle].time <= op->start + tolerance)
            low = middle + 1;
        else
            high = middle;
    }
    while (low > 0 && s->served[m][low - 1].row == id)
        low--;
    if (low == 0)
        return nothing;
    const struct moment *last = &s->served[m][low - 1];
    return (struct done){last->time, last->row,
                         m == MACHINE_WORKER ? RULE_ID_HOST_WORKER : RULE_ID_COPY_ENGINE};
}

static void infer_op(struct state *s, uint32_t id, const struct done *behind, size_t count)
{
    struct timeline_op *op = &s->t->ops.rows[id];
    if (!timeline_has_times(op) || op->call == TIMELINE_UNKNOWN || op->start <= op->call)
        return;
    struct done sorted[CANDIDATES];
    struct waits_of waits = {.at = op->call, .start = op->start};
    memcpy(sorted, behind, count * sizeof *sorted);
    /* a call that held the host until the operation could start was no reason before that */
    if (op->returned != TIMELINE_UNKNOWN && op->returned <= op->start)
        sorted[count++] = (struct done){op->returned, TIMELINE_NO_OP, RULE_ID_ISSUE};
    qsort(sorted, count, sizeof *sorted, compare_done);
    for (size_t i = 0; i < count; i++)
        if (sorted[i].end != TIMELINE_UNKNOWN && sorted[i].end <= op->start + tolerance)
            add_wait(&waits, sorted[i].end, sorted[i].op, sorted[i].rule);
    struct done machine = served_before(s, id);
    if (machine.end != TIMELINE_UNKNOWN)
        add_wait(&waits, machine.end, machine.op, machine.rule);
    op->first_wait = timeline_add_waits(s->t, waits.waits, waits.count);
    op->wait_count = (uint16_t)waits.count;
}

/* What CUDA orders before an operation of the stream that is called now. */
static size_t order_before(const struct state *s, uint32_t stream, struct done *behind)
{
    size_t count = 0;
    if (stream < s->t->streams.count)
        behind[count++] = s->streams[stream];
    if (in_fence(s->t, stream)) {
        behind[count] = nothing;
        take_later(&behind[count++], &s->legacy, RULE_ID_LEGACY_FENCE);
    }
    if (in_legacy(s->t, stream)) {
        behind[count] = nothing;
        take_later(&behind[count++], &s->blocking, RULE_ID_LEGACY_FENCE);
    }
    return count;
}

/* Records and waits have no times of their own; they pass on what is before them. */
static void pass_on(struct state *s, uint32_t id)
{
    const struct timeline_op *op = &s->t->ops.rows[id];
    if (op->stream >= s->t->streams.count)
        return;
    struct done *own = &s->streams[op->stream];
    bool event = op->detail && op->detail < s->t->events.count;
    if (!timeline_has_times(
            op)) { /* behind all that it is ordered behind, the default stream's fence too */
        struct done behind[CANDIDATES] = {{0}};
        size_t count = order_before(s, op->stream, behind);
        for (size_t i = 0; i < count; i++)
            take_later(own, &behind[i], behind[i].rule);
    }
    if (op->kind == OP_RECORD && event) {
        s->events[op->detail] = *own;
        s->events[op->detail].rule = RULE_ID_EVENT;
    } else if (op->kind == OP_WAIT && event) {
        take_later(own, &s->events[op->detail], RULE_ID_EVENT);
    } else if (timeline_has_times(op)) {
        struct done done = {op->end, id, RULE_ID_STREAM};
        take_later(own, &done, RULE_ID_STREAM);
        take_later(&s->all, &done, RULE_ID_STREAM);
    }
    if (in_fence(s->t, op->stream))
        take_later(&s->blocking, own, RULE_ID_LEGACY_FENCE);
    if (in_legacy(s->t, op->stream))
        take_later(&s->legacy, own, RULE_ID_LEGACY_FENCE);
}

/* --- calls of the host ---------------------------------------------------------------------------
 */

/* The operation of any stream whose end let a call return: the last that ended meanwhile. */
static struct done ended_within(const struct state *s, const struct timeline_call *call,
                                uint32_t rule)
{
    struct done best = nothing;
    for (size_t i = 0; i < s->t->streams.count; i++)
        if (s->streams[i].end != TIMELINE_UNKNOWN && s->streams[i].end > call->enter &&
            s->streams[i].end <= call->returned + tolerance)
            take_later(&best, &s->streams[i], rule);
    return best;
}

static void infer_call(struct state *s, struct timeline_call *call)
{
    struct done done = nothing;
    if (call->returned == TIMELINE_UNKNOWN || call->enter == TIMELINE_UNKNOWN || !call->call)
        return;
    switch (call_info((enum call)call->call)->blocks_observed) {
    case BLOCKS_DEVICE:
        take_later(&done, &s->all,
                   call->call == CALL_cudaDeviceSynchronize ? RULE_ID_DEVICE_SYNCHRONIZE
                                                            : RULE_ID_FREE);
        if (done.end > call->returned + tolerance) /* not this one, whatever it is */
            done = ended_within(s, call, done.rule);
        break;
    case BLOCKS_STREAM:
        done = ended_within(s, call, RULE_ID_STREAM_SYNCHRONIZE);
        break;
    case BLOCKS_EVENT:
        done = ended_within(s, call, RULE_ID_EVENT_SYNCHRONIZE);
        break;
    default:
        return;
    }
    if (done.end == TIMELINE_UNKNOWN || done.end <= call->enter)
        return;
    call->first_wait =
        timeline_add_waits(s->t, &(struct timeline_wait){call->returned, done.op, done.rule}, 1);
    call->wait_count = 1;
}

/* Whether the copy's call held the host: until it was done, or while its bytes were staged. */
static bool holds_host(const struct timeline *t, const struct timeline_op *op)
{
    if (op->kind != OP_COPY || !timeline_has_times(op) || op->call == TIMELINE_UNKNOWN ||
        op->returned == TIMELINE_UNKNOWN || op->returned <= op->start)
        return false;
    bool staged = op->detail && op->detail < t->copies.count &&
                  t->copies.rows[op->detail].host_memory == MEMORY_PAGEABLE;
    return staged || op->returned >= op->end - tolerance;
}

/* It has no row of calls of its own yet. Its call is not recorded by name: in the default stream it
 * was the form without Async. */
static void infer_copy_call(struct timeline *t, uint32_t id)
{
    const struct timeline_op *op = &t->ops.rows[id];
    if (!holds_host(t, op))
        return;
    struct timeline_call call = {
        .enter = op->call,
        .returned = op->returned,
        .place = op->place,
        .op = id,
        .thread = op->thread,
        .call = (uint16_t)(in_legacy(t, op->stream) ? CALL_cudaMemcpy : CALL_cudaMemcpyAsync),
        .wait_count = 1,
    };
    call.first_wait =
        timeline_add_waits(t, &(struct timeline_wait){op->returned, id, RULE_ID_COPY}, 1);
    timeline_add_call(t, &call);
}

static void order_calls(struct state *s)
{
    const struct timeline *t = s->t;
    struct moment *entries = mem_zalloc((t->calls.count + 1) * sizeof *entries);
    s->calls = mem_zalloc((t->calls.count + 1) * sizeof *s->calls);
    for (uint32_t i = 0; i < t->calls.count; i++)
        if (t->calls.rows[i].enter != TIMELINE_UNKNOWN)
            entries[s->call_count++] = (struct moment){t->calls.rows[i].enter, i};
    moments_sort(entries, s->call_count);
    for (size_t i = 0; i < s->call_count; i++)
        s->calls[i] = entries[i].row;
    free(entries);
}

static void infer_calls_until(struct state *s, int64_t time)
{
    for (; s->next < s->call_count; s->next++) {
        struct timeline_call *call = &s->t->calls.rows[s->calls[s->next]];
        if (call->enter >= time)
            return;
        infer_call(s, call);
    }
}

void infer_waits(struct timeline *timeline)
{
    if (timeline->waits.count)
        return;
    struct state s = {.t = timeline, .blocking = nothing, .legacy = nothing, .all = nothing};
    s.streams = mem_zalloc((timeline->streams.count + 1) * sizeof *s.streams);
    s.events = mem_zalloc((timeline->events.count + 1) * sizeof *s.events);
    for (size_t i = 0; i < timeline->streams.count; i++)
        s.streams[i] = nothing;
    for (size_t i = 0; i < timeline->events.count; i++)
        s.events[i] = nothing;
    order_calls(&s);
    order_machines(&s);
    for (uint32_t id = 0; id < timeline->ops.count; id++) {
        const struct timeline_op *op = &timeline->ops.rows[id];
        struct done behind[CANDIDATES] = {{0}};
        if (op->call != TIMELINE_UNKNOWN)
            infer_calls_until(&s, op->call);
        infer_op(&s, id, behind, order_before(&s, op->stream, behind));
        pass_on(&s, id);
    }
    infer_calls_until(&s, INT64_MAX);
    for (uint32_t id = 0; id < timeline->ops.count; id++)
        infer_copy_call(timeline, id);
    for (int m = 0; m < MACHINES; m++)
        free(s.served[m]);
    free(s.streams);
    free(s.events);
    free(s.calls);
}

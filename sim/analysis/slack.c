#include "sim/analysis/slack.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* A moment of the run, visited from the last to the first. */
struct moment {
    int64_t time;
    uint32_t row;
};

/* Synchronizes of the device, by their entry: what comes before one must be done when it returns.
 */
struct barrier {
    int64_t enter, needed; /* needed: work may end until then without delaying its return */
    uint32_t call;
};

struct pass {
    const struct timeline *t;
    int64_t end;     /* of the run */
    int64_t *slack;  /* by operation */
    int64_t *thread; /* by thread: by how much what follows in it may come later */
    int64_t *after;  /* by call: the same after its return */
    struct moment *ends, *returns, *calls;
    size_t end_count, return_count, call_count;
    struct barrier *barriers;
    size_t barrier_count;
    uint32_t *last; /* by stream, then by machine: the next operation there, TIMELINE_NO_OP */
};

enum { ENGINES = 16 }; /* copy engines told apart, and the host worker */

static int compare_moments(const void *a, const void *b)
{
    const struct moment *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

static void sort(struct moment *moments, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (compare_moments(&moments[i - 1], &moments[i]) > 0) {
            qsort(moments, count, sizeof *moments, compare_moments);
            return;
        }
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t positive(int64_t ns)
{
    return ns > 0 ? ns : 0;
}

/* When the last thing that an operation had to wait for had happened; from then on it took its own
 * moment to start. */
static int64_t gate_of(const struct timeline *t, const struct timeline_op *op)
{
    for (uint32_t i = op->wait_count; i-- > 0;)
        if (t->waits.rows[op->first_wait + i].blocker != TIMELINE_NO_OP)
            return t->waits.rows[op->first_wait + i].to;
    if (op->wait_count && t->waits.rows[op->first_wait].rule == RULE_ID_ISSUE)
        return t->waits.rows[op->first_wait].to;
    return op->returned != TIMELINE_UNKNOWN && op->returned < op->start ? op->returned : op->start;
}

/* When the host had done its part. */
static int64_t issued(const struct timeline *t, const struct timeline_op *op)
{
    if (op->wait_count && t->waits.rows[op->first_wait].rule == RULE_ID_ISSUE)
        return t->waits.rows[op->first_wait].to;
    if (op->wait_count == 0 && op->returned != TIMELINE_UNKNOWN && op->returned < op->start)
        return op->returned;
    return op->call;
}

static bool is_known(const struct timeline_op *op)
{
    return op->start != TIMELINE_UNKNOWN && op->end != TIMELINE_UNKNOWN;
}

static bool waits_for_device(const struct timeline *t, const struct timeline_call *call)
{
    if (call->call == CALL_cudaDeviceSynchronize)
        return true;
    for (uint32_t i = 0; i < call->wait_count; i++)
        if (t->waits.rows[call->first_wait + i].rule == RULE_ID_DEVICE_SYNCHRONIZE ||
            t->waits.rows[call->first_wait + i].rule == RULE_ID_FREE)
            return true;
    return false;
}

/* When what the call waits for was done: the end of its last wait for an operation, else its entry.
 */
static int64_t call_gate(const struct timeline *t, const struct timeline_call *call)
{
    for (uint32_t i = call->wait_count; i-- > 0;) {
        const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
        if (wait->blocker == TIMELINE_NO_OP)
            continue;
        int64_t end = t->ops.rows[wait->blocker].end;
        return end != TIMELINE_UNKNOWN && end < wait->to ? end : wait->to;
    }
    return call->enter;
}

static int compare_barriers(const void *a, const void *b)
{
    const struct barrier *x = a, *y = b;
    if (x->enter != y->enter)
        return x->enter < y->enter ? -1 : 1;
    return x->call < y->call ? -1 : x->call > y->call;
}

static void collect(struct pass *pass)
{
    const struct timeline *t = pass->t;
    size_t ops = t->ops.count + 1, calls = t->calls.count + 1;
    pass->ends = mem_zalloc(ops * sizeof *pass->ends);
    pass->calls = mem_zalloc(ops * sizeof *pass->calls);
    pass->returns = mem_zalloc(calls * sizeof *pass->returns);
    pass->barriers = mem_zalloc(calls * sizeof *pass->barriers);
    for (uint32_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        if (is_known(op))
            pass->ends[pass->end_count++] = (struct moment){op->end, i};
        if (op->call != TIMELINE_UNKNOWN)
            pass->calls[pass->call_count++] = (struct moment){op->call, i};
    }
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->returned == TIMELINE_UNKNOWN || call->enter == TIMELINE_UNKNOWN)
            continue;
        pass->returns[pass->return_count++] = (struct moment){call->returned, i};
        if (waits_for_device(t, call))
            pass->barriers[pass->barrier_count++] =
                (struct barrier){call->enter, call_gate(t, call), i};
    }
    sort(pass->ends, pass->end_count);
    sort(pass->calls, pass->call_count);
    sort(pass->returns, pass->return_count);
    qsort(pass->barriers, pass->barrier_count, sizeof *pass->barriers, compare_barriers);
}

static void bound(struct pass *pass, uint32_t op, int64_t slack)
{
    pass->slack[op] = least(pass->slack[op], positive(slack));
}

/* The first synchronize of the device that is entered after the operation was asked for. */
static void apply_barrier(struct pass *pass, uint32_t id)
{
    const struct timeline_op *op = &pass->t->ops.rows[id];
    size_t low = 0, high = pass->barrier_count;
    if (op->call == TIMELINE_UNKNOWN)
        return;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (pass->barriers[middle].enter < op->call)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == pass->barrier_count)
        return;
    const struct barrier *barrier = &pass->barriers[low];
    bound(pass, id, pass->after[barrier->call] + positive(barrier->needed - op->end));
}

/* The operation's end is reached: what comes after it is known, so it bounds what is before it. */
static void visit_end(struct pass *pass, uint32_t id)
{
    const struct timeline *t = pass->t;
    const struct timeline_op *op = &t->ops.rows[id];
    bound(pass, id, pass->end - op->end);
    apply_barrier(pass, id);
    uint32_t *next[2] = {&pass->last[op->stream < t->streams.count ? op->stream : 0], NULL};
    if (op->machine == MACHINE_COPY || op->machine == MACHINE_HOST_WORKER)
        next[1] = &pass->last[t->streams.count + 1 +
                              (op->machine == MACHINE_COPY ? op->machine_index % (ENGINES - 1)
                                                           : ENGINES - 1)];
    for (int i = 0; i < 2; i++) {
        if (!next[i])
            continue;
        const struct timeline_op *after =
            *next[i] != TIMELINE_NO_OP ? &t->ops.rows[*next[i]] : NULL;
        if (after && after->start >= op->end)
            bound(pass, id, pass->slack[*next[i]] + positive(gate_of(t, after) - op->end));
        *next[i] = id;
    }
    int64_t slack = pass->slack[id], gate = gate_of(t, op);
    for (uint32_t i = 0; i < op->after_count; i++) {
        uint32_t before = t->afters.rows[op->first_after + i];
        if (before < t->ops.count && is_known(&t->ops.rows[before]))
            bound(pass, before, slack + positive(gate - t->ops.rows[before].end));
    }
    for (uint32_t i = 0; i < op->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[op->first_wait + i];
        if (wait->blocker < t->ops.count)
            bound(pass, wait->blocker, slack + positive(gate - wait->to));
    }
}

/* The host asks for the operation: what its thread does before may come later only by so much. */
static void visit_call(struct pass *pass, uint32_t id)
{
    const struct timeline *t = pass->t;
    const struct timeline_op *op = &t->ops.rows[id];
    if (!is_known(op) || op->thread >= t->threads.count)
        return;
    int64_t slack = pass->slack[id] + positive(gate_of(t, op) - issued(t, op));
    pass->thread[op->thread] = least(pass->thread[op->thread], slack);
}

static void visit_return(struct pass *pass, uint32_t row)
{
    const struct timeline *t = pass->t;
    const struct timeline_call *call = &t->calls.rows[row];
    if (call->thread >= t->threads.count)
        return;
    int64_t *thread = &pass->thread[call->thread];
    *thread = least(*thread, positive(pass->end - call->returned));
    pass->after[row] = *thread;
    int64_t gate = call_gate(t, call);
    for (uint32_t i = 0; i < call->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
        if (wait->blocker < t->ops.count)
            bound(pass, wait->blocker, *thread + positive(gate - wait->to));
    }
    if (gate > call->enter) /* it waits anyway */
        *thread += gate - call->enter;
}

/* At equal times what the host asks for goes first: it comes after what has just returned, and that
 * after what has just ended. */
static void go_back(struct pass *pass)
{
    size_t ends = pass->end_count, calls = pass->call_count, returns = pass->return_count;
    while (ends || calls || returns) {
        int64_t end = ends ? pass->ends[ends - 1].time : INT64_MIN;
        int64_t call = calls ? pass->calls[calls - 1].time : INT64_MIN;
        int64_t returned = returns ? pass->returns[returns - 1].time : INT64_MIN;
        if (calls && call >= returned && call >= end)
            visit_call(pass, pass->calls[--calls].row);
        else if (returns && returned >= end)
            visit_return(pass, pass->returns[--returns].row);
        else
            visit_end(pass, pass->ends[--ends].row);
    }
}

int64_t *slack_find(const struct timeline *timeline)
{
    struct pass pass = {.t = timeline};
    pass.slack = mem_zalloc((timeline->ops.count + 1) * sizeof *pass.slack);
    pass.after = mem_zalloc((timeline->calls.count + 1) * sizeof *pass.after);
    pass.thread = mem_zalloc((timeline->threads.count + 1) * sizeof *pass.thread);
    size_t queues = timeline->streams.count + 1 + ENGINES;
    pass.last = mem_zalloc(queues * sizeof *pass.last);
    for (size_t i = 0; i < queues; i++)
        pass.last[i] = TIMELINE_NO_OP;
    for (size_t i = 0; i < timeline->threads.count; i++)
        pass.thread[i] = INT64_MAX / 4;
    collect(&pass);
    pass.end = timeline->wall != TIMELINE_UNKNOWN ? timeline->zero + timeline->wall : INT64_MIN;
    if (timeline->source == TIMELINE_MEASURED && pass.return_count)
        pass.end = pass.returns[pass.return_count - 1].time;
    if (pass.end_count && pass.ends[pass.end_count - 1].time > pass.end)
        pass.end = pass.ends[pass.end_count - 1].time;
    for (size_t i = 0; i < timeline->ops.count; i++)
        pass.slack[i] = is_known(&timeline->ops.rows[i]) ? INT64_MAX / 4 : TIMELINE_UNKNOWN;
    go_back(&pass);
    free(pass.ends);
    free(pass.calls);
    free(pass.returns);
    free(pass.barriers);
    free(pass.thread);
    free(pass.after);
    free(pass.last);
    return pass.slack;
}

#include "sim/analysis/slack.h"

#include "sim/analysis/critical.h"
#include "sim/analysis/handover.h"
#include "sim/analysis/moment.h"
#include "sim/analysis/poll_choice.h"
#include "sim/base/mem.h"
#include "sim/base/minmax.h"

#include <stdlib.h>
#include <string.h>

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
    struct handover handover;
    struct moment *gates, *returns, *calls;
    struct moment
        *givens; /* rows of calls, by when they had waited before they asked for anything */
    size_t gate_count, return_count, call_count, given_count;
    struct barrier *barriers;
    size_t barrier_count;
    uint32_t *in_stream, *on_machine; /* by operation: the one before it, TIMELINE_NO_OP */
    uint32_t *row; /* by operation: of the call that asks for it, from 1; 0: it waits for nobody */
    uint32_t
        *within; /* by operation: a copy in pieces on its engine, between two of which it ran */
};

/* Marks a moment of `givens` as that at which another thread let the call go on: of equal times
 * these go first. */
#define HANDS (UINT32_C(1) << 31)

enum { ENGINES = 256 }; /* as many as a timeline can number; the host worker comes behind them */

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

/* Whether the call waits for an operation that had begun by then: that of a small copy from
 * pageable memory returns once its bytes are staged, often before. */
static bool waits_for_op(const struct timeline *t, const struct timeline_call *call,
                         const struct timeline_wait *wait)
{
    if (wait->blocker >= t->ops.count)
        return false;
    const struct timeline_op *op = &t->ops.rows[wait->blocker];
    return !timeline_has_times(op) || op->start < call->returned || op->end <= call->returned;
}

/* When what the call waits for was done: the end of its last wait for an operation, else its entry.
 */
static int64_t call_gate(const struct timeline *t, const struct timeline_call *call)
{
    for (uint32_t i = call->wait_count; i-- > 0;) {
        const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
        if (!waits_for_op(t, call, wait))
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

/* Which operation comes before which, in its stream by the order of calls, and on a machine that
 * does one thing at a time by the order of starts. */
static void link_previous(struct pass *pass)
{
    const struct timeline *t = pass->t;
    size_t streams = t->streams.count + 1, count = 0;
    pass->in_stream = mem_zalloc((t->ops.count + 1) * sizeof *pass->in_stream);
    pass->on_machine = mem_zalloc((t->ops.count + 1) * sizeof *pass->on_machine);
    pass->within = mem_zalloc((t->ops.count + 1) * sizeof *pass->within);
    uint32_t *last = mem_zalloc(streams * sizeof *last), machines[ENGINES + 1],
             longest[ENGINES + 1];
    for (size_t i = 0; i < streams; i++)
        last[i] = TIMELINE_NO_OP;
    for (int i = 0; i <= ENGINES; i++)
        machines[i] = longest[i] = TIMELINE_NO_OP;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        pass->in_stream[id] = pass->on_machine[id] = pass->within[id] = TIMELINE_NO_OP;
        if (!timeline_has_times(op))
            continue;
        uint32_t *of_stream = &last[op->stream < t->streams.count ? op->stream : streams - 1];
        pass->in_stream[id] = *of_stream;
        *of_stream = id;
        if (op->machine == MACHINE_COPY || op->machine == MACHINE_HOST_WORKER)
            pass->gates[count++] = (struct moment){op->start, id};
    }
    moments_sort(pass->gates, count);
    for (size_t i = 0; i < count; i++) {
        const struct timeline_op *op = &t->ops.rows[pass->gates[i].row];
        uint32_t row = pass->gates[i].row;
        size_t machine = op->machine == MACHINE_COPY ? op->machine_index : ENGINES;
        uint32_t *ends_last = &longest[machine];
        pass->on_machine[row] = machines[machine];
        machines[machine] = row;
        if (*ends_last != TIMELINE_NO_OP && t->ops.rows[*ends_last].end > op->start)
            pass->within[row] = *ends_last;
        if (*ends_last == TIMELINE_NO_OP || t->ops.rows[*ends_last].end < op->end)
            *ends_last = row;
    }
    free(last);
}

/* Whether it is known which other thread let the call go on. */
static bool waits_for_thread(const struct pass *pass, uint32_t row)
{
    return pass->handover.giver && pass->handover.giver[row] != HANDOVER_NOBODY &&
           pass->t->calls.rows[row].call != CALL_thread_create;
}

/* Of calls that go on after they have waited, and can then let others go on. */
static void collect_givens(struct pass *pass, uint32_t row)
{
    const struct timeline *t = pass->t;
    const struct timeline_call *call = &t->calls.rows[row];
    if (waits_for_thread(pass, row) && handover_time(t, call) < call->returned)
        pass->givens[pass->given_count++] = (struct moment){handover_time(t, call), row | HANDS};
    for (uint32_t i = call->wait_count; i-- > 0;) {
        const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
        if (!waits_for_op(t, call, wait))
            continue;
        if (wait->to < call->returned)
            pass->givens[pass->given_count++] = (struct moment){wait->to, row};
        break;
    }
}

static void collect(struct pass *pass)
{
    const struct timeline *t = pass->t;
    size_t ops = t->ops.count + 1, calls = t->calls.count + 1;
    pass->gates = mem_zalloc(ops * sizeof *pass->gates);
    pass->calls = mem_zalloc(ops * sizeof *pass->calls);
    pass->returns = mem_zalloc(calls * sizeof *pass->returns);
    pass->barriers = mem_zalloc(calls * sizeof *pass->barriers);
    pass->givens = mem_zalloc(2 * calls * sizeof *pass->givens);
    link_previous(pass);
    for (uint32_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        if (timeline_has_times(op))
            pass->gates[pass->gate_count++] = (struct moment){gate_of(t, op), i};
        if (op->call != TIMELINE_UNKNOWN)
            pass->calls[pass->call_count++] = (struct moment){op->call, i};
    }
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->returned == TIMELINE_UNKNOWN || call->enter == TIMELINE_UNKNOWN)
            continue;
        pass->returns[pass->return_count++] = (struct moment){call->returned, i};
        collect_givens(pass, i);
        if (waits_for_device(t, call))
            pass->barriers[pass->barrier_count++] =
                (struct barrier){call->enter, call_gate(t, call), i};
    }
    pass->row = mem_zalloc(ops * sizeof *pass->row);
    for (uint32_t i = 0; i < t->calls.count; i++)
        if (t->calls.rows[i].op < t->ops.count)
            pass->row[t->calls.rows[i].op] = i + 1;
    moments_sort(pass->gates, pass->gate_count);
    moments_sort(pass->calls, pass->call_count);
    moments_sort(pass->returns, pass->return_count);
    moments_sort(pass->givens, pass->given_count);
    qsort(pass->barriers, pass->barrier_count, sizeof *pass->barriers, compare_barriers);
}

static void bound(struct pass *pass, uint32_t op, int64_t slack)
{
    pass->slack[op] = smaller(pass->slack[op], positive(slack));
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

/* Whether the blocker only stood before the operation and made way when it went on itself, however
 * long it runs from then on. */
static bool stands_before(const struct timeline *t, const struct timeline_wait *wait)
{
    return (wait->rule == RULE_ID_CONNECTION || wait->rule == RULE_ID_HEAD_OF_LINE ||
            wait->rule == RULE_ID_SIGNAL_DELAY || wait->rule == RULE_ID_LAUNCH_QUEUE) &&
           timeline_has_times(&t->ops.rows[wait->blocker]) &&
           t->ops.rows[wait->blocker].start >= wait->to;
}

/* The last wait of an operation for another that ended by `limit`; NULL: none. */
static const struct timeline_wait *last_before(const struct timeline *t,
                                               const struct timeline_op *op, int64_t limit)
{
    for (uint32_t i = op->wait_count; i-- > 0;) {
        const struct timeline_wait *wait = &t->waits.rows[op->first_wait + i];
        if (wait->to <= limit && wait->blocker < t->ops.count)
            return wait;
    }
    return NULL;
}

/* What an operation waited for until `gate` may end later by `slack` and what it has to spare. */
static void bound_before(struct pass *pass, const struct timeline_op *op, int64_t gate,
                         int64_t slack)
{
    const struct timeline *t = pass->t;
    for (uint32_t i = 0; i < op->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[op->first_wait + i];
        if (wait->to <= gate && wait->blocker < t->ops.count && !stands_before(t, wait))
            bound(pass, wait->blocker, slack + gate - wait->to);
    }
    for (uint32_t i = 0; i < op->after_count; i++) {
        uint32_t before = t->afters.rows[op->first_after + i];
        if (before < t->ops.count && timeline_has_times(&t->ops.rows[before]))
            bound(pass, before, slack + positive(gate - t->ops.rows[before].end));
    }
}

/* The end of a wait may come later by `slack`. What only stands before the waiting operation may
 * run as long as it likes, but what that one waited for by then may not; of a row of more of them
 * than are looked through the next one must not change at all. */
static void bound_blocker(struct pass *pass, const struct timeline_wait *wait, int64_t slack)
{
    enum { ROW = 64 };
    for (int row = 0; row < ROW && stands_before(pass->t, wait); row++) {
        const struct timeline_op *op = &pass->t->ops.rows[wait->blocker];
        const struct timeline_wait *last = last_before(pass->t, op, wait->to);
        if (!last)
            return;
        bound_before(pass, op, last->to, slack);
        wait = last;
    }
    bound(pass, wait->blocker, slack);
}

static void bound_previous(struct pass *pass, uint32_t before, int64_t gate, int64_t slack)
{
    if (before == TIMELINE_NO_OP)
        return;
    bound(pass, before, slack + positive(gate - pass->t->ops.rows[before].end));
}

/* Until when what came before on its machine may end. A host function starts some time after it
 * could, whether or not another one runs meanwhile: only one that waited for the worker would have
 * started sooner without the one before. */
static int64_t machine_gate(const struct pass *pass, const struct timeline_op *op, int64_t gate)
{
    if (op->machine != MACHINE_HOST_WORKER)
        return gate;
    for (uint32_t i = 0; i < op->wait_count; i++)
        if (pass->t->waits.rows[op->first_wait + i].rule == RULE_ID_HOST_WORKER)
            return gate;
    return op->start - 1;
}

/* By the end of the run and by the calls that wait for all work. */
static void bound_end(struct pass *pass, uint32_t id)
{
    bound(pass, id, pass->end - pass->t->ops.rows[id].end);
    apply_barrier(pass, id);
}

/* What runs between two pieces of a copy puts off the next of them: how much that matters is known,
 * as all that waits for the copy comes later. */
static void bound_within(struct pass *pass, uint32_t id)
{
    uint32_t whole = pass->within[id];
    if (whole == TIMELINE_NO_OP)
        return;
    bound_end(pass, whole);
    bound(pass, id, pass->slack[whole]);
}

/* What the operation waited for last is over here: all that comes after it is known, so it bounds
 * what is before it. */
static void visit_gate(struct pass *pass, uint32_t id)
{
    const struct timeline *t = pass->t;
    const struct timeline_op *op = &t->ops.rows[id];
    bound_end(pass, id);
    bound_within(pass, id);
    int64_t slack = pass->slack[id], gate = gate_of(t, op);
    bound_previous(pass, pass->in_stream[id], gate, slack);
    bound_previous(pass, pass->on_machine[id], machine_gate(pass, op, gate), slack);
    bound_before(pass, op, gate, slack);
    for (uint32_t i = 0; i < op->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[op->first_wait + i];
        if (wait->blocker < t->ops.count && stands_before(t, wait))
            bound_blocker(pass, wait, slack + positive(gate - wait->to));
    }
}

/* The thread's first call: where its making is no call, what its maker does before may come later
 * only by so much. */
static void visit_begin(struct pass *pass, uint16_t thread, int64_t time)
{
    if (thread >= pass->handover.threads)
        return;
    const struct handover_thread *row = &pass->handover.of_thread[thread];
    if (row->begin == time && row->made == time && row->maker != HANDOVER_NOBODY)
        pass->thread[row->maker] = smaller(pass->thread[row->maker], pass->thread[thread]);
}

/* For how long the call that asks for the operation waits for another thread anyway. */
static int64_t waits_anyway(const struct pass *pass, uint32_t id)
{
    uint32_t row = pass->row[id];
    if (row == 0 || !waits_for_thread(pass, row - 1))
        return 0;
    const struct timeline_call *call = &pass->t->calls.rows[row - 1];
    return positive(handover_time(pass->t, call) - call->enter);
}

/* The host asks for the operation: what its thread does before may come later only by so much. */
static void visit_call(struct pass *pass, uint32_t id)
{
    const struct timeline *t = pass->t;
    const struct timeline_op *op = &t->ops.rows[id];
    if (!timeline_has_times(op) || op->thread >= t->threads.count)
        return;
    int64_t slack =
        pass->slack[id] + positive(gate_of(t, op) - issued(t, op)) + waits_anyway(pass, id);
    pass->thread[op->thread] = smaller(pass->thread[op->thread], slack);
    visit_begin(pass, op->thread, op->call);
}

/* By how much what the call waited for may come later: by what its thread has to spare once it
 * returns, by what it asks for, and by what it lets others do before. */
static int64_t spare(struct pass *pass, uint32_t row)
{
    const struct timeline *t = pass->t;
    const struct timeline_call *call = &t->calls.rows[row];
    int64_t slack = smaller(pass->after[row], pass->thread[call->thread]);
    if (call->op >= t->ops.count || !timeline_has_times(&t->ops.rows[call->op]))
        return slack;
    const struct timeline_op *op = &t->ops.rows[call->op];
    bound_end(pass, call->op);
    return smaller(slack, pass->slack[call->op] + positive(gate_of(t, op) - issued(t, op)));
}

/* The call went on from now on, as another thread let it. */
static void visit_handover(struct pass *pass, uint32_t row)
{
    int64_t *giver = &pass->thread[pass->handover.giver[row]];
    *giver = smaller(*giver, spare(pass, row));
}

/* The call has what it waited for. */
static void bound_waited(struct pass *pass, uint32_t row, int64_t gate, int64_t slack)
{
    const struct timeline_call *call = &pass->t->calls.rows[row];
    for (uint32_t i = 0; i < call->wait_count; i++) {
        const struct timeline_wait *wait = &pass->t->waits.rows[call->first_wait + i];
        if (waits_for_op(pass->t, call, wait))
            bound(pass, wait->blocker, slack + positive(gate - wait->to));
    }
}

static void visit_given(struct pass *pass, const struct moment *given)
{
    uint32_t row = given->row & ~HANDS;
    if (pass->t->calls.rows[row].thread >= pass->t->threads.count)
        return;
    if (given->row & HANDS)
        visit_handover(pass, row);
    else
        bound_waited(pass, row, given->time, spare(pass, row));
}

static void visit_return(struct pass *pass, uint32_t row)
{
    const struct timeline *t = pass->t;
    const struct timeline_call *call = &t->calls.rows[row];
    if (call->thread >= t->threads.count)
        return;
    int64_t *thread = &pass->thread[call->thread];
    if (call->returned <= pass->end)
        *thread = smaller(*thread, pass->end - call->returned);
    pass->after[row] = *thread;
    int64_t gate = call_gate(t, call);
    bound_waited(pass, row, gate, *thread);
    uint16_t other = pass->handover.giver ? pass->handover.giver[row] : HANDOVER_NOBODY;
    if (other != HANDOVER_NOBODY && call->call == CALL_thread_create) {
        *thread = smaller(*thread, pass->thread[other]);
    } else if (other != HANDOVER_NOBODY) { /* it goes on when the other one does */
        if (handover_time(t, call) >= call->returned)
            visit_handover(pass, row);
        gate = call->returned;
    }
    if (gate > call->enter) /* it waits anyway */
        *thread += gate - call->enter;
    visit_begin(pass, call->thread, call->enter);
}

/* At equal times what the host asks for goes first: it comes after what has just returned, and that
 * after what has just ended. Another thread's call goes on with what returns. */
static void go_back(struct pass *pass)
{
    size_t gates = pass->gate_count, calls = pass->call_count, returns = pass->return_count,
           givens = pass->given_count;
    while (gates || calls || returns || givens) {
        int64_t gate = gates ? pass->gates[gates - 1].time : INT64_MIN;
        int64_t call = calls ? pass->calls[calls - 1].time : INT64_MIN;
        int64_t returned = returns ? pass->returns[returns - 1].time : INT64_MIN;
        int64_t given = givens ? pass->givens[givens - 1].time : INT64_MIN;
        if (calls && call >= given && call >= returned && call >= gate)
            visit_call(pass, pass->calls[--calls].row);
        else if (givens && given >= returned && given >= gate)
            visit_given(pass, &pass->givens[--givens]);
        else if (returns && returned >= gate)
            visit_return(pass, pass->returns[--returns].row);
        else
            visit_gate(pass, pass->gates[--gates].row);
    }
}

/* When the run is over, as the critical path has it. */
static int64_t end_of(const struct timeline *t)
{
    uint32_t last = critical_last_call(t);
    int64_t end = INT64_MIN;
    if (last != CRITICAL_NO_CALL)
        end = t->calls.rows[last].returned;
    else if (t->wall != TIMELINE_UNKNOWN && t->source == TIMELINE_PREDICTED)
        end = t->zero + t->wall;
    for (size_t i = 0; i < t->ops.count; i++)
        end = t->ops.rows[i].end > end ? t->ops.rows[i].end : end;
    return end;
}

/* What ended before the program chose by it, or by what else was done, what to do next. */
static void forget_chosen(struct pass *pass)
{
    const struct poll_choice choice = poll_choice_find(pass->t);
    for (size_t i = 0; choice.found && i < pass->t->ops.count; i++)
        if (timeline_has_times(&pass->t->ops.rows[i]) && pass->t->ops.rows[i].end <= choice.until)
            pass->slack[i] = TIMELINE_UNKNOWN;
}

int64_t *slack_find(const struct timeline *timeline)
{
    struct pass pass = {.t = timeline};
    pass.slack = mem_zalloc((timeline->ops.count + 1) * sizeof *pass.slack);
    pass.after = mem_zalloc((timeline->calls.count + 1) * sizeof *pass.after);
    pass.thread = mem_zalloc((timeline->threads.count + 1) * sizeof *pass.thread);
    for (size_t i = 0; i < timeline->threads.count; i++)
        pass.thread[i] = INT64_MAX / 4;
    handover_find(&pass.handover, timeline);
    collect(&pass);
    pass.end = end_of(timeline);
    for (size_t i = 0; i < timeline->ops.count; i++)
        pass.slack[i] =
            timeline_has_times(&timeline->ops.rows[i]) ? INT64_MAX / 4 : TIMELINE_UNKNOWN;
    go_back(&pass);
    forget_chosen(&pass);
    handover_release(&pass.handover);
    free(pass.gates);
    free(pass.calls);
    free(pass.returns);
    free(pass.givens);
    free(pass.row);
    free(pass.barriers);
    free(pass.thread);
    free(pass.after);
    free(pass.in_stream);
    free(pass.on_machine);
    free(pass.within);
    return pass.slack;
}

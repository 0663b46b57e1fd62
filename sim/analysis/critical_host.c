/* Back over what host threads did: the calls in which they waited, and the threads that let them go
 * on. */
#include "sim/analysis/critical_inside.h"

#include "sim/analysis/poll_begin.h"
#include "sim/base/mem.h"

#include <stdlib.h>

enum { HANDED = 64 }; /* from thread to thread at one moment, so that it ends */

static int compare_waiters(const void *a, const void *b)
{
    const struct critical_waiter *x = a, *y = b;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->returned != y->returned)
        return x->returned < y->returned ? -1 : 1;
    return x->call < y->call ? -1 : x->call > y->call;
}

uint32_t critical_call_blocker(const struct timeline *t, const struct timeline_call *call,
                               enum rule *rule)
{
    for (uint32_t i = call->wait_count; i-- > 0;) {
        const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
        if (wait->blocker != TIMELINE_NO_OP) {
            *rule = (enum rule)wait->rule;
            return wait->blocker;
        }
    }
    return TIMELINE_NO_OP;
}

/* By row of calls: when the thread was done with what it had done before, polls aside. */
static int64_t *find_worked(const struct timeline *t)
{
    int64_t *worked = mem_zalloc((t->calls.count + 1) * sizeof *worked);
    int64_t *until = mem_zalloc((t->threads.count + 1) * sizeof *until);
    bool *fillers = poll_fillers_find(t);
    for (size_t i = 0; i < t->threads.count; i++)
        until[i] = TIMELINE_UNKNOWN;
    for (size_t row = 0; row < t->calls.count; row++) {
        const struct timeline_call *call = &t->calls.rows[row];
        worked[row] = TIMELINE_UNKNOWN;
        if (call->thread >= t->threads.count)
            continue;
        worked[row] = until[call->thread];
        if (!call_is_query(call->call) && !(fillers && fillers[row]) &&
            call->returned > until[call->thread])
            until[call->thread] = call->returned;
    }
    free(fillers);
    free(until);
    return worked;
}

bool critical_asked_late(const struct critical_walk *walk, const struct timeline_call *call,
                         uint32_t blocker)
{
    if (!call_is_query(call->call) || blocker == TIMELINE_NO_OP)
        return false;
    int64_t end = walk->t->ops.rows[blocker].end;
    return end != TIMELINE_UNKNOWN && walk->worked[call - walk->t->calls.rows] > end;
}

void critical_collect_waiters(struct critical_walk *walk)
{
    const struct timeline *t = walk->t;
    walk->begins = poll_begin_find(t);
    walk->worked = find_worked(t);
    walk->waiters = mem_zalloc((t->calls.count + 1) * sizeof *walk->waiters);
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        enum rule rule;
        if (call->returned == TIMELINE_UNKNOWN ||
            (critical_call_blocker(t, call, &rule) == TIMELINE_NO_OP && !handover_is_wait(t, call)))
            continue;
        walk->waiters[walk->waiter_count++] =
            (struct critical_waiter){call->returned, i, call->thread};
    }
    qsort(walk->waiters, walk->waiter_count, sizeof *walk->waiters, compare_waiters);
}

/* The last of the thread's waiting calls that had begun by `time`, of those before `before` among
 * the waiters, where it goes: one row on each call, so that calls without length are passed. NULL:
 * none. */
static const struct timeline_call *waiter_before(const struct critical_walk *walk, uint16_t thread,
                                                 int64_t time, size_t *before)
{
    const struct timeline_call *calls = walk->t->calls.rows;
    size_t low = 0, high = *before;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct critical_waiter *waiter = &walk->waiters[middle];
        if (waiter->thread < thread || (waiter->thread == thread && waiter->returned <= time))
            low = middle + 1;
        else
            high = middle;
    }
    /* one that the thread is still in */
    const struct critical_waiter *next = &walk->waiters[low];
    if (low < *before && next->thread == thread && calls[next->call].enter < time)
        low++;
    if (low == 0 || walk->waiters[low - 1].thread != thread)
        return NULL;
    *before = low - 1;
    return &calls[walk->waiters[low - 1].call];
}

/* What the thread did since `from`. */
static void host_step(struct critical_walk *walk, uint16_t thread, int64_t from)
{
    walk->host_thread = thread;
    critical_step_back(walk, CRITICAL_HOST, from, walk->op, RULE_COUNT);
}

/* The thread begins: on in the one that made it, if that is known. */
static bool to_maker(struct critical_walk *walk, uint16_t *thread)
{
    if (*thread >= walk->handover.threads)
        return false;
    const struct handover_thread *row = &walk->handover.of_thread[*thread];
    if (row->maker == HANDOVER_NOBODY || walk->handed == HANDED || row->made <= walk->out->from ||
        row->made > walk->now)
        return false;
    walk->handed++;
    host_step(walk, *thread, row->made);
    *thread = row->maker;
    return true;
}

/* What the other threads do from here on back to when the call began to wait for the lock, that
 * holds it up. */
static void note_lock(struct critical_walk *walk, const struct timeline_call *call)
{
    const struct timeline_wait *waits = &walk->t->waits.rows[call->first_wait];
    uint32_t i = call->wait_count;
    while (i > 0 && waits[i - 1].rule != RULE_ID_LOCK)
        i--;
    if (i == 0)
        return;
    while (i > 0 && waits[i - 1].rule == RULE_ID_LOCK)
        i--;
    walk->lock_call = (uint32_t)(call - walk->t->calls.rows);
    walk->lock_from = i ? waits[i - 1].to : call->enter;
}

/* The call waited from `from` on for another thread: on in that one, at the moment at which it let
 * this one go on. Returns whether it is known which; not of a wait in which the thread only wakes.
 */
static bool to_giver(struct critical_walk *walk, const struct timeline_call *call, int64_t from,
                     uint16_t *thread)
{
    uint16_t giver =
        walk->handover.giver ? walk->handover.giver[call - walk->t->calls.rows] : HANDOVER_NOBODY;
    if (giver == HANDOVER_NOBODY || walk->handed == HANDED || handover_time(walk->t, call) < from)
        return false;
    host_step(walk, *thread, handover_time(walk->t, call)); /* what the call did then */
    walk->handed++;
    *thread = giver;
    note_lock(walk, call);
    return true;
}

enum onward { ON_BEFORE, ON_IN_OTHER, ON_BY_OP };

/* Back over the call, which has just returned or is under way, to the last operation that it waited
 * for and that had begun by then, or to another thread. Where it only waits for what is still to
 * come, as the call of a small copy from pageable memory does, it is the host's own time. */
static enum onward follow_call(struct critical_walk *walk, const struct timeline_call *call,
                               uint16_t *thread, enum rule *rule)
{
    bool whole = call->returned <= walk->now;
    for (uint32_t i = call->wait_count; i-- > 0;) {
        const struct timeline_wait *wait = &walk->t->waits.rows[call->first_wait + i];
        int64_t from = i ? wait[-1].to : call->enter;
        if (from > walk->now)
            continue;
        if (handover_is_of_thread(wait) && to_giver(walk, call, from, thread))
            return ON_IN_OTHER;
        if (!critical_leads_back(walk, wait->blocker) ||
            critical_asked_late(walk, call, wait->blocker)) {
            host_step(walk, call->thread, from);
            continue;
        }
        *rule = (enum rule)wait->rule;
        if (whole)
            critical_charge_call(walk, call, *rule);
        walk->call = (uint32_t)(call - walk->t->calls.rows);
        critical_blame(walk, *rule, wait->blocker, walk->begins[walk->call]);
        critical_go_to(walk, wait->blocker, *rule);
        walk->call = CRITICAL_NO_CALL;
        return ON_BY_OP;
    }
    if (call->wait_count == 0 && handover_is_wait(walk->t, call) &&
        to_giver(walk, call, call->enter, thread)) /* it says nothing else of it */
        return ON_IN_OTHER;
    host_step(walk, call->thread, call->enter);
    return ON_BEFORE;
}

bool critical_follow_thread(struct critical_walk *walk, uint16_t thread, enum rule *rule)
{
    size_t before = walk->waiter_count;
    while (walk->now > walk->out->from) {
        const struct timeline_call *call = waiter_before(walk, thread, walk->now, &before);
        if (!call || call->returned <= walk->out->from) {
            if (!to_maker(walk, &thread))
                host_step(walk, thread, walk->out->from);
            before = walk->waiter_count;
            continue;
        }
        host_step(walk, thread, call->returned);
        enum onward on = follow_call(walk, call, &thread, rule);
        if (on == ON_BY_OP)
            return true;
        if (on == ON_IN_OTHER)
            before = walk->waiter_count;
    }
    return false;
}

bool critical_follow_lock(struct critical_walk *walk, int64_t from, enum rule *rule)
{
    const struct timeline_op *op = &walk->t->ops.rows[walk->op];
    size_t before = walk->waiter_count;
    const struct timeline_call *call;
    do
        call = waiter_before(walk, op->thread, op->returned, &before);
    while (call && call->op != walk->op && call->returned == op->returned);
    if (!call || call->op != walk->op || !handover_is_wait(walk->t, call) ||
        handover_time(walk->t, call) <= from)
        return false;
    /* once it had the lock the call did its own work */
    uint32_t i = call->wait_count;
    while (i > 0 && !handover_is_of_thread(&walk->t->waits.rows[call->first_wait + i - 1]))
        i--;
    if (i == 0)
        return false;
    critical_step_back(walk, CRITICAL_GAP, walk->t->waits.rows[call->first_wait + i - 1].to,
                       walk->op, RULE_ID_ISSUE);
    uint16_t thread = op->thread;
    enum onward on = follow_call(walk, call, &thread, rule);
    return on == ON_BY_OP || critical_follow_thread(walk, thread, rule);
}

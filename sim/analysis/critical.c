#include "sim/analysis/critical_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* A step of the host in which another call waited for the thread's lock. */
static void note_held(struct critical_walk *walk, struct critical_step *added)
{
    if (walk->lock_call == CRITICAL_NO_CALL)
        return;
    if (added->to > walk->lock_from) {
        added->held = added->to - (added->from > walk->lock_from ? added->from : walk->lock_from);
        added->call = walk->lock_call;
        added->rule = RULE_ID_LOCK;
    }
    if (added->from <= walk->lock_from)
        walk->lock_call = CRITICAL_NO_CALL;
}

void critical_step_back(struct critical_walk *walk, enum critical_kind kind, int64_t from,
                        uint32_t op, enum rule rule)
{
    struct critical *out = walk->out;
    if (from < out->from)
        from = out->from;
    if (from >= walk->now)
        return;
    int64_t length = walk->now - from;
    out->run += kind == CRITICAL_RUN ? length : 0;
    out->gap += kind == CRITICAL_GAP ? length : 0;
    out->host += kind == CRITICAL_HOST ? length : 0;
    critical_charge_staging(walk, kind, op, rule, length);
    out->steps = mem_grow(out->steps, &out->capacity, out->count + 1, sizeof *out->steps);
    struct critical_step *added = &out->steps[out->count++];
    *added = (struct critical_step){.from = from,
                                    .to = walk->now,
                                    .op = op,
                                    .waiting = TIMELINE_NO_OP,
                                    .owner = TIMELINE_NO_OP,
                                    .call = CRITICAL_NO_CALL,
                                    .thread = kind == CRITICAL_HOST  ? walk->host_thread
                                              : op == TIMELINE_NO_OP ? walk->next.thread
                                                                     : walk->t->ops.rows[op].thread,
                                    .kind = (uint8_t)kind,
                                    .rule = (uint8_t)rule};
    if (kind == CRITICAL_RUN) {
        added->held = walk->next.held;
        added->waiting = walk->next.waiting;
        added->owner = walk->next.owner;
        added->call = walk->next.call;
        if (added->waiting != TIMELINE_NO_OP)
            added->rule = walk->next.rule;
    } else if (kind == CRITICAL_HOST) {
        note_held(walk, added);
    } else {
        added->call =
            walk->call != CRITICAL_NO_CALL || op != TIMELINE_NO_OP ? walk->call : walk->next.call;
    }
    walk->now = from;
    walk->ahead = 0;
    walk->handed = 0;
}

static void forget(struct critical_walk *walk)
{
    walk->next = (struct critical_step){.waiting = TIMELINE_NO_OP, .call = CRITICAL_NO_CALL};
}

bool critical_leads_back(const struct critical_walk *walk, uint32_t blocker)
{
    if (blocker == TIMELINE_NO_OP)
        return false;
    const struct timeline_op *op = &walk->t->ops.rows[blocker];
    if (!timeline_has_times(op))
        return false;
    return op->start < walk->now || (op->end <= walk->now && blocker < walk->op);
}

void critical_go_to(struct critical_walk *walk, uint32_t blocker, enum rule gap_rule)
{
    const struct timeline_op *op = &walk->t->ops.rows[blocker];
    if (op->end < walk->now)
        critical_step_back(walk, CRITICAL_GAP, op->end, walk->op,
                           rule_info(gap_rule)->group == RULE_HOST ? gap_rule : RULE_ID_LATENCY);
    walk->op = blocker;
}

/* Rules by which something only stands before the waiting operation: in a queue, not on a machine.
 * It makes way when it goes on itself, so the reason is what it waited for in turn. */
static bool stands_before(enum rule rule)
{
    return rule == RULE_ID_CONNECTION || rule == RULE_ID_HEAD_OF_LINE ||
           rule == RULE_ID_SIGNAL_DELAY || rule == RULE_ID_LAUNCH_QUEUE;
}

enum { AHEAD = 16 }; /* so that it ends */

/* Looks on from an operation that stands before the one under view, at the same moment. */
static void look_past(struct critical_walk *walk, const struct timeline_wait *wait, int64_t from)
{
    if (walk->held == TIMELINE_NO_OP) {
        walk->held = walk->held_owner = walk->op;
        walk->held_from = from;
        walk->held_rule = (enum rule)wait->rule;
        walk->held_call = CRITICAL_NO_CALL;
    }
    walk->op = wait->blocker;
}

/* One wait of the operation under view that had begun by now. Returns whether it leads on: to its
 * blocker, which runs, or in *past to one that stands before. */
static bool follow_wait(struct critical_walk *walk, const struct timeline_wait *wait, int64_t from,
                        enum rule *rule, bool *past)
{
    if (critical_leads_back(walk, wait->blocker)) {
        *rule = (enum rule)wait->rule;
        critical_blame(walk, *rule, wait->blocker, from);
        critical_go_to(walk, wait->blocker, *rule);
        return true;
    }
    bool back =
        wait->blocker < walk->op || (wait->blocker != TIMELINE_NO_OP && walk->ahead < AHEAD);
    if (back && stands_before((enum rule)wait->rule)) {
        walk->ahead += wait->blocker > walk->op;
        look_past(walk, wait, from);
        *past = true;
        return true;
    }
    if (wait->rule == RULE_ID_ISSUE && critical_follow_lock(walk, from, rule))
        return true;
    if (from != TIMELINE_UNKNOWN) {
        critical_blame_engine(walk, (enum rule)wait->rule, from);
        critical_step_back(walk, CRITICAL_GAP, from, walk->op, (enum rule)wait->rule);
    }
    return false;
}

/* Back over the waits of the operation under view, which has just been reached at its start.
 * Returns whether somebody was to blame. */
static bool follow_waits(struct critical_walk *walk, enum rule *rule)
{
    const struct timeline_op *op = &walk->t->ops.rows[walk->op];
    if (op->wait_count) /* what its waits leave is not known */
        critical_step_back(walk, CRITICAL_GAP,
                           walk->t->waits.rows[op->first_wait + op->wait_count - 1u].to, walk->op,
                           RULE_COUNT);
    for (uint32_t i = op->wait_count; i-- > 0;) {
        const struct timeline_wait *wait = &walk->t->waits.rows[op->first_wait + i];
        int64_t from = i ? wait[-1].to : op->call;
        bool past = false;
        if (from != TIMELINE_UNKNOWN && from >= walk->now)
            continue;
        if (!follow_wait(walk, wait, from, rule, &past))
            continue;
        if (!past)
            return true;
        op = &walk->t->ops.rows[walk->op];
        i = op->wait_count;
    }
    return false;
}

/* The host asked late: what did it do before? Returns whether it had waited for an operation. */
static bool follow_host(struct critical_walk *walk, enum rule *rule)
{
    const struct timeline_op *op = &walk->t->ops.rows[walk->op];
    int64_t called = op->call != TIMELINE_UNKNOWN && op->call < walk->now ? op->call : walk->now;
    critical_step_back(walk, CRITICAL_GAP, called, walk->op,
                       op->wait_count ? RULE_ID_LATENCY : RULE_COUNT);
    return critical_follow_thread(walk, op->thread, rule);
}

static void link_streams(struct critical_walk *walk)
{
    const struct timeline *t = walk->t;
    uint32_t *last = mem_zalloc((t->streams.count + 1) * sizeof *last);
    memset(last, 0xff, (t->streams.count + 1) * sizeof *last);
    walk->in_stream = mem_zalloc((t->ops.count + 1) * sizeof *walk->in_stream);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        uint32_t *before = &last[op->stream < t->streams.count ? op->stream : t->streams.count];
        walk->in_stream[id] = *before;
        if (timeline_has_times(op))
            *before = id;
    }
    free(last);
}

static uint32_t last_to_end(const struct timeline *t)
{
    uint32_t last = TIMELINE_NO_OP;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (timeline_is_work(op) && timeline_is_timed(t, op) && timeline_has_times(op) &&
            (last == TIMELINE_NO_OP || op->end > t->ops.rows[last].end))
            last = id;
    }
    return last;
}

/* Whether the call gives the wall time (timeline_finish()): it returns at its end, having waited
 * for the device, behind another thread's free that did, or found it done. */
static bool ends_wall(const struct timeline *t, const struct timeline_call *call, int64_t end)
{
    if (call->returned != end || call->enter < t->zero || call->enter > t->timed_to)
        return false;
    enum rule rule;
    return critical_call_blocker(t, call, &rule) != TIMELINE_NO_OP ||
           call_is_synchronize(call->call) || (call_frees(call->call) && handover_is_wait(t, call));
}

/* Of a measured run, whose wall time is that of other runs, without the instrument: the call that
 * last waited. */
static uint32_t last_waiter(const struct timeline *t)
{
    uint32_t last = CRITICAL_NO_CALL;
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        enum rule rule;
        if (call->returned != TIMELINE_UNKNOWN && call->enter >= t->zero &&
            call->enter <= t->timed_to && critical_call_blocker(t, call, &rule) != TIMELINE_NO_OP &&
            (last == CRITICAL_NO_CALL || call->returned > t->calls.rows[last].returned))
            last = i;
    }
    return last;
}

uint32_t critical_last_call(const struct timeline *timeline)
{
    if (timeline->source == TIMELINE_MEASURED)
        return last_waiter(timeline);
    if (timeline->wall == TIMELINE_UNKNOWN)
        return CRITICAL_NO_CALL;
    for (uint32_t i = (uint32_t)timeline->calls.count; i-- > 0;)
        if (ends_wall(timeline, &timeline->calls.rows[i], timeline->zero + timeline->wall))
            return i;
    for (uint32_t i = (uint32_t)timeline->calls.count; i-- > 0;) { /* no call waited */
        const struct timeline_call *call = &timeline->calls.rows[i];
        if (call->returned == timeline->zero + timeline->wall && call->enter >= timeline->zero &&
            call->enter <= timeline->timed_to && !call_sets_up((enum call)call->call))
            return i;
    }
    return CRITICAL_NO_CALL;
}

/* From the last call to the operation that it waited for. Returns whether there is one. */
static bool begin_at_call(struct critical_walk *walk, uint32_t row, enum rule *rule)
{
    const struct timeline_call *call = &walk->t->calls.rows[row];
    walk->next.thread = call->thread;
    walk->next.call = row;
    uint32_t blocker = critical_call_blocker(walk->t, call, rule);
    /* what it does of its own once it has waited is the host's */
    bool own =
        call->wait_count &&
        walk->t->waits.rows[call->first_wait + call->wait_count - 1u].blocker == TIMELINE_NO_OP;
    if (own || !critical_leads_back(walk, blocker) || critical_asked_late(walk, call, blocker)) {
        walk->now = call->returned;
        return critical_follow_thread(walk, call->thread, rule);
    }
    critical_step_back(walk, CRITICAL_GAP, walk->t->ops.rows[blocker].end, TIMELINE_NO_OP, *rule);
    walk->op = blocker;
    const struct timeline_op *op = &walk->t->ops.rows[blocker];
    int64_t from = call->enter > op->start ? call->enter : op->start;
    walk->next.held = from < walk->now ? walk->now - from : 0;
    return true;
}

void critical_find(struct critical *critical, const struct timeline *timeline)
{
    memset(critical, 0, sizeof *critical);
    for (int i = 0; i < RULE_COUNT; i++)
        critical->waiting[i] = critical->blocker[i] = critical->through[i] = critical->behind[i] =
            critical->call[i] = TIMELINE_NO_OP;
    struct critical_walk walk = {.t = timeline,
                                 .out = critical,
                                 .held = TIMELINE_NO_OP,
                                 .call = CRITICAL_NO_CALL,
                                 .lock_call = CRITICAL_NO_CALL};
    uint32_t last = last_to_end(timeline), last_call = critical_last_call(timeline);
    if (last == TIMELINE_NO_OP)
        return;
    forget(&walk);
    critical_collect_waiters(&walk);
    link_streams(&walk);
    handover_find(&walk.handover, timeline);
    walk.readback = readback_find(timeline);
    critical->from = timeline->zero;
    critical->to = walk.now = timeline->ops.rows[last].end;
    walk.op = last;
    enum rule rule = RULE_COUNT; /* why the step before this one waited for it */
    bool more = true;
    if (last_call != CRITICAL_NO_CALL && timeline->calls.rows[last_call].returned >= critical->to) {
        critical->to = walk.now = timeline->calls.rows[last_call].returned;
        walk.op = TIMELINE_NO_OP;
        more = begin_at_call(&walk, last_call, &rule);
    }
    critical_begin_costs(&walk);
    while (more) {
        const struct timeline_op *op = &timeline->ops.rows[walk.op];
        critical_step_back(&walk, CRITICAL_RUN, op->start, walk.op, rule);
        forget(&walk);
        more =
            walk.now > critical->from && (follow_waits(&walk, &rule) || follow_host(&walk, &rule));
    }
    critical_end_costs(&walk);
    for (size_t i = 0; i < critical->count / 2; i++) {
        struct critical_step other = critical->steps[i];
        critical->steps[i] = critical->steps[critical->count - 1 - i];
        critical->steps[critical->count - 1 - i] = other;
    }
    handover_release(&walk.handover);
    free(walk.waiters);
    free(walk.begins);
    free(walk.worked);
    free(walk.in_stream);
}

void critical_release(struct critical *critical)
{
    free(critical->steps);
    memset(critical, 0, sizeof *critical);
}

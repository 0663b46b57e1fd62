/* What the steps of the critical path cost, by rule: for how long each held up what waited for it,
 * and who waited longest. */
#include "sim/analysis/critical_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* Who waited longest by the rule, and for whom. */
static void note_longest(struct critical_walk *walk, enum rule rule, int64_t length,
                         uint32_t waiting, uint32_t blocker)
{
    if (length <= walk->longest[rule])
        return;
    walk->longest[rule] = length;
    walk->out->waiting[rule] = waiting;
    walk->out->blocker[rule] = blocker;
    walk->out->through[rule] = walk->op == waiting ? TIMELINE_NO_OP : walk->op;
}

/* --- what is waited for through others -----------------------------------------------------------
 */

void critical_begin_costs(struct critical_walk *walk)
{
    walk->charged_at = walk->out->to;
    for (int rule = 0; rule < RULE_COUNT; rule++)
        walk->fence_at[rule] = walk->covered[rule] = walk->out->to;
}

/* Each moment is one hold's: that of the latest. */
static void add_hold(struct critical_walk *walk, struct critical_hold hold)
{
    if (walk->hold_count && walk->holds[walk->hold_count - 1].from < hold.to)
        hold.to = walk->holds[walk->hold_count - 1].from;
    if (hold.from >= hold.to)
        return;
    walk->holds =
        mem_grow(walk->holds, &walk->hold_capacity, walk->hold_count + 1, sizeof *walk->holds);
    walk->holds[walk->hold_count++] = hold;
}

/* How much of what the step ran lies in the hold, without what is charged to that rule anyway. */
static int64_t in_hold(const struct critical_step *step, const struct critical_hold *hold)
{
    int64_t to = step->to - (step->rule == hold->rule ? step->held : 0);
    int64_t from = step->from > hold->from ? step->from : hold->from;
    to = to < hold->to ? to : hold->to;
    return to > from ? to - from : 0;
}

void critical_end_costs(struct critical_walk *walk)
{
    size_t first = 0; /* both go back in time */
    for (size_t i = 0; i < walk->out->count; i++) {
        struct critical_step *step = &walk->out->steps[i];
        while (first < walk->hold_count && walk->holds[first].from >= step->to)
            first++;
        for (size_t h = first; h < walk->hold_count && walk->holds[h].to > step->from; h++) {
            const struct critical_hold *hold = &walk->holds[h];
            int64_t time = step->kind == CRITICAL_RUN ? in_hold(step, hold) : 0;
            if (time <= step->behind)
                continue;
            step->behind = time;
            step->behind_op = hold->op;
            step->behind_owner = hold->owner;
            step->behind_call = hold->call;
            step->behind_blocker = hold->blocker;
            step->behind_rule = hold->rule;
        }
    }
    free(walk->holds);
}

/* When what stands before the operation in its stream had ended: records and waits that ended only
 * with what it waited for are part of the same wait. */
static int64_t free_since(const struct critical_walk *walk, uint32_t op, int64_t to)
{
    const struct timeline_op *ops = walk->t->ops.rows;
    uint32_t before = walk->in_stream[op];
    while (before != TIMELINE_NO_OP && ops[before].end >= to && !timeline_is_work(&ops[before]))
        before = walk->in_stream[before];
    return before == TIMELINE_NO_OP ? INT64_MIN : ops[before].end;
}

/* A fence and an event hold up an operation not only while the last of what they wait for runs: a
 * short copy behind a long kernel stands for both. They don't cost more than what follows, up to
 * the next such wait: no more could begin earlier without them. Returns the cost of this wait,
 * which held up the operation by the end of its blocker for [from, to]. */
static int64_t charge_fence(struct critical_walk *walk, const struct critical_hold *held,
                            int64_t waits_from)
{
    int64_t low = free_since(walk, held->op, held->to),
            follows = walk->fence_at[held->rule] - held->to;
    low = low > waits_from ? low : waits_from;
    low = low > held->to - follows ? low : held->to - follows;
    low = low < held->from ? low : held->from;
    low = low > walk->out->from ? low : walk->out->from;
    int64_t *covered = &walk->covered[held->rule];
    int64_t to = held->to < *covered ? held->to : *covered;
    struct critical_hold all = *held;
    all.from = low;
    add_hold(walk, all);
    walk->fence_at[held->rule] = held->to;
    *covered = low < *covered ? low : *covered;
    return to > low ? to - low : 0;
}

/* --- what is waited for --------------------------------------------------------------------------
 */

static bool is_pageable(const struct timeline *t, uint32_t id)
{
    return id < t->ops.count && timeline_is_pageable(t, id);
}

void critical_charge_staging(struct critical_walk *walk, enum critical_kind kind, uint32_t op,
                             enum rule rule, int64_t length)
{
    bool staged = kind == CRITICAL_RUN || rule == RULE_ID_STAGING || rule == RULE_ID_COPY;
    if (kind == CRITICAL_HOST || !staged || !is_pageable(walk->t, op))
        return;
    walk->out->cost[RULE_ID_STAGING] += length;
    note_longest(walk, RULE_ID_STAGING, length, op, TIMELINE_NO_OP);
}

/* Whether the operation under view is of the final readback, and waits for no machine: like the end
 * of the run itself it holds nobody up. */
static bool waits_by_nature(const struct critical_walk *walk, enum rule rule)
{
    return rule_info(rule)->group != RULE_RESOURCE && walk->op != TIMELINE_NO_OP &&
           readback_has_op(&walk->readback, walk->t, walk->op);
}

void critical_blame(struct critical_walk *walk, enum rule rule, uint32_t blocker,
                    int64_t waits_from)
{
    if (waits_by_nature(walk, rule))
        return;
    const struct timeline_op *op = &walk->t->ops.rows[blocker];
    uint32_t waiting = walk->op, owner = walk->op, call = walk->call;
    if (walk->held != TIMELINE_NO_OP) {
        waiting = walk->held;
        waits_from = walk->held_from;
        if (walk->held_rule != RULE_ID_STREAM && rule_info(rule)->group != RULE_HOST) {
            rule = walk->held_rule;
            owner = walk->held_owner;
            call = walk->held_call;
        }
    }
    walk->held = timeline_is_work(op) ? TIMELINE_NO_OP : waiting;
    walk->held_from = waits_from;
    walk->held_rule = rule;
    walk->held_owner = owner;
    walk->held_call = call;
    int64_t from = op->start > waits_from ? op->start : waits_from;
    int64_t to = op->end < walk->now ? op->end : walk->now;
    if (from < walk->out->from)
        from = walk->out->from;
    if (to <= from || waiting == TIMELINE_NO_OP)
        return;
    walk->next.waiting = waiting;
    walk->next.owner = owner;
    walk->next.call = call;
    walk->next.rule = (uint8_t)rule;
    walk->next.held = to - from;
    /* A copy's call holds the host until it has emptied the staging buffers, past the copy's end.
     */
    int64_t held = (rule == RULE_ID_COPY ? walk->now : to) - from;
    walk->out->blame[rule] += held;
    struct critical_hold hold = {from, to, waiting, owner, call, blocker, (uint8_t)rule};
    if (rule == RULE_ID_LEGACY_FENCE || rule == RULE_ID_EVENT)
        walk->out->cost[rule] += charge_fence(walk, &hold, waits_from);
    else if (rule_info(rule)->group != RULE_HOST)
        walk->out->cost[rule] += held;
    note_longest(walk, rule, to - from, waiting, blocker);
}

void critical_blame_engine(struct critical_walk *walk, enum rule rule, int64_t from)
{
    from = from > walk->out->from ? from : walk->out->from;
    if (rule != RULE_ID_CLEARING || from >= walk->now)
        return;
    walk->out->blame[rule] += walk->now - from;
    walk->out->cost[rule] += walk->now - from;
    note_longest(walk, rule, walk->now - from, walk->op, TIMELINE_NO_OP);
}

void critical_charge_call(struct critical_walk *walk, const struct timeline_call *call,
                          enum rule rule)
{
    struct critical *out = walk->out;
    if (walk->op == TIMELINE_NO_OP || waits_by_nature(walk, rule))
        return;
    int64_t from = walk->begins[call - walk->t->calls.rows];
    from = from > out->from ? from : out->from;
    uint32_t before = walk->in_stream[walk->op], first = walk->op;
    /* what was asked for behind the call was held up by it, too */
    while (before != TIMELINE_NO_OP && walk->t->ops.rows[before].call >= call->returned) {
        first = timeline_is_work(&walk->t->ops.rows[before]) ? before : first;
        before = walk->in_stream[before];
    }
    bool any = before == TIMELINE_NO_OP || rule == RULE_ID_LAUNCH_BLOCKING; /* of no use at all */
    int64_t other = any ? from : walk->t->ops.rows[before].end;
    int64_t cost = call->returned - (other > from ? other : from);
    /* Without the call no more could begin earlier than what follows it. */
    int64_t follows = walk->charged_at - call->returned;
    walk->charged_at = call->returned;
    cost = cost > follows ? follows : cost;
    if (cost <= 0)
        return;
    out->cost[rule] += cost;
    struct critical_hold hold = {.from = call->returned - cost,
                                 .to = call->returned,
                                 .op = first,
                                 .owner = first,
                                 .blocker = TIMELINE_NO_OP,
                                 .call = (uint32_t)(call - walk->t->calls.rows),
                                 .rule = (uint8_t)rule};
    add_hold(walk, hold);
    if (cost < walk->charged[rule] - walk->charged[rule] / 10) /* of near equals the first */
        return;
    walk->charged[rule] = cost > walk->charged[rule] ? cost : walk->charged[rule];
    out->call[rule] = (uint32_t)(call - walk->t->calls.rows);
    bool work = walk->held == TIMELINE_NO_OP || timeline_is_work(&walk->t->ops.rows[first]);
    out->behind[rule] = work ? first : walk->held;
}

bool critical_is_meant(enum rule rule)
{
    return rule == RULE_ID_STREAM || rule == RULE_ID_EVENT || rule == RULE_ID_COPY_ENGINE ||
           rule == RULE_ID_CONDITION;
}

enum rule critical_worst_rule(const struct critical *c, int64_t wall)
{
    enum rule worst = RULE_COUNT, intended = RULE_COUNT;
    for (int i = 0; i < RULE_COUNT; i++) {
        enum rule *best = critical_is_meant((enum rule)i) ? &intended : &worst;
        if (c->cost[i] > wall / 20 && (*best == RULE_COUNT || c->cost[i] > c->cost[*best]))
            *best = (enum rule)i;
    }
    if (worst == RULE_COUNT || (intended != RULE_COUNT && c->cost[intended] / 5 > c->cost[worst]))
        return intended;
    return worst;
}

/* What the steps of the critical path cost, by rule: for how long each held up what waited for it,
 * and who waited longest. */
#include "sim/analysis/critical_inside.h"

/* Who waited longest by the rule, and for whom. */
static void note_longest(struct critical_walk *walk, enum rule rule, int64_t length,
                         uint32_t waiting, uint32_t blocker)
{
    if (length <= walk->longest[rule])
        return;
    walk->longest[rule] = length;
    walk->out->waiting[rule] = waiting;
    walk->out->blocker[rule] = blocker;
}

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
    if (rule_info(rule)->group != RULE_HOST)
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
    int64_t from = call->enter > out->from ? call->enter : out->from;
    uint32_t before = walk->in_stream[walk->op];
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
    if (cost < walk->charged[rule] - walk->charged[rule] / 10) /* of near equals the first */
        return;
    walk->charged[rule] = cost > walk->charged[rule] ? cost : walk->charged[rule];
    out->call[rule] = (uint32_t)(call - walk->t->calls.rows);
    bool work = walk->held == TIMELINE_NO_OP || timeline_is_work(&walk->t->ops.rows[walk->op]);
    out->behind[rule] = work ? walk->op : walk->held;
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

#include "sim/analysis/verdict.h"

#include "sim/analysis/early_start.h"
#include "sim/analysis/failures.h"
#include "sim/analysis/lock_across.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static const int64_t million = 1000000;

static bool counts(const struct timeline *t, uint32_t id)
{
    return timeline_is_work(&t->ops.rows[id]) && timeline_is_timed(t, &t->ops.rows[id]);
}

/* Whether all timed work is in one stream; *op is its first operation. */
static bool one_stream(const struct timeline *t, uint32_t *op)
{
    *op = TIMELINE_NO_OP;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        if (!counts(t, id))
            continue;
        if (*op == TIMELINE_NO_OP)
            *op = id;
        else if (t->ops.rows[id].stream != t->ops.rows[*op].stream)
            return false;
    }
    return *op != TIMELINE_NO_OP;
}

/* --- finding -------------------------------------------------------------------------------------
 */

/* Of the two that a fence orders, and of the record or wait that stands between them, the one in
 * the default stream; and how many more there are. */
static void blame_legacy(struct verdict *v, const struct timeline *t, const struct critical *c)
{
    uint32_t waiting = c->waiting[RULE_ID_LEGACY_FENCE];
    uint32_t blocker = c->blocker[RULE_ID_LEGACY_FENCE];
    v->cause = VERDICT_LEGACY;
    v->rule = RULE_ID_LEGACY_FENCE;
    v->edit = EDIT_NONBLOCKING_STREAM;
    uint32_t through = c->through[RULE_ID_LEGACY_FENCE];
    v->op = waiting;
    if (!timeline_is_legacy(t, waiting))
        v->op = timeline_is_legacy(t, blocker)                                ? blocker
                : through != TIMELINE_NO_OP && timeline_is_legacy(t, through) ? through
                                                                              : waiting;
    v->simpler = t->ops.rows[v->op].kind == OP_KERNEL ? EDIT_LAUNCH : EDIT_NONE;
    for (uint32_t id = 0; id < t->ops.count; id++)
        v->others += id != v->op && timeline_is_legacy(t, id) &&
                     timeline_is_timed(t, &t->ops.rows[id]) &&
                     t->ops.rows[id].place != t->ops.rows[v->op].place;
}

static void blame_pageable(struct verdict *v, const struct timeline *t, uint32_t op)
{
    v->cause = VERDICT_PAGEABLE;
    v->edit = EDIT_PINNED;
    v->op = op;
    for (uint32_t id = 0; id < t->ops.count; id++)
        v->others +=
            id != op && timeline_is_pageable(t, id) && timeline_is_timed(t, &t->ops.rows[id]);
}

static void blame_call(struct verdict *v, const struct timeline *t, const struct critical *c,
                       enum rule rule)
{
    v->cause = VERDICT_BLOCKING;
    v->rule = rule;
    v->op = c->behind[rule];
    v->blocker = c->blocker[rule];
    v->call = c->call[rule];
    const struct timeline_call *call = &t->calls.rows[v->call];
    v->lock = lock_across_of(t, call->place).place;
    for (uint32_t i = 0; i < t->calls.count; i++)
        v->others += i != v->call && t->calls.rows[i].place == call->place &&
                     t->calls.rows[i].call == call->call && t->calls.rows[i].wait_count > 0;
}

/* One wait on the critical path: whose it is, a record's or a free's too, and of which work. */
struct held {
    uint32_t place, op_place, op, blocker;
    int64_t time;
};

static int by_place(const void *a, const void *b)
{
    const struct held *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    if (x->op_place != y->op_place)
        return x->op_place < y->op_place ? -1 : 1;
    if (x->time != y->time)
        return x->time > y->time ? -1 : 1;
    return x->op < y->op ? -1 : x->op > y->op;
}

static void add_held(struct held *rows, size_t *count, const struct timeline *t, uint32_t owner,
                     const struct held *wait)
{
    rows[*count] = *wait;
    rows[*count].place = t->ops.rows[owner].place;
    rows[(*count)++].op_place = t->ops.rows[wait->op].place;
}

/* The rows of one line from `first` on: where they end, and their time. */
static size_t line_end(const struct held *rows, size_t count, size_t first, bool of_op,
                       int64_t *time)
{
    size_t i = first;
    *time = 0;
    for (; i < count && rows[i].place == rows[first].place &&
           (!of_op || rows[i].op_place == rows[first].op_place);
         i++)
        *time += rows[i].time;
    return i;
}

/* Of the line whose operations the rule held up longest on the critical path, all together, the
 * line that the list of waits (waits.h) names first, the work that came of it: again that of the
 * line with most of it, of which the one that it held up longest. What waits may be a free, behind
 * which now this comes and now that. */
static void find_held(struct verdict *v, const struct timeline *t, const struct critical *c,
                      enum rule rule)
{
    struct held *rows = mem_zalloc((2 * c->count + 1) * sizeof *rows);
    size_t count = 0, first = 0, end = 0;
    int64_t most = 0, time;
    for (size_t i = 0; i < c->count; i++) {
        const struct critical_step *step = &c->steps[i];
        if (step->kind == CRITICAL_RUN && step->rule == rule && step->waiting != TIMELINE_NO_OP)
            add_held(rows, &count, t, step->owner,
                     &(struct held){.op = step->waiting, .blocker = step->op, .time = step->held});
        if (step->behind && step->behind_rule == rule)
            add_held(rows, &count, t, step->behind_owner,
                     &(struct held){.op = step->behind_op,
                                    .blocker = step->behind_blocker,
                                    .time = step->behind});
    }
    qsort(rows, count, sizeof *rows, by_place);
    for (size_t i = 0, next; i < count; i = next) {
        next = line_end(rows, count, i, false, &time);
        if (time <= most)
            continue;
        most = time;
        first = i;
        end = next;
    }
    most = 0;
    for (size_t i = first, next; i < end; i = next) {
        next = line_end(rows, end, i, true, &time);
        if (time <= most)
            continue;
        most = time;
        v->op = rows[i].op;
        v->blocker = rows[i].blocker;
    }
    free(rows);
}

static void blame_rule(struct verdict *v, const struct timeline *t, const struct critical *c,
                       enum rule rule)
{
    static const struct {
        enum rule rule;
        enum verdict_cause cause;
    } causes[] = {
        {RULE_ID_CONNECTION, VERDICT_CONNECTION},
        {RULE_ID_SIGNAL_DELAY, VERDICT_SIGNAL},
        {RULE_ID_SM_FULL, VERDICT_FULL},
        {RULE_ID_HEAD_OF_LINE, VERDICT_FULL},
        {RULE_ID_COPY_ENGINE, VERDICT_COPY_ENGINE},
        {RULE_ID_EVENT, VERDICT_EVENT},
        {RULE_ID_STREAM, VERDICT_STREAM},
    };
    v->rule = rule;
    v->op = c->waiting[rule];
    v->blocker = c->blocker[rule];
    if (rule_info(rule)->group != RULE_HOST)
        find_held(v, t, c, rule);
    v->cause = VERDICT_OTHER;
    v->more_connections = rule == RULE_ID_CONNECTION;
    if (rule == RULE_ID_LEGACY_FENCE)
        blame_legacy(v, t, c);
    else if (rule == RULE_ID_STAGING)
        blame_pageable(v, t, v->op);
    else if (rule_info(rule)->group == RULE_HOST)
        blame_call(v, t, c, rule);
    else
        for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
            if (causes[i].rule == rule)
                v->cause = causes[i].cause;
}

/* From which share of idle time on that is said, parts of a million. */
static const int64_t idle_worth = 150000;

/* Where one machine does nearly all the work and is idle all the same: between what it does, not by
 * too little overlap. */
static void find_idle(struct verdict *v, const struct timeline *t, const struct summary *s,
                      const struct critical *c, int64_t wall)
{
    if (s->span <= 0 || s->any >= s->span)
        return;
    int64_t idle = duration_divide(s->span - s->any, million, s->span);
    if (idle < idle_worth)
        return;
    v->idle = idle;
    enum rule rule = critical_worst_rule(c, wall);
    bool meant = rule == RULE_COUNT || critical_is_meant(rule);
    if (meant)
        v->cause = VERDICT_GAPS;
    else
        blame_rule(v, t, c, rule);
}

/* Where a machine has work for nine tenths of the span, whatever held up something costs less than
 * the rest. One kernel alone is no machine that is full. */
static bool find_full(struct verdict *v, const struct summary *s)
{
    if (s->bound != BOUND_MACHINE)
        return false;
    const struct summary_machine *machine = &s->machines[s->bound_machine];
    int64_t most = duration_divide(s->span, 9, 10);
    if (machine->least < most || (machine->kind == MACHINE_SM && s->sm_load < most))
        return false;
    v->cause = VERDICT_MACHINE;
    v->most_kind = machine->kind;
    v->most_index = machine->index;
    v->chain = machine->least;
    v->span = s->span;
    v->full = true;
    return true;
}

/* Where each turn goes by what the host has read, more streams have nothing to do. */
static void find_trips(struct verdict *v, const struct summary *s)
{
    if (s->trips.count == 0)
        return;
    v->cause = VERDICT_ROUND_TRIPS;
    v->edit = EDIT_NONE;
    v->call = s->trips.call;
    v->others = s->trips.count - 1;
    v->bytes = s->trips.bytes;
    v->empty = duration_divide(s->span - s->any, million, s->span);
}

/* What calls for memory take is said where it is a tenth of the wall time, and no cause that is
 * named and can be changed costs more. Where the host is named, its longest line is. */
static void find_memory(struct verdict *v, const struct summary *s, const struct critical *c)
{
    const int64_t wall = s->wall == TIMELINE_UNKNOWN ? s->span : s->wall;
    const bool known = v->rule != RULE_COUNT && !critical_is_meant(v->rule);
    if (s->memory_time < wall / 10 || v->cause == VERDICT_HOST ||
        (known && c->cost[v->rule] >= s->memory_time))
        return;
    v->memory = s->memory_most;
    v->memory_time = s->memory_time;
}

static void find_cause(struct verdict *verdict, const struct timeline *timeline,
                       const struct summary *summary, const struct critical *critical)
{
    memset(verdict, 0, sizeof *verdict);
    verdict->op = verdict->blocker = verdict->starts = TIMELINE_NO_OP;
    verdict->call = UINT32_MAX;
    verdict->rule = RULE_COUNT;
    verdict->wall = timeline->wall;
    verdict->reached = -1;
    verdict->overlapped = summary->many > 0;
    verdict->failed = failures_of_work(timeline, &verdict->failed_call);
    if (summary->count == 0)
        return;
    int64_t possible = summary->sum - summary->least, saved = summary->sum - summary->any;
    const struct summary_machine *most = &summary->machines[summary->most_machine];
    verdict->most_kind = most->kind;
    verdict->most_index = most->index;
    if (possible > summary->sum / 20)
        verdict->reached = saved >= possible ? million : duration_divide(saved, million, possible);
    uint32_t first;
    bool one = one_stream(timeline, &first);
    if (summary->count == 1) {
        verdict->cause = VERDICT_ALONE;
        verdict->op = first;
        return;
    }
    verdict->cause = summary->sum == 0 ? VERDICT_NO_TIME : VERDICT_GOOD;
    int64_t wall = summary->wall == TIMELINE_UNKNOWN ? summary->span : summary->wall;
    enum rule rule = critical_worst_rule(critical, wall);
    /* However much overlaps: more streams would be fed as late. */
    if (verdict->cause == VERDICT_GOOD && summary->bound == BOUND_HOST &&
        (rule == RULE_COUNT || summary->host > critical->cost[rule])) {
        verdict->cause = VERDICT_HOST;
        verdict->host = summary->host_most;
        verdict->host_kind = summary->host_kind;
        verdict->host_kind_time = summary->host_kind_time;
        const struct shares_item *most_host = &summary->host_most;
        if (most_host->host && most_host->place && most_host->op == TIMELINE_NO_OP &&
            call_sets_up((enum call)timeline->calls.rows[most_host->call].call) &&
            early_start_has(timeline, most_host->place))
            verdict->starts = early_start_op(timeline);
        if (summary->threads > summary->host / 2) {
            verdict->threads = summary->threads;
            verdict->threads_place = summary->threads_place;
            verdict->threads_elsewhere = summary->threads_elsewhere;
        }
        return;
    }
    if (verdict->reached < 0 && verdict->cause == VERDICT_GOOD)
        find_idle(verdict, timeline, summary, critical, wall);
    if (verdict->reached < 0 || verdict->reached >= 900000)
        return;
    if (find_full(verdict, summary))
        return;
    if (rule != RULE_COUNT)
        blame_rule(verdict, timeline, critical, rule);
    else
        verdict->cause = VERDICT_OTHER;
    bool meant = rule == RULE_COUNT || (critical_is_meant(rule) && rule != RULE_ID_COPY_ENGINE);
    if (one && meant) {
        verdict->cause = VERDICT_ONE_STREAM;
        verdict->op = first;
        verdict->edit = EDIT_TURNS;
        find_trips(verdict, summary);
    } else if (critical_is_meant(rule) && summary->bound == BOUND_MACHINE &&
               most->kind == MACHINE_COPY) {
        verdict->cause = VERDICT_MACHINE;
        verdict->chain = most->least;
        verdict->span = summary->span;
    } else if (meant && summary->longest_count > 1 &&
               summary->longest_sum >= summary->span / 20 * 17) {
        verdict->cause = VERDICT_CHAIN;
        verdict->stream = summary->longest_stream;
        verdict->chain_count = summary->longest_count;
        verdict->chain = summary->longest_sum;
        verdict->span = summary->span;
    }
}

void verdict_find(struct verdict *verdict, const struct timeline *timeline,
                  const struct summary *summary, const struct critical *critical)
{
    find_cause(verdict, timeline, summary, critical);
    if (summary->count)
        find_memory(verdict, summary, critical);
}

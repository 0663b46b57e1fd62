#include "sim/analysis/waits.h"

#include "sim/analysis/overlap.h"
#include "sim/analysis/poll_begin.h"
#include "sim/base/keys.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

struct span {
    struct interval interval;
    uint32_t group;
};

/* The operation or call that a group counted last. */
struct counted {
    uint32_t row;
    int64_t sum, longest; /* of its waits in the group; of one of them, */
    uint32_t blocker;     /* which was for that */
};

struct collect {
    const struct timeline *t;
    struct waits *out;
    struct keys keys;
    const bool *keep;
    struct counted *counted; /* by group */
    size_t counted_capacity;
    struct span *spans; /* all waits */
    size_t span_count, span_capacity;
};

struct key {
    uint32_t rule, place, name;
    bool host;
    bool function; /* of an operation that is a host function */
    bool ran_out;  /* of a call that waited until its end */
};

static bool has_place(uint32_t rule)
{
    return rule == RULE_COUNT || rule_info((enum rule)rule)->group != RULE_TIME;
}

/* To be called takes a host function longer than any other operation: that is no moment of the
 * hardware's. */
static struct key key_of(uint32_t rule, const struct key *of)
{
    if (rule > RULE_COUNT)
        rule = RULE_COUNT;
    if (!has_place(rule) && !(of->function && rule == RULE_ID_LATENCY))
        return (struct key){.rule = rule, .host = of->host};
    return (struct key){.rule = rule,
                        .place = of->place,
                        .name = of->place ? 0 : of->name,
                        .host = of->host,
                        .function = of->function};
}

static uint64_t number_of(const struct key *key)
{
    uint64_t what =
        (uint64_t)key->rule * 8 + key->ran_out * 4u + (key->place != 0) * 2u + key->host;
    return what << 32 | (key->place ? key->place : key->name);
}

static struct waits_group *find(const struct collect *c, const struct key *key)
{
    uint32_t row = keys_find(&c->keys, number_of(key));
    return row == KEYS_NONE ? NULL : &c->out->groups[row];
}

static struct waits_group *group_of(struct collect *c, const struct key *key)
{
    struct waits *out = c->out;
    uint32_t row = keys_add(&c->keys, number_of(key));
    if (row == out->count) {
        out->groups = mem_grow(out->groups, &out->capacity, out->count + 1, sizeof *out->groups);
        c->counted = mem_grow(c->counted, &c->counted_capacity, out->count + 1, sizeof *c->counted);
        c->counted[out->count] = (struct counted){.row = UINT32_MAX};
        out->groups[out->count++] = (struct waits_group){.rule = key->rule,
                                                         .host = key->host,
                                                         .ran_out = key->ran_out,
                                                         .place = key->place,
                                                         .name = key->name,
                                                         .row = UINT32_MAX,
                                                         .blocker = TIMELINE_NO_OP};
    }
    return &out->groups[row];
}

/* One wait of `row`. Several of one operation in one group count as one operation, those too that
 * others of its waits lie between: a copy's parts wait by the same rules in turn. */
static void add(struct collect *c, const struct key *key, uint32_t row, struct interval interval,
                uint32_t blocker)
{
    int64_t length = interval.to - interval.from;
    if (length <= 0)
        return;
    struct waits_group *group = group_of(c, key);
    c->spans = mem_grow(c->spans, &c->span_capacity, c->span_count + 1, sizeof *c->spans);
    c->spans[c->span_count++] = (struct span){interval, (uint32_t)(group - c->out->groups)};
    struct counted *counted = &c->counted[group - c->out->groups];
    if (counted->row != row) {
        group->count++;
        *counted = (struct counted){.row = row};
    }
    counted->sum += length;
    group->sum += length;
    if (length > counted->longest) {
        counted->longest = length;
        counted->blocker = blocker;
    }
    if (counted->sum > group->longest) {
        group->blocker = counted->blocker;
        group->longest = counted->sum;
        group->row = row;
    }
}

/* The waits of an operation or a call over [from, to]; what they leave is not known. */
static void add_all(struct collect *c, struct key of, uint32_t row, int64_t from, int64_t to,
                    uint32_t first, uint32_t count)
{
    const struct timeline *t = c->t;
    int64_t at = from;
    for (uint32_t i = 0; i < count && at < to; i++) {
        const struct timeline_wait *wait = &t->waits.rows[first + i];
        int64_t until = wait->to < to ? wait->to : to;
        struct key key = key_of(wait->rule, &of);
        add(c, &key, row, (struct interval){at, until}, wait->blocker);
        at = until > at ? until : at;
    }
    struct key key = key_of(RULE_COUNT, &of);
    add(c, &key, row, (struct interval){at, to}, TIMELINE_NO_OP);
}

static struct key op_key(const struct timeline *t, uint32_t id, uint32_t rule)
{
    const struct timeline_op *op = &t->ops.rows[id];
    struct key of = {.place = op->place, .name = op->name, .function = op->kind == OP_HOST};
    return key_of(rule, &of);
}

static struct key call_key(const struct timeline *t, uint32_t row, uint32_t rule)
{
    const struct timeline_call *call = &t->calls.rows[row];
    return key_of(rule, &(struct key){.place = call->place, .name = call->call, .host = true});
}

static void collect_ops(struct collect *c)
{
    const struct timeline *t = c->t;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if ((c->keep && !c->keep[id]) || !timeline_is_timed(t, op) ||
            op->call == TIMELINE_UNKNOWN || op->start == TIMELINE_UNKNOWN)
            continue;
        add_all(c, op_key(t, id, 0), id, op->call, op->start, op->first_wait, op->wait_count);
    }
}

/* Of a wait with an end that nobody ended before, which names nothing that it waited for. */
static bool ran_out(const struct timeline_call *call)
{
    return call->turns == TIMELINE_TIMED && call->wait_count == 0;
}

static struct key ran_out_key(const struct timeline_call *call)
{
    return (struct key){.rule = RULE_ID_CONDITION,
                        .place = call->place,
                        .name = call->place ? 0 : call->call,
                        .host = true,
                        .ran_out = true};
}

static void collect_calls(struct collect *c)
{
    const struct timeline *t = c->t;
    int64_t *begins = poll_begin_find(t);
    for (uint32_t row = 0; row < t->calls.count; row++) {
        const struct timeline_call *call = &t->calls.rows[row];
        if (c->keep && (call->op == TIMELINE_NO_OP || !c->keep[call->op]))
            continue;
        if (call->enter == TIMELINE_UNKNOWN || call->returned == TIMELINE_UNKNOWN ||
            call->enter < t->zero || call->enter > t->timed_to)
            continue;
        if (ran_out(call)) {
            struct key key = ran_out_key(call);
            add(c, &key, row, (struct interval){call->enter, call->returned}, TIMELINE_NO_OP);
        }
        if (call->wait_count == 0)
            continue;
        add_all(c, call_key(t, row, 0), row, begins[row], call->returned, call->first_wait,
                call->wait_count);
    }
    free(begins);
}

static void add_to_path(struct collect *c, const struct key *key, int64_t time)
{
    struct waits_group *group = find(c, key);
    if (group && time > 0)
        group->path += time;
}

/* While the step ran, the operation waited for it, by one rule after the other perhaps. What counts
 * for a wait further on is not its own. */
static void add_run(struct collect *c, const struct critical_step *step)
{
    const struct timeline_op *op = &c->t->ops.rows[step->owner];
    int64_t at = op->call;
    for (uint32_t i = 0; i < op->wait_count; i++) {
        const struct timeline_wait *wait = &c->t->waits.rows[op->first_wait + i];
        struct key key = op_key(c->t, step->owner, wait->rule);
        int64_t from = at > step->from + step->behind ? at : step->from + step->behind;
        int64_t to = wait->to < step->to ? wait->to : step->to;
        if (has_place(wait->rule))
            add_to_path(c, &key, to - from);
        at = wait->to;
    }
}

/* What a fence or a call further on waited for as well: without it the step would hold nobody up.
 */
static void add_behind(struct collect *c, const struct critical_step *step)
{
    if (step->behind == 0 || (c->keep && !c->keep[step->behind_op]))
        return;
    struct key key = step->behind_call != CRITICAL_NO_CALL
                         ? call_key(c->t, step->behind_call, step->behind_rule)
                         : op_key(c->t, step->behind_owner, step->behind_rule);
    add_to_path(c, &key, step->behind);
}

/* What the path leads through of it as something that its thread did. */
static int64_t on_path(const struct critical *critical, const struct timeline_call *call)
{
    size_t low = 0;
    for (size_t high = critical->count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (critical->steps[middle].to <= call->enter)
            low = middle + 1;
        else
            high = middle;
    }
    int64_t sum = 0;
    for (; low < critical->count && critical->steps[low].from < call->returned; low++) {
        const struct critical_step *step = &critical->steps[low];
        if (step->kind != CRITICAL_HOST || step->thread != call->thread)
            continue;
        sum += (step->to < call->returned ? step->to : call->returned) -
               (step->from > call->enter ? step->from : call->enter);
    }
    return sum;
}

static void add_ran_out(struct collect *c, const struct critical *critical)
{
    for (size_t i = 0; i < c->t->calls.count && !c->keep; i++) {
        const struct timeline_call *call = &c->t->calls.rows[i];
        struct key key = ran_out_key(call);
        if (ran_out(call) && call->enter != TIMELINE_UNKNOWN && call->returned != TIMELINE_UNKNOWN)
            add_to_path(c, &key, on_path(critical, call));
    }
}

/* The time of the critical path goes to the groups whose waits it is. */
static void add_path(struct collect *c, const struct critical *critical)
{
    for (size_t i = 0; i < critical->count; i++) {
        const struct critical_step *step = &critical->steps[i];
        uint32_t waiting = step->kind == CRITICAL_RUN ? step->waiting : step->op;
        add_behind(c, step);
        if (step->kind == CRITICAL_HOST && step->call != CRITICAL_NO_CALL && !c->keep) {
            struct key key = call_key(c->t, step->call, step->rule);
            add_to_path(c, &key, step->held);
        }
        if (step->kind == CRITICAL_HOST || waiting == TIMELINE_NO_OP ||
            (c->keep && !c->keep[waiting]))
            continue;
        if (step->kind == CRITICAL_GAP) {
            struct key key = op_key(c->t, step->op, step->rule);
            add_to_path(c, &key, step->to - step->from);
        } else if (step->call != CRITICAL_NO_CALL) {
            struct key key = call_key(c->t, step->call, step->rule);
            int64_t own = step->to - step->from - step->behind;
            add_to_path(c, &key, step->held < own ? step->held : own);
        } else {
            add_run(c, step);
        }
    }
}

static int compare_spans(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->interval.from != y->interval.from)
        return x->interval.from < y->interval.from ? -1 : 1;
    return x->interval.to < y->interval.to ? -1 : x->interval.to > y->interval.to;
}

/* Each moment once: in a queue that is full all that stands in it waits. */
static void find_during(struct collect *c)
{
    if (c->span_count)
        qsort(c->spans, c->span_count, sizeof *c->spans, compare_spans);
    int64_t reached = 0;
    for (size_t i = 0; i < c->span_count; i++) {
        const struct span *span = &c->spans[i];
        bool first = i == 0 || span[-1].group != span->group;
        int64_t from = first || span->interval.from > reached ? span->interval.from : reached;
        if (span->interval.to > from)
            c->out->groups[span->group].during += span->interval.to - from;
        if (first || span->interval.to > reached)
            reached = span->interval.to;
    }
}

static int compare_groups(const void *a, const void *b)
{
    const struct waits_group *x = a, *y = b;
    if (x->path != y->path)
        return x->path > y->path ? -1 : 1;
    if (x->during != y->during)
        return x->during > y->during ? -1 : 1;
    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    if (x->host != y->host)
        return x->host ? 1 : -1;
    if (x->ran_out != y->ran_out)
        return x->ran_out ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

void waits_find(struct waits *waits, const struct timeline *timeline,
                const struct critical *critical, const bool *keep)
{
    memset(waits, 0, sizeof *waits);
    struct collect c = {.t = timeline, .out = waits, .keep = keep};
    keys_init(&c.keys);
    collect_ops(&c);
    collect_calls(&c);
    find_during(&c);
    add_path(&c, critical);
    add_ran_out(&c, critical);
    if (waits->count)
        qsort(waits->groups, waits->count, sizeof *waits->groups, compare_groups);
    keys_release(&c.keys);
    free(c.counted);
    free(c.spans);
}

void waits_release(struct waits *waits)
{
    free(waits->groups);
    memset(waits, 0, sizeof *waits);
}

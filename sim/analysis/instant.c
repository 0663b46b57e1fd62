#include "sim/analysis/instant.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* --- one operation -------------------------------------------------------------------------------
 */

/* When it was in its queue, ns: the end of the call's own work on it. TIMELINE_UNKNOWN: not known.
 */
static int64_t instant_issued(const struct timeline *timeline, const struct timeline_op *op)
{
    int64_t issued = TIMELINE_UNKNOWN;
    for (uint32_t i = 0; i < op->wait_count; i++)
        if (timeline->waits.rows[op->first_wait + i].rule == RULE_ID_ISSUE)
            issued = timeline->waits.rows[op->first_wait + i].to;
    if (issued == TIMELINE_UNKNOWN && op->returned != TIMELINE_UNKNOWN &&
        op->start != TIMELINE_UNKNOWN && op->returned <= op->start)
        issued = op->returned;
    return issued;
}

enum instant_phase instant_phase(const struct timeline_op *op, const struct timeline *timeline,
                                 int64_t time)
{
    struct alive_span span = alive_of(op);
    if (op->start == TIMELINE_UNKNOWN)
        return op->call != TIMELINE_UNKNOWN && time < op->call ? INSTANT_AHEAD : INSTANT_UNKNOWN;
    if (time < span.from)
        return INSTANT_AHEAD;
    struct alive_events events = alive_events(op);
    if (time >= op->start) {
        if (events.end == TIMELINE_UNKNOWN)
            return INSTANT_UNKNOWN;
        return time < op->end ? INSTANT_RUNS : INSTANT_ENDED;
    }
    if (events.ready != TIMELINE_UNKNOWN && time >= events.ready)
        return INSTANT_READY;
    int64_t issued = instant_issued(timeline, op);
    return issued != TIMELINE_UNKNOWN && time < issued ? INSTANT_CALLED : INSTANT_WAITS;
}

/* One of the waits that partition a stretch from `from` to `to`: that of `time`. */
struct stretch {
    uint32_t blocker, rule;
    int64_t from, to;
};

static struct stretch stretch_at(const struct timeline *t, uint32_t first, uint32_t count,
                                 int64_t from, int64_t to, int64_t time)
{
    const struct timeline_wait *waits = t->waits.rows + first;
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (waits[middle].to <= time)
            low = middle + 1;
        else
            high = middle;
    }
    struct stretch stretch = {TIMELINE_NO_OP, RULE_COUNT, from, to};
    if (low > 0 && waits[low - 1].to > from)
        stretch.from = waits[low - 1].to;
    if (low == count)
        return stretch;
    stretch.rule = waits[low].rule;
    if (waits[low].blocker < t->ops.count)
        stretch.blocker = waits[low].blocker;
    if (waits[low].to < to || to == TIMELINE_UNKNOWN)
        stretch.to = waits[low].to;
    return stretch;
}

static struct instant_op state_of(const struct timeline *t, uint32_t id, int64_t time)
{
    const struct timeline_op *op = &t->ops.rows[id];
    struct instant_op state = {.op = id,
                               .blocker = TIMELINE_NO_OP,
                               .rule = RULE_COUNT,
                               .phase = (uint8_t)instant_phase(op, t, time),
                               .from = op->start,
                               .to = op->end};
    if (state.phase != INSTANT_RUNS) {
        struct stretch stretch =
            stretch_at(t, op->first_wait, op->wait_count, op->call, op->start, time);
        state.blocker = stretch.blocker;
        state.rule = stretch.rule;
        state.from = stretch.from;
        state.to = stretch.to;
    }
    return state;
}

/* --- groups --------------------------------------------------------------------------------------
 */

static void groups_init(struct instant_groups *groups, size_t keys)
{
    memset(groups, 0, sizeof *groups);
    groups->row_of = mem_zalloc((keys + 1) * sizeof *groups->row_of);
}

static void groups_clear(struct instant_groups *groups)
{
    for (size_t i = 0; i < groups->count; i++)
        groups->row_of[groups->rows[i].key] = 0;
    groups->count = 0;
}

static void groups_count(struct instant_groups *groups, uint32_t key)
{
    if (groups->row_of[key] == 0) {
        groups->rows =
            mem_grow(groups->rows, &groups->capacity, groups->count + 1, sizeof *groups->rows);
        groups->rows[groups->count++] = (struct instant_group){.key = key};
        groups->row_of[key] = (uint32_t)groups->count;
    }
    groups->rows[groups->row_of[key] - 1].count++;
}

static int by_key(const void *a, const void *b)
{
    const struct instant_group *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* All are counted: makes room for their members. */
static void groups_order(struct instant_groups *groups)
{
    uint32_t first = 0;
    if (groups->count)
        qsort(groups->rows, groups->count, sizeof *groups->rows, by_key);
    for (size_t i = 0; i < groups->count; i++) {
        struct instant_group *group = &groups->rows[i];
        groups->row_of[group->key] = (uint32_t)i + 1;
        group->first = first;
        first += group->count;
        group->count = 0;
    }
    groups->members =
        mem_grow(groups->members, &groups->member_capacity, first + 1, sizeof *groups->members);
}

static void groups_place(struct instant_groups *groups, uint32_t key, uint32_t member)
{
    struct instant_group *group = &groups->rows[groups->row_of[key] - 1];
    groups->members[group->first + group->count++] = member;
}

static void groups_release(struct instant_groups *groups)
{
    free(groups->rows);
    free(groups->members);
    free(groups->row_of);
}

#define NO_KEY UINT32_MAX

static uint32_t machine_key(const struct instants *instants, const struct instant_op *state)
{
    const struct timeline_op *op = &instants->timeline->ops.rows[state->op];
    size_t key = (size_t)op->machine * 256 + op->machine_index;
    if (state->phase != INSTANT_RUNS || op->machine == MACHINE_NONE || key >= INSTANTS_MACHINES)
        return NO_KEY;
    return instants->machine_of[key] - 1u;
}

/* A command holds its connection from when it is in the queue until it ends. */
static uint32_t connection_key(const struct instants *instants, const struct instant_op *state)
{
    const struct timeline_op *op = &instants->timeline->ops.rows[state->op];
    if (op->connection == 0 || state->phase == INSTANT_CALLED)
        return NO_KEY;
    return instant_connection(op->connection,
                              instants->copies_apart && op->machine == MACHINE_COPY);
}

/* Counts it, or places it: twice the same walk. */
static void group_one(struct instant_groups *groups, uint32_t key, uint32_t member, bool place)
{
    if (key == NO_KEY)
        return;
    if (place)
        groups_place(groups, key, member);
    else
        groups_count(groups, key);
}

static void group_pass(struct instant *instant, const struct instants *instants, bool place)
{
    for (uint32_t i = 0; i < instant->op_count; i++) {
        const struct instant_op *state = &instant->ops[i];
        group_one(&instant->streams, instants->timeline->ops.rows[state->op].stream, i, place);
        group_one(&instant->connections, connection_key(instants, state), i, place);
        group_one(&instant->machines, machine_key(instants, state), i, place);
    }
}

static void group_all(struct instant *instant, const struct instants *instants)
{
    group_pass(instant, instants, false);
    groups_order(&instant->streams);
    groups_order(&instant->connections);
    groups_order(&instant->machines);
    group_pass(instant, instants, true);
}

const struct instant_group *instant_group(const struct instant_groups *groups, uint32_t key)
{
    uint32_t row = groups->row_of[key];
    return row ? &groups->rows[row - 1] : NULL;
}

const struct instant_op *instant_member(const struct instant *instant,
                                        const struct instant_groups *groups,
                                        const struct instant_group *group, uint32_t n)
{
    return &instant->ops[groups->members[group->first + n]];
}

/* --- the whole -----------------------------------------------------------------------------------
 */

static struct instant_host host_of(const struct instants *instants, const struct host_point *point,
                                   uint32_t thread)
{
    const struct timeline *t = instants->timeline;
    struct instant_host host = {
        .call = {HOST_NO_CALL, TIMELINE_NO_OP, TIMELINE_UNKNOWN, TIMELINE_UNKNOWN, 0},
        .blocker = TIMELINE_NO_OP,
        .rule = RULE_COUNT,
        .from = TIMELINE_UNKNOWN,
        .to = TIMELINE_UNKNOWN};
    host.state = host_steps_state(&instants->hosts, point, thread, &host.n);
    if (host.n == HOST_NO_CALL)
        return host;
    host.call = host_steps_call(&instants->hosts, thread, host.n);
    if (host.state != HOST_IN_CALL)
        return host;
    struct stretch stretch = {TIMELINE_NO_OP, RULE_ID_ISSUE, host.call.enter, host.call.returned};
    if (host.call.row != HOST_NO_CALL) {
        const struct timeline_call *row = &t->calls.rows[host.call.row];
        bool waits = call_waits_for_work((enum call)row->call);
        if (row->wait_count || (waits && t->source == TIMELINE_MEASURED))
            stretch = stretch_at(t, row->first_wait, row->wait_count, row->enter,
                                 host.call.returned, point->time);
    }
    host.blocker = stretch.blocker;
    host.rule = stretch.rule;
    host.from = stretch.from;
    host.to = stretch.to;
    return host;
}

static void add_event(struct instant *instant, uint32_t op, enum instant_change change)
{
    instant->events = mem_grow(instant->events, &instant->event_capacity, instant->event_count + 1,
                               sizeof *instant->events);
    instant->events[instant->event_count++] = (struct instant_event){op, change};
}

static int by_change(const void *a, const void *b)
{
    const struct instant_event *x = a, *y = b;
    if (x->change != y->change)
        return x->change < y->change ? -1 : 1;
    return x->op < y->op ? -1 : x->op > y->op;
}

static void find_ops(struct instant *instant, const struct instants *instants, int64_t time)
{
    const struct timeline *t = instants->timeline;
    for (uint32_t id = alive_next(&instants->alive, time, TIMELINE_NO_OP); id != TIMELINE_NO_OP;
         id = alive_next(&instants->alive, time, id)) {
        struct alive_events events = alive_events(&t->ops.rows[id]);
        if (events.end == time)
            add_event(instant, id, INSTANT_ENDS);
        if (events.ready == time)
            add_event(instant, id, INSTANT_BECOMES_READY);
        if (events.start == time)
            add_event(instant, id, INSTANT_STARTS);
        struct instant_op state = state_of(t, id, time);
        if (state.phase == INSTANT_ENDED || state.phase == INSTANT_UNKNOWN)
            continue;
        instant->ops =
            mem_grow(instant->ops, &instant->op_capacity, instant->op_count + 1, sizeof state);
        instant->ops[instant->op_count++] = state;
    }
    if (instant->event_count)
        qsort(instant->events, instant->event_count, sizeof *instant->events, by_change);
}

static void find_residents(struct instant *instant, const struct timeline *t, int64_t time)
{
    instant->blocks = instant->threads = -1;
    size_t low = 0, high = t->sm_steps.count;
    if (high == 0)
        return;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->sm_steps.rows[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    instant->blocks = low ? t->sm_steps.rows[low - 1].blocks : 0;
    instant->threads = low ? t->sm_steps.rows[low - 1].threads : 0;
}

void instant_init(struct instant *instant, const struct instants *instants)
{
    memset(instant, 0, sizeof *instant);
    instant->hosts = mem_zalloc(((size_t)instants->hosts.threads + 1) * sizeof *instant->hosts);
    groups_init(&instant->streams, instants->streams);
    groups_init(&instant->connections, instants->connections);
    groups_init(&instant->machines, instants->machine_count);
}

void instant_find(struct instant *instant, const struct instants *instants,
                  const struct host_point *point)
{
    instant->point = *point;
    instant->op_count = instant->event_count = 0;
    groups_clear(&instant->streams);
    groups_clear(&instant->connections);
    groups_clear(&instant->machines);
    for (uint32_t thread = 0; thread < instants->hosts.threads; thread++)
        instant->hosts[thread] = host_of(instants, point, thread);
    find_ops(instant, instants, point->time);
    group_all(instant, instants);
    find_residents(instant, instants->timeline, point->time);
}

void instant_release(struct instant *instant)
{
    free(instant->hosts);
    free(instant->ops);
    groups_release(&instant->streams);
    groups_release(&instant->connections);
    groups_release(&instant->machines);
    free(instant->events);
    memset(instant, 0, sizeof *instant);
}

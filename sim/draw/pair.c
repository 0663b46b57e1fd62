#include "sim/draw/pair.h"

#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows of the first are even, those of the second odd. */
enum side { FIRST, SECOND };

struct merge {
    struct timeline *both;
    const struct timeline *from;
    enum side side;
    const uint32_t *streams; /* of `from` to those of the first */
    const uint32_t *ops;     /* of `from` to those of both */
    const struct timeline_mode_time *times;
};

static int64_t since_zero(const struct merge *m, int64_t time)
{
    return time == TIMELINE_UNKNOWN ? time : time - m->from->zero;
}

static uint32_t name_in_both(const struct merge *m, uint32_t name)
{
    return intern_adds(&m->both->names, timeline_name(m->from, name));
}

#define ROW_OF(table, row)                                                                         \
    do {                                                                                           \
        if ((table).count <= (size_t)(row)) {                                                      \
            (table).rows = mem_grow((table).rows, &(table).capacity, (size_t)(row) + 1,            \
                                    sizeof *(table).rows);                                         \
            memset((table).rows + (table).count, 0,                                                \
                   ((size_t)(row) + 1 - (table).count) * sizeof *(table).rows);                    \
            (table).count = (size_t)(row) + 1;                                                     \
        }                                                                                          \
    } while (0)

static void add_streams(const struct merge *m)
{
    for (uint32_t i = 0; i < m->from->streams.count; i++) {
        uint32_t row = m->streams[i] * 2 + m->side;
        ROW_OF(m->both->streams, row);
        m->both->streams.rows[row] = m->from->streams.rows[i];
        /* two of one name would be told apart by their numbers */
        m->both->streams.rows[row].name =
            m->side == FIRST ? name_in_both(m, m->from->streams.rows[i].name) : 0;
    }
}

static void add_threads(const struct merge *m)
{
    for (uint32_t i = 0; i < m->from->threads.count; i++) {
        size_t known = m->both->threads.count;
        ROW_OF(m->both->threads, i * 2 + 1);
        for (; known < m->both->threads.count; known++)
            m->both->threads.rows[known].kind = THREAD_WORKER; /* gets no lane */
        struct program_thread *thread = &m->both->threads.rows[i * 2 + m->side];
        *thread = m->from->threads.rows[i];
        thread->name = name_in_both(m, thread->name);
    }
}

static uint32_t add_waits(const struct merge *m, uint32_t first, uint32_t count)
{
    if (count == 0)
        return 0;
    uint32_t row = timeline_add_waits(m->both, m->from->waits.rows + first, count);
    for (uint32_t i = row; i < row + count; i++) {
        m->both->waits.rows[i].to = since_zero(m, m->both->waits.rows[i].to);
        uint32_t blocker = m->both->waits.rows[i].blocker;
        m->both->waits.rows[i].blocker =
            blocker < m->from->ops.count ? m->ops[blocker] : TIMELINE_NO_OP;
    }
    return row;
}

/* A machine's number stays even or odd within what a layout tells apart. */
static uint8_t machine_of(const struct merge *m, const struct timeline_op *op)
{
    return (uint8_t)(op->machine_index * 2 + m->side);
}

static void add_op(const struct merge *m, uint32_t id)
{
    struct timeline_op op = m->from->ops.rows[id];
    if (m->times) {
        op.start = m->times[id].start;
        op.end = m->times[id].end;
    }
    op.name = name_in_both(m, op.name);
    op.call = since_zero(m, op.call);
    op.returned = since_zero(m, op.returned);
    op.ready = since_zero(m, op.ready);
    op.start = since_zero(m, op.start);
    op.end = since_zero(m, op.end);
    op.stream = m->streams[op.stream] * 2 + m->side;
    op.thread = (uint16_t)(op.thread * 2 + m->side);
    op.machine_index = machine_of(m, &op);
    if (op.connection)
        op.connection = (uint16_t)(op.connection * 2 + m->side);
    op.place = 0;
    op.after_count = 0;
    op.first_wait = add_waits(m, op.first_wait, op.wait_count);
    if (op.kind == OP_COPY || op.kind == OP_MEMSET) {
        uint32_t row = (uint32_t)m->both->copies.count;
        ROW_OF(m->both->copies, row);
        m->both->copies.rows[row] = m->from->copies.rows[op.detail];
        op.detail = row;
    } else {
        op.detail = 0;
    }
    uint32_t row = timeline_add_op(m->both);
    m->both->ops.rows[row] = op;
}

static void add_calls(const struct merge *m)
{
    for (size_t i = 0; i < m->from->calls.count; i++) {
        struct timeline_call call = m->from->calls.rows[i];
        call.enter = since_zero(m, call.enter);
        call.returned = since_zero(m, call.returned);
        call.place = 0;
        call.op = TIMELINE_NO_OP;
        call.thread = (uint16_t)(call.thread * 2 + m->side);
        call.first_wait = add_waits(m, call.first_wait, call.wait_count);
        timeline_add_call(m->both, &call);
    }
}

/* How full the SMs are is the first one's: a measurement does not say it. */
static void add_sm_steps(const struct merge *m)
{
    for (size_t i = 0; m->side == FIRST && i < m->from->sm_steps.count; i++) {
        ROW_OF(m->both->sm_steps, i);
        m->both->sm_steps.rows[i] = m->from->sm_steps.rows[i];
        m->both->sm_steps.rows[i].time -= m->from->zero;
    }
}

static void add(const struct merge *m)
{
    add_streams(m);
    add_threads(m);
    for (uint32_t id = 0; id < m->from->ops.count; id++)
        if (m->from->ops.rows[id].stream < m->from->streams.count)
            add_op(m, id);
    add_calls(m);
    add_sm_steps(m);
}

/* Which stream of the first each of the second is, by the operations; others come after them. */
static uint32_t *match_streams(const struct compare *c)
{
    uint32_t *map = mem_zalloc((c->b->streams.count + 1) * sizeof *map);
    for (size_t i = 0; i < c->b->streams.count; i++)
        map[i] = UINT32_MAX;
    for (size_t i = 0; i < c->match.count; i++) {
        uint32_t a = c->a->ops.rows[c->match.pairs[i].a].stream;
        uint32_t b = c->b->ops.rows[c->match.pairs[i].b].stream;
        if (b < c->b->streams.count && map[b] == UINT32_MAX)
            map[b] = a;
    }
    uint32_t next = (uint32_t)c->a->streams.count;
    for (size_t i = 0; i < c->b->streams.count; i++)
        if (map[i] == UINT32_MAX)
            map[i] = next++;
    return map;
}

/* Numbers what is taken over of a timeline, from `next` on; returns the number behind. */
static uint32_t number_ops(struct pair *pair, const struct timeline *t, enum side side,
                           uint32_t next)
{
    pair->ops[side] = mem_zalloc((t->ops.count + 1) * sizeof *pair->ops[side]);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        bool kept = t->ops.rows[id].stream < t->streams.count;
        pair->ops[side][id] = kept ? next : TIMELINE_NO_OP;
        if (kept)
            pair->own[next++] = id;
    }
    return next;
}

static void merge_both(struct pair *pair, const struct compare *c)
{
    pair->own = mem_zalloc((c->a->ops.count + c->b->ops.count + 1) * sizeof *pair->own);
    pair->second = number_ops(pair, c->a, FIRST, 0);
    number_ops(pair, c->b, SECOND, pair->second);
    uint32_t *own = mem_zalloc((c->a->streams.count + 1) * sizeof *own);
    for (uint32_t i = 0; i < c->a->streams.count; i++)
        own[i] = i;
    uint32_t *matched = match_streams(c);
    const struct timeline_mode_time *times = NULL;
    if (c->mode_count && c->b->modes.rows[c->mode].first_time != TIMELINE_NO_OP)
        times = c->b->mode_times.rows + c->b->modes.rows[c->mode].first_time;
    timeline_init(&pair->both);
    add(&(struct merge){&pair->both, c->a, FIRST, own, pair->ops[FIRST], NULL});
    add(&(struct merge){&pair->both, c->b, SECOND, matched, pair->ops[SECOND], times});
    if (c->a->source == TIMELINE_MEASURED || c->b->source == TIMELINE_MEASURED)
        pair->both.source = TIMELINE_MEASURED; /* what either does not know, both do not */
    pair->both.zero = 0;
    pair->both.wall = c->a->wall > c->b_wall ? c->a->wall : c->b_wall;
    free(own);
    free(matched);
}

bool pair_is_second(uint32_t key)
{
    return key % 2 == SECOND;
}

uint32_t pair_own_key(enum lane_group group, uint32_t key)
{
    if (group == LANE_CONNECTION)
        return (key & ~LAYOUT_COPIES) / 2 | (key & LAYOUT_COPIES);
    if (group == LANE_MACHINE)
        return key - key % LAYOUT_MACHINES + key % LAYOUT_MACHINES / 2;
    return key / 2;
}

/* Of the first: streams without a name of their own have their number in it, which is another one
 * in both. */
static void name_stream(const struct layout_lane *lane, char *name, size_t size)
{
    char number[24];
    snprintf(number, sizeof number, "stream %u", lane->key);
    size_t length = strlen(number);
    bool numbered = strncmp(lane->label, number, length) == 0 &&
                    (lane->label[length] == '\0' || lane->label[length] == ' ');
    if (numbered)
        snprintf(name, size, "stream %u%.22s", pair_own_key(lane->group, lane->key),
                 lane->label + length);
    else
        snprintf(name, size, "%s", lane->label);
}

/* The lanes of the second stand under those of the first and need no names of their own. */
static void label_lanes(struct pair *pair, size_t first, const char *second)
{
    struct layout *layout = &pair->layout;
    for (size_t i = first; i < layout->lane_count; i++) {
        struct layout_lane *lane = &layout->lanes[i];
        char name[sizeof lane->label];
        if (lane->group == LANE_HOST && lane->key >= 2)
            snprintf(name, sizeof name, "thread %u", pair_own_key(lane->group, lane->key));
        else if (lane->group == LANE_CONNECTION)
            layout_connection_name(pair_own_key(lane->group, lane->key), name, sizeof name);
        else if (lane->group == LANE_STREAM && !pair_is_second(lane->key))
            name_stream(lane, name, sizeof name);
        else
            snprintf(name, sizeof name, "%s", lane->group == LANE_HOST ? "host" : lane->label);
        bool under =
            i && lane->key % 2 && lane[-1].group == lane->group && lane[-1].key + 1 == lane->key;
        if (under)
            snprintf(lane->label, sizeof lane->label, "  %s", second);
        else if (lane->key % 2)
            snprintf(lane->label, sizeof lane->label, "%.20s, %s", name, second);
        else
            snprintf(lane->label, sizeof lane->label, "%s", name);
    }
}

/* Of two measurements "measured" would say of the first that it is none. */
static const char *second_name(const struct compare *compare)
{
    bool differ = compare->a->source != compare->b->source;
    return differ && compare->b->source == TIMELINE_MEASURED ? "measured" : "against";
}

void pair_init(struct pair *pair, const struct compare *compare)
{
    merge_both(pair, compare);
    const bool told[2] = {compare->a->source == TIMELINE_PREDICTED,
                          compare->b->source == TIMELINE_PREDICTED};
    layout_init_merged(&pair->layout, &pair->both, told);
    label_lanes(pair, 0, second_name(compare));
}

void pair_add_connections(struct pair *pair, const struct compare *compare)
{
    size_t first = pair->layout.lane_count;
    layout_add_connections(&pair->layout);
    label_lanes(pair, first, second_name(compare));
}

void pair_release(struct pair *pair)
{
    layout_release(&pair->layout);
    timeline_release(&pair->both);
    free(pair->ops[FIRST]);
    free(pair->ops[SECOND]);
    free(pair->own);
}

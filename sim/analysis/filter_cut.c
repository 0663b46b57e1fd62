/* A timeline without what was filtered out. */
#include "sim/analysis/filter_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* What stands in for operations that are taken out: those left that were before them. */
struct stand_ins {
    uint32_t *first; /* by old id, of `rows`; as many as up to the next one's */
    uint32_t *rows;  /* new ids */
    size_t count, capacity;
    uint32_t *marks; /* by new id: 1 + the operation whose list it is in already */
};

/* So many orderings of one operation are kept; what has more is no picture any more. */
enum { MOST_AFTERS = 256 };

static void add_before(struct stand_ins *s, const uint32_t *map, uint32_t id, uint32_t before,
                       size_t list)
{
    uint32_t one[1] = {map[before]};
    const uint32_t *rows = one;
    size_t count = 1;
    if (map[before] == TIMELINE_NO_OP) {
        count = s->first[before + 1] - s->first[before];
        s->rows = mem_grow(s->rows, &s->capacity, s->count + count + 1, sizeof *s->rows);
        rows = s->rows + s->first[before];
    }
    s->rows = mem_grow(s->rows, &s->capacity, s->count + count + 1, sizeof *s->rows);
    if (rows != one)
        rows = s->rows + s->first[before];
    for (size_t i = 0; i < count && s->count - list < MOST_AFTERS; i++) {
        if (s->marks[rows[i]] == id + 1)
            continue;
        s->marks[rows[i]] = id + 1;
        s->rows[s->count++] = rows[i];
    }
}

/* Replaces the edges: an operation that lost one is after what that one was after. */
static void cut_afters(struct timeline *t, const uint32_t *map)
{
    size_t count = t->ops.count;
    struct stand_ins s = {.first = mem_zalloc((count + 1) * sizeof *s.first),
                          .marks = mem_zalloc((count + 1) * sizeof *s.marks)};
    uint32_t *last = mem_zalloc((count + t->streams.count + 1) * sizeof *last);
    for (uint32_t id = 0; id < count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        s.first[id] = (uint32_t)s.count;
        for (uint32_t i = 0; i < op->after_count; i++)
            if (t->afters.rows[op->first_after + i] < id)
                add_before(&s, map, id, t->afters.rows[op->first_after + i], s.first[id]);
        if (op->stream < t->streams.count) {
            /* The order in the stream need not be an edge; it must not break where one went. */
            uint32_t before = last[op->stream];
            if (before && (map[id] == TIMELINE_NO_OP || map[before - 1] == TIMELINE_NO_OP))
                add_before(&s, map, id, before - 1, s.first[id]);
            last[op->stream] = id + 1;
        }
        s.first[id + 1] = (uint32_t)s.count;
    }
    for (uint32_t id = 0; id < count; id++) {
        t->ops.rows[id].first_after = s.first[id];
        t->ops.rows[id].after_count = (uint16_t)(s.first[id + 1] - s.first[id]);
    }
    free(t->afters.rows);
    t->afters.rows = s.rows;
    t->afters.count = s.count;
    t->afters.capacity = s.capacity;
    free(s.first);
    free(s.marks);
    free(last);
}

static void cut_ops(struct timeline *t, const uint32_t *map)
{
    size_t left = 0;
    bool has_spreads = t->spreads.count == t->ops.count;
    for (size_t id = 0; id < t->ops.count; id++) {
        if (map[id] == TIMELINE_NO_OP)
            continue;
        t->ops.rows[left] = t->ops.rows[id];
        if (has_spreads)
            t->spreads.rows[left] = t->spreads.rows[id];
        left++;
    }
    t->ops.count = left;
    t->spreads.count = has_spreads ? left : 0;
    for (size_t i = 0; i < t->waits.count; i++)
        if (t->waits.rows[i].blocker != TIMELINE_NO_OP)
            t->waits.rows[i].blocker = map[t->waits.rows[i].blocker];
}

/* Whether a call lies in the ranges that are left and touches the stretch of time. */
static bool keeps_call(const struct filter *filter, const struct timeline *t,
                       const struct timeline_call *call)
{
    if (filter->has_time && !filter_is_within(filter, t->zero, call->enter, call->returned))
        return false;
    if (!filter->range)
        return true;
    for (size_t i = 0; i < t->ranges.count; i++)
        if (filter_is_open(&t->ranges.rows[i], call->enter))
            return true;
    return false;
}

static void cut_ranges(const struct filter *filter, struct timeline *t)
{
    size_t left = 0;
    uint32_t seen = 0;
    for (size_t i = 0; i < t->ranges.count; i++) {
        const struct timeline_range *range = &t->ranges.rows[i];
        if ((!filter->range || filter_is_meant(filter, t, range, &seen)) &&
            (!filter->has_time || filter_is_within(filter, t->zero, range->begin, range->end)))
            t->ranges.rows[left++] = *range;
    }
    t->ranges.count = left;
}

static void cut_calls(const struct filter *filter, struct timeline *t, const uint32_t *map)
{
    size_t left = 0, answer = 0, answers_left = 0;
    for (size_t i = 0; i < t->calls.count; i++) {
        struct timeline_call call = t->calls.rows[i];
        bool answered = answer < t->answers.count && t->answers.rows[answer].call == i;
        answer += answered;
        if (!keeps_call(filter, t, &call))
            continue;
        if (answered) {
            t->answers.rows[answers_left] = t->answers.rows[answer - 1];
            t->answers.rows[answers_left++].call = (uint32_t)left;
        }
        if (call.op != TIMELINE_NO_OP)
            call.op = map[call.op];
        t->calls.rows[left++] = call;
    }
    t->calls.count = left;
    t->answers.count = answers_left;
}

/* Each mode's times in the order of the operations that are left. */
static void cut_modes(struct timeline *t, size_t whole, const uint32_t *map)
{
    size_t left = 0;
    for (size_t i = 0; i < t->modes.count; i++) {
        uint32_t first = t->modes.rows[i].first_time;
        if (first == TIMELINE_NO_OP)
            continue;
        t->modes.rows[i].first_time = (uint32_t)left;
        for (size_t id = 0; id < whole; id++)
            if (map[id] != TIMELINE_NO_OP)
                t->mode_times.rows[left++] = t->mode_times.rows[first + id];
    }
    t->mode_times.count = left;
}

void filter_cut(const struct filter *filter, struct timeline *timeline, const bool *keep)
{
    if (filter_is_empty(filter))
        return;
    uint32_t *map = mem_zalloc((timeline->ops.count + 1) * sizeof *map);
    uint32_t next = 0;
    for (size_t id = 0; id < timeline->ops.count; id++)
        map[id] = keep[id] ? next++ : TIMELINE_NO_OP;
    if (timeline->afters.count)
        cut_afters(timeline, map);
    cut_modes(timeline, timeline->ops.count, map);
    cut_ops(timeline, map);
    cut_ranges(filter, timeline);
    cut_calls(filter, timeline, map);
    free(map);
    int64_t zero = timeline->zero, wall = timeline->wall;
    timeline_finish(timeline);
    if (!filter->range) {
        timeline->zero = zero;
        timeline->wall = wall;
    }
    if (filter->has_time) {
        timeline->shown_from = filter->from;
        timeline->shown_to = filter->to;
    }
}

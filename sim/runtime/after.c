#include "sim/runtime/after.h"

#include "sim/base/hot.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* --- pasts ---------------------------------------------------------------------------------------
 */

enum { SMALLEST_CLASS = 2 }; /* four entries */

static struct past *past_new(struct after *after, size_t count)
{
    uint32_t step = SMALLEST_CLASS;
    while (((size_t)1 << step) < count)
        step++;
    struct past *past = after->free[step];
    if (past)
        memcpy(&after->free[step], past->entries, sizeof(struct past *));
    else
        past = mem_zalloc(sizeof *past + ((size_t)1 << step) * sizeof *past->entries);
    past->references = 1;
    past->floor = 0;
    past->count = 0;
    past->capacity_class = step;
    return past;
}

struct past *past_hold(struct past *past)
{
    if (past)
        past->references++;
    return past;
}

void past_drop(struct after *after, struct past *past)
{
    if (!past || --past->references)
        return;
    memcpy(past->entries, &after->free[past->capacity_class], sizeof(struct past *));
    after->free[past->capacity_class] = past;
}

bool past_has(const struct past *past, uint32_t stream, uint32_t op)
{
    if (!past)
        return false;
    if (op < past->floor)
        return true;
    for (uint32_t i = 0; i < past->count; i++)
        if (past->entries[i].stream == stream)
            return op <= past->entries[i].op;
    return false;
}

void after_init(struct after *after)
{
    memset(after, 0, sizeof *after);
}

void after_release(struct after *after)
{
    for (size_t i = 0; i < sizeof after->free / sizeof *after->free; i++) {
        while (after->free[i]) {
            struct past *past = after->free[i];
            memcpy(&after->free[i], past->entries, sizeof(struct past *));
            free(past);
        }
    }
    free(after->last);
    free(after->stamp);
    free(after->touched);
    free(after->kept);
    memset(after, 0, sizeof *after);
}

/* --- the union of several pasts ------------------------------------------------------------------
 */

static void union_begin(struct after *after)
{
    after->floor = 0;
    after->touched_count = 0;
    if (++after->now == 0) { /* the stamps have come round */
        if (after->stream_capacity)
            memset(after->stamp, 0, after->stream_capacity * sizeof *after->stamp);
        after->now = 1;
    }
}

static COLD void union_room(struct after *after, uint32_t stream)
{
    size_t capacity = after->stream_capacity ? after->stream_capacity : 64;
    while (capacity <= stream)
        capacity *= 2;
    after->last = mem_realloc(after->last, capacity * sizeof *after->last);
    after->stamp = mem_realloc(after->stamp, capacity * sizeof *after->stamp);
    after->touched = mem_realloc(after->touched, capacity * sizeof *after->touched);
    memset(after->stamp + after->stream_capacity, 0,
           (capacity - after->stream_capacity) * sizeof *after->stamp);
    after->stream_capacity = capacity;
}

static void union_add(struct after *after, uint32_t stream, uint32_t op)
{
    if (stream >= after->stream_capacity)
        union_room(after, stream);
    if (after->stamp[stream] != after->now) {
        after->stamp[stream] = after->now;
        after->last[stream] = op;
        after->touched[after->touched_count++] = stream;
    } else if (after->last[stream] < op) {
        after->last[stream] = op;
    }
}

static void union_add_past(struct after *after, const struct past *past)
{
    if (!past)
        return;
    if (after->floor < past->floor)
        after->floor = past->floor;
    for (uint32_t i = 0; i < past->count; i++)
        union_add(after, past->entries[i].stream, past->entries[i].op);
}

static bool union_has(const struct after *after, uint32_t stream, uint32_t op)
{
    return op < after->floor || (stream < after->stream_capacity &&
                                 after->stamp[stream] == after->now && op <= after->last[stream]);
}

/* Adds the pasts of all candidates. Neighbours often share theirs. */
static void union_add_pasts(struct after *after, const struct candidate *candidates, size_t count)
{
    const struct past *before = NULL;
    for (size_t i = 0; i < count; i++) {
        if (candidates[i].past != before)
            union_add_past(after, candidates[i].past);
        before = candidates[i].past;
        if (candidates[i].op > 0)
            union_add(after, candidates[i].stream, candidates[i].op - 1);
    }
}

static int by_op(const void *a, const void *b)
{
    uint32_t x = ((const struct past_entry *)a)->op, y = ((const struct past_entry *)b)->op;
    return (x > y) - (x < y);
}

/* The latest PAST_MOST of `count` entries, to the front. */
static size_t keep_latest(struct past_entry *entries, size_t count, size_t most)
{
    if (count <= most)
        return count;
    qsort(entries, count, sizeof *entries, by_op);
    memmove(entries, entries + (count - most), most * sizeof *entries);
    return most;
}

static struct past_entry *kept_room(struct after *after, size_t count)
{
    if (count > after->kept_capacity)
        after->kept = mem_grow(after->kept, &after->kept_capacity, count, sizeof *after->kept);
    return after->kept;
}

static struct past *union_past(struct after *after)
{
    struct past_entry *kept = kept_room(after, after->touched_count);
    size_t count = 0;
    for (size_t i = 0; i < after->touched_count; i++) {
        uint32_t stream = after->touched[i];
        if (after->last[stream] >= after->floor)
            kept[count++] = (struct past_entry){.stream = stream, .op = after->last[stream]};
    }
    count = keep_latest(kept, count, PAST_MOST);
    struct past *past = past_new(after, count);
    past->floor = after->floor;
    past->count = (uint32_t)count;
    if (count)
        memcpy(past->entries, kept, count * sizeof *kept);
    return past;
}

/* --- the place of an operation -------------------------------------------------------------------
 */

size_t after_reduce(struct after *after, struct candidate *candidates, size_t count)
{
    if (count < 2)
        return count;
    union_begin(after);
    union_add_pasts(after, candidates, count);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct candidate candidate = candidates[i];
        if (union_has(after, candidate.stream, candidate.op))
            continue;
        /* Only an event's record can be named twice: as such and as the stream's last. */
        bool twice = false;
        for (size_t j = 0; candidate.rule == RULE_ID_EVENT && j < kept && !twice; j++)
            twice = candidates[j].op == candidate.op;
        if (!twice)
            candidates[kept++] = candidate;
    }
    return kept;
}

struct past *past_of_successor(struct after *after, const struct candidate *candidate)
{
    union_begin(after);
    union_add_past(after, candidate->past);
    union_add(after, candidate->stream, candidate->op);
    return union_past(after);
}

static bool in_frontier(const struct knowledge *knowledge, uint32_t op)
{
    for (size_t i = 0; i < knowledge->count; i++)
        if (knowledge->frontier[i].op == op)
            return true;
    return false;
}

enum { AFTER_MOST = UINT16_MAX }; /* what an operation's row can count */

/* Writes the entries as the operation's `after`, in ascending order. */
static void write_after(struct timeline *timeline, uint32_t op, struct past_entry *entries,
                        size_t count)
{
    if (count > 1)
        qsort(entries, count, sizeof *entries, by_op);
    if (count > AFTER_MOST) {
        entries += count - AFTER_MOST;
        count = AFTER_MOST;
    }
    timeline->ops.rows[op].first_after = (uint32_t)timeline->afters.count;
    timeline->ops.rows[op].after_count = (uint16_t)count;
    for (size_t i = 0; i < count; i++)
        timeline_add_after(timeline, entries[i].op);
}

/* All that the operation is after is what the thread knows: the rows are shared by all such. */
static void share_frontier(struct timeline *timeline, uint32_t op, struct knowledge *knowledge)
{
    struct timeline_op *row = &timeline->ops.rows[op];
    if (!knowledge->has_rows) {
        write_after(timeline, op, knowledge->frontier, knowledge->count);
        knowledge->rows = row->first_after;
        knowledge->has_rows = true;
        return;
    }
    row->first_after = knowledge->rows;
    row->after_count =
        (uint16_t)(knowledge->count < AFTER_MOST ? knowledge->count : (size_t)AFTER_MOST);
}

/* With what the host knows besides; the candidates are reduced, their pasts are in the union. */
static void place_with_knowledge(struct after *after, struct timeline *timeline, uint32_t op,
                                 const struct candidate *candidates, size_t count,
                                 const struct knowledge *knowledge)
{
    struct past_entry *kept = kept_room(after, count + knowledge->count);
    size_t kept_count = 0;
    for (size_t i = 0; i < count; i++) /* those known are the frontier's or before it */
        if (!past_has(knowledge->all, candidates[i].stream, candidates[i].op))
            kept[kept_count++] =
                (struct past_entry){.stream = candidates[i].stream, .op = candidates[i].op};
    for (size_t i = 0; i < knowledge->count; i++) {
        const struct past_entry *end = &knowledge->frontier[i];
        if (!union_has(after, end->stream, end->op))
            kept[kept_count++] = *end;
    }
    write_after(timeline, op, kept, kept_count);
}

size_t after_place(struct after *after, struct timeline *timeline, uint32_t op, uint32_t stream,
                   struct candidate *candidates, size_t count, struct knowledge *knowledge,
                   struct past **own)
{
    bool only_own = count == 1 && candidates[0].stream == stream;
    if (!knowledge || !knowledge->all) {
        if (count == 0 || only_own) { /* by far the most frequent */
            timeline->ops.rows[op].first_after = (uint32_t)timeline->afters.count;
            timeline->ops.rows[op].after_count = (uint16_t)count;
            if (count)
                timeline_add_after(timeline, candidates[0].op);
            return count;
        }
    } else if (count == 0 || (only_own && past_has(knowledge->all, stream, candidates[0].op))) {
        share_frontier(timeline, op, knowledge);
        struct past *before = *own;
        *own = past_hold(knowledge->all);
        past_drop(after, before);
        return count;
    }
    size_t left = after_reduce(after, candidates, count);
    if (count < 2) {
        union_begin(after);
        union_add_pasts(after, candidates, count);
    }
    if (knowledge && knowledge->all) {
        place_with_knowledge(after, timeline, op, candidates, left, knowledge);
        union_add_past(after, knowledge->all);
    } else {
        struct past_entry *kept = kept_room(after, left);
        for (size_t i = 0; i < left; i++)
            kept[i] = (struct past_entry){.stream = candidates[i].stream, .op = candidates[i].op};
        write_after(timeline, op, kept, left);
    }
    for (size_t i = 0; i < left; i++) /* the others are in their pasts */
        union_add(after, candidates[i].stream, candidates[i].op);
    struct past *before = *own;
    *own = union_past(after);
    past_drop(after, before);
    return left;
}

/* --- what the host knows -------------------------------------------------------------------------
 */

static void knowledge_changed(struct after *after, struct knowledge *knowledge, struct past *all)
{
    past_drop(after, knowledge->all);
    knowledge->all = all;
    knowledge->version = ++after->versions;
    knowledge->has_rows = false;
}

static void frontier_add(struct knowledge *knowledge, const struct past_entry *end)
{
    knowledge->frontier = mem_grow(knowledge->frontier, &knowledge->capacity, knowledge->count + 1,
                                   sizeof *knowledge->frontier);
    knowledge->frontier[knowledge->count++] = *end;
}

void knowledge_learn(struct after *after, struct knowledge *knowledge, uint32_t op, uint32_t stream,
                     const struct past *past)
{
    if (past_has(knowledge->all, stream, op))
        return;
    union_begin(after);
    union_add_past(after, past);
    union_add(after, stream, op);
    size_t kept = 0;
    for (size_t i = 0; i < knowledge->count; i++)
        if (!union_has(after, knowledge->frontier[i].stream, knowledge->frontier[i].op))
            knowledge->frontier[kept++] = knowledge->frontier[i];
    knowledge->count = keep_latest(knowledge->frontier, kept, FRONTIER_MOST - 1);
    frontier_add(knowledge, &(struct past_entry){.stream = stream, .op = op});
    union_add_past(after, knowledge->all);
    knowledge_changed(after, knowledge, union_past(after));
}

size_t knowledge_learn_all(struct after *after, struct knowledge *knowledge,
                           struct candidate *candidates, size_t count, uint32_t floor)
{
    if (count == 0)
        return 0;
    union_begin(after);
    union_add_pasts(after, candidates, count);
    size_t old = 0;
    for (size_t i = 0; i < knowledge->count; i++)
        if (!union_has(after, knowledge->frontier[i].stream, knowledge->frontier[i].op))
            knowledge->frontier[old++] = knowledge->frontier[i];
    knowledge->count = old;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct candidate end = candidates[i];
        if (union_has(after, end.stream, end.op))
            continue;
        bool known = past_has(knowledge->all, end.stream, end.op);
        candidates[kept++] = end;
        if (!known)
            frontier_add(knowledge, &(struct past_entry){.stream = end.stream, .op = end.op});
    }
    struct past *all = past_new(after, 0);
    all->floor = floor;
    knowledge_changed(after, knowledge, all);
    return kept;
}

void knowledge_merge(struct after *after, struct knowledge *to, const struct knowledge *from)
{
    if (!from->all || from->version == to->version)
        return;
    size_t kept = 0;
    for (size_t i = 0; i < to->count; i++) /* before one of the other's, and not one of them */
        if (!past_has(from->all, to->frontier[i].stream, to->frontier[i].op) ||
            in_frontier(from, to->frontier[i].op))
            to->frontier[kept++] = to->frontier[i];
    to->count = kept;
    for (size_t i = 0; i < from->count; i++)
        if (!past_has(to->all, from->frontier[i].stream, from->frontier[i].op))
            frontier_add(to, &from->frontier[i]);
    union_begin(after);
    union_add_past(after, to->all);
    union_add_past(after, from->all);
    knowledge_changed(after, to, union_past(after));
}

void knowledge_release(struct after *after, struct knowledge *knowledge)
{
    past_drop(after, knowledge->all);
    free(knowledge->frontier);
    memset(knowledge, 0, sizeof *knowledge);
}

#include "sim/analysis/alive.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { LEAF = 32, FAN = 16 };

static const struct alive_span nobody = {INT64_MAX, INT64_MIN};

struct alive_span alive_of(const struct timeline_op *op)
{
    if (op->start == TIMELINE_UNKNOWN)
        return nobody;
    struct alive_span span = {op->start, op->start};
    if (op->call != TIMELINE_UNKNOWN && op->call < op->start)
        span.from = op->call;
    if (op->end != TIMELINE_UNKNOWN && op->end > op->start)
        span.to = op->end;
    return span;
}

static void widen(struct alive_span *all, struct alive_span one)
{
    all->from = one.from < all->from ? one.from : all->from;
    all->to = one.to > all->to ? one.to : all->to;
}

static struct alive_span *new_level(struct alive *alive, size_t below, size_t fan)
{
    size_t count = (below + fan - 1) / fan;
    struct alive_span *spans = mem_zalloc((count + 1) * sizeof *spans);
    for (size_t i = 0; i < count; i++)
        spans[i] = nobody;
    alive->count[alive->levels] = count;
    alive->level[alive->levels++] = spans;
    return spans;
}

void alive_init(struct alive *alive, const struct timeline *timeline)
{
    memset(alive, 0, sizeof *alive);
    alive->timeline = timeline;
    struct alive_span *spans = new_level(alive, timeline->ops.count, LEAF);
    for (size_t i = 0; i < timeline->ops.count; i++)
        widen(&spans[i / LEAF], alive_of(&timeline->ops.rows[i]));
    while (alive->count[alive->levels - 1] > FAN && alive->levels < ALIVE_LEVELS) {
        const struct alive_span *below = spans;
        size_t count = alive->count[alive->levels - 1];
        spans = new_level(alive, count, FAN);
        for (size_t i = 0; i < count; i++)
            widen(&spans[i / FAN], below[i]);
    }
}

/* --- walks ---------------------------------------------------------------------------------------
 */

typedef bool (*wanted)(struct alive_span span, int64_t time, int64_t *best);

/* Walks the blocks of 32 operations in order, from `block` on, and leaves out whole parts that are
 * not wanted. Returns the first that is; their number: none. */
static size_t next_block(const struct alive *alive, size_t block, int64_t time, wanted want,
                         int64_t *best)
{
    while (block < alive->count[0]) {
        /* the largest part that begins here */
        int level = 0;
        size_t size = 1, at = block;
        while (level + 1 < alive->levels && at % FAN == 0) {
            at /= FAN;
            size *= FAN;
            level++;
        }
        while (want(alive->level[level][at], time, best)) {
            if (level == 0)
                return block;
            level--;
            at *= FAN;
            size /= FAN;
        }
        block += size;
    }
    return alive->count[0];
}

static bool lives(struct alive_span span, int64_t time, int64_t *best)
{
    (void)best;
    return span.from <= time && span.to >= time;
}

uint32_t alive_next(const struct alive *alive, int64_t time, uint32_t after)
{
    size_t count = alive->timeline->ops.count;
    size_t id = after == TIMELINE_NO_OP ? 0 : (size_t)after + 1;
    while (id < count) {
        if (id % LEAF == 0)
            id = next_block(alive, id / LEAF, time, lives, NULL) * LEAF;
        size_t last = (id / LEAF + 1) * LEAF;
        for (; id < last && id < count; id++)
            if (lives(alive_of(&alive->timeline->ops.rows[id]), time, NULL))
                return (uint32_t)id;
    }
    return TIMELINE_NO_OP;
}

/* Whether something in it may happen after `time` and before the best so far. */
static bool may_be_sooner(struct alive_span span, int64_t time, int64_t *best)
{
    return span.to > time && span.from < *best;
}

/* Whether something in it may happen before `time` and after the best so far. Of what is over, the
 * end is the last that happened: no need to look inside. */
static bool may_be_later(struct alive_span span, int64_t time, int64_t *best)
{
    if (span.from > span.to || span.from >= time || span.to <= *best)
        return false;
    if (span.to >= time)
        return true;
    *best = span.to;
    return false;
}

struct alive_events alive_events(const struct timeline_op *op)
{
    struct alive_events events = {op->ready, op->start, op->end};
    struct alive_span span = alive_of(op);
    if (events.ready < span.from || events.ready > op->start) /* unknown is before all */
        events.ready = TIMELINE_UNKNOWN;
    if (events.end < op->start)
        events.end = TIMELINE_UNKNOWN;
    return events;
}

static void take(int64_t event, int64_t time, int64_t *best, bool after)
{
    if (event == TIMELINE_UNKNOWN)
        return;
    if (after ? event > time && event < *best : event < time && event > *best)
        *best = event;
}

/* The nearest event after or before `time`. */
static int64_t nearest(const struct alive *alive, int64_t time, bool after)
{
    const int64_t none = after ? INT64_MAX : INT64_MIN;
    wanted want = after ? may_be_sooner : may_be_later;
    int64_t best = none;
    size_t blocks = alive->count[0];
    for (size_t b = next_block(alive, 0, time, want, &best); b < blocks;
         b = next_block(alive, b + 1, time, want, &best))
        for (size_t i = b * LEAF; i < (b + 1) * LEAF && i < alive->timeline->ops.count; i++) {
            struct alive_events events = alive_events(&alive->timeline->ops.rows[i]);
            take(events.ready, time, &best, after);
            take(events.start, time, &best, after);
            take(events.end, time, &best, after);
        }
    return best == none ? TIMELINE_UNKNOWN : best;
}

int64_t alive_event_after(const struct alive *alive, int64_t time)
{
    return nearest(alive, time, true);
}

int64_t alive_event_before(const struct alive *alive, int64_t time)
{
    return nearest(alive, time, false);
}

void alive_release(struct alive *alive)
{
    for (int i = 0; i < alive->levels; i++)
        free(alive->level[i]);
    memset(alive, 0, sizeof *alive);
}

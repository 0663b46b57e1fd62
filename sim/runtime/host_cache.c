/* What the processor's caches hold of pageable memory, by the order of the calls: a copy reads or
 * writes that memory itself, to or from the staging buffers. What a copy out wrote went past the
 * caches, and what the host filled some time ago is as slow to read: a copy in takes up to twice as
 * long. What was read comes to the cache that all cores share when it leaves a core's own, and only
 * if it was read before: so the second time a core's cache full of it is fast, the end, and from
 * the third time on all, also when the host writes it anew (traces/experiments/pageable-again.txt).
 * What the host wrote last is in its core's cache and fast. A copy out must drive out first what is
 * in half of that, read or written; the other half holds the staging buffer: 20 to 70 us a MiB,
 * twice that of what the host wrote (pageable-turns.txt, pageable-cold.txt). Memory of which
 * nothing is known is as a copy out leaves it. */
#include "sim/runtime/inside.h"

#include "sim/base/duration.h"

#include <string.h>

enum {
    READS_MOST = 2, /* from then on it is in the cache of all cores */
    CORE = 2,       /* a core's own cache holds so many times copy.host_cache */
};

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The part of a range that lies in another, bytes. */
static uint64_t common(const struct host_range *a, const struct program_range *b)
{
    uint64_t from = larger(a->from, b->offset), to = smaller(a->to, b->offset + b->bytes);
    return a->alloc == b->alloc && from < to ? to - from : 0;
}

/* Whether one goes on where the other ends, in the same state. */
static bool follows(const struct host_range *a, const struct host_range *before)
{
    return a->alloc == before->alloc && a->touch == before->touch && a->reads == before->reads &&
           a->from == before->to;
}

static void remove_row(struct host_cache *cache, size_t i)
{
    cache->count--;
    memmove(cache->ranges + i, cache->ranges + i + 1, (cache->count - i) * sizeof *cache->ranges);
}

/* Makes one of two ranges, in the place of the older: that changes the order only, which matters to
 * what was touched last alone. */
static bool join(struct host_cache *cache)
{
    for (size_t i = 0; i < cache->count; i++)
        for (size_t j = 0; j < cache->count; j++) {
            struct host_range *a = &cache->ranges[i], *b = &cache->ranges[j];
            if (!follows(b, a))
                continue;
            struct host_range *older = i < j ? a : b;
            *older = (struct host_range){a->alloc, a->touch, a->reads, a->from, b->to};
            remove_row(cache, i < j ? j : i);
            return true;
        }
    return false;
}

/* The one that is lost least: the oldest of those that were read least often. */
static size_t least_lost(const struct host_cache *cache)
{
    size_t least = 0;
    for (size_t i = 1; i < cache->count; i++)
        if (cache->ranges[i].reads < cache->ranges[least].reads)
            least = i;
    return least;
}

/* As the newest; a loop comes as many pieces, which are one. */
static void push(struct host_cache *cache, const struct host_range *range)
{
    if (cache->count && follows(range, &cache->ranges[cache->count - 1])) {
        cache->ranges[cache->count - 1].to = range->to;
        return;
    }
    if (cache->count == HOST_RANGES && !join(cache))
        remove_row(cache, least_lost(cache));
    cache->ranges[cache->count++] = *range;
}

/* Takes a range out of all that is known; what lies before and behind it stays. */
static void cut(struct host_cache *cache, const struct program_range *range)
{
    struct host_cache old = *cache;
    uint64_t from = range->offset, to = range->offset + range->bytes;
    cache->count = 0;
    for (size_t i = 0; i < old.count; i++) {
        struct host_range row = old.ranges[i], end = row;
        if (common(&row, range) == 0) {
            push(cache, &row);
            continue;
        }
        row.to = from;
        if (row.from < from)
            push(cache, &row);
        end.from = to;
        if (end.to > to)
            push(cache, &end);
    }
}

/* From `at` on as long as all is in one state: what is known of it, or memory that was never read.
 */
static struct host_range state_at(const struct host_cache *cache, uint32_t alloc, uint64_t at,
                                  uint64_t end)
{
    struct host_range state = {alloc, HOST_READ, 0, at, end};
    for (size_t i = 0; i < cache->count; i++) {
        const struct host_range *row = &cache->ranges[i];
        if (row->alloc != alloc || row->to <= at)
            continue;
        if (row->from <= at)
            return (struct host_range){alloc, row->touch, row->reads, at, smaller(row->to, end)};
        state.to = smaller(state.to, row->from);
    }
    return state;
}

void host_cache_touch(struct host_cache *cache, const struct profile *profile,
                      const struct program_range *range, enum host_touch touch)
{
    if (range->alloc == 0 || range->bytes == 0 || profile->value[PROFILE_copy_host_cache] == 0)
        return;
    const struct host_cache old = *cache;
    uint64_t end = range->offset + range->bytes;
    cut(cache, range);
    for (uint64_t at = range->offset; touch != HOST_COPIED_OUT && at < end;) {
        struct host_range state = state_at(&old, range->alloc, at, end);
        at = state.to;
        if (touch == HOST_WROTE)
            state.touch = HOST_WROTE;
        else if (state.reads < READS_MOST)
            state.reads++;
        push(cache, &state);
    }
}

void host_cache_note(struct host_cache *notes, const struct program_range *range,
                     enum host_touch touch)
{
    push(notes,
         &(struct host_range){range->alloc, touch, 0, range->offset, range->offset + range->bytes});
}

/* The part of a row among the last `size` bytes touched, where `since` were touched after it: its
 * end was touched last. */
static struct host_range kept(const struct host_range *row, uint64_t size, uint64_t since)
{
    struct host_range end = *row;
    end.from = end.to - smaller(end.to - end.from, size - since);
    return end;
}

int64_t host_cache_missing(const struct runtime *runtime, const struct program_range *range)
{
    const struct host_cache *cache = &runtime->host_cache;
    uint64_t size = (uint64_t)runtime->profile->value[PROFILE_copy_host_cache] * CORE;
    uint64_t fast = 0, since = 0;
    if (range->alloc == 0 || range->bytes == 0 || size == 0)
        return 0;
    for (size_t i = cache->count; i-- > 0;) {
        const struct host_range *row = &cache->ranges[i];
        struct host_range end = kept(row, size, since);
        since += end.to - end.from;
        fast += common(row->reads == READS_MOST ? row : &end, range);
    }
    return duration_divide((int64_t)(range->bytes - fast), 1000000, (int64_t)range->bytes);
}

int64_t host_cache_held(const struct runtime *runtime, const struct program_range *range)
{
    const struct host_cache *cache = &runtime->host_cache;
    uint64_t size = (uint64_t)runtime->profile->value[PROFILE_copy_host_cache];
    uint64_t held = 0, since = 0;
    for (size_t i = cache->count; range->alloc && i-- > 0 && since < size;) {
        struct host_range end = kept(&cache->ranges[i], size, since);
        since += end.to - end.from;
        held += common(&end, range) * (end.touch == HOST_WROTE ? 2 : 1);
    }
    return (int64_t)held;
}

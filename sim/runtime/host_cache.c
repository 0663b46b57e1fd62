/* What the processor's caches hold of pageable memory, by the order of the calls: a copy reads or
 * writes that memory itself, to or from the staging buffers (traces/experiments/pageable-cold.txt,
 * pageable-turns.txt, pageable-first.txt). What a copy out wrote went past the caches, and what the
 * host wrote some time ago is no longer in a core's own: a copy in takes up to twice as long that
 * finds it there. Once the host or a copy in has read it, it is fast to read, until a copy out
 * writes it again; of large memory that one wrote only a part. Of what the host writes the last MiB
 * is fast too (half of level 2; the other half holds the staging buffer). A copy out must drive out
 * first what is in that last MiB, read or written: 20 to 70 us a MiB, twice that of what the host
 * wrote. Memory of which nothing is known is slow to read and holds up no write, as in programs
 * that filled it some time before. */
#include "sim/runtime/inside.h"

#include "sim/base/duration.h"

#include <string.h>

/* So many times copy.host_cache of what a copy out wrote is fast when it is read again, the rest as
 * slow as ever. (Measured: of 1 MiB 3/4 of the difference is gone, of 4 MiB half, of 8 MiB 4/10, of
 * 32 MiB nothing.) */
enum { READ_AGAIN = 4 };

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The part of a range that lies in another, bytes. */
static uint64_t common(const struct host_range *a, const struct program_range *b)
{
    uint64_t from = a->from > b->offset ? a->from : b->offset;
    uint64_t to = smaller(a->to, b->offset + b->bytes);
    return a->alloc == b->alloc && from < to ? to - from : 0;
}

/* A loop comes as many pieces, which are one: with the newest range, those that a copy out wrote
 * with any, as their order does not matter. */
static bool merge(struct host_cache *cache, const struct host_range *range)
{
    for (size_t i = cache->count; i-- > 0;) {
        struct host_range *row = &cache->ranges[i];
        if (row->alloc == range->alloc && row->touch == range->touch && row->to == range->from) {
            row->to = range->to;
            return true;
        }
        if (range->touch != HOST_COPIED_OUT && row->touch != HOST_COPIED_OUT)
            return false;
    }
    return false;
}

static void remove_row(struct host_cache *cache, size_t i)
{
    cache->count--;
    memmove(cache->ranges + i, cache->ranges + i + 1, (cache->count - i) * sizeof *cache->ranges);
}

/* Makes one of two ranges that were read and meet, in the place of the older: that changes the
 * order only, which matters to what was touched last alone. */
static bool join(struct host_cache *cache)
{
    for (size_t i = 0; i < cache->count; i++)
        for (size_t j = 0; j < cache->count; j++) {
            const struct host_range a = cache->ranges[i], b = cache->ranges[j];
            if (a.touch != HOST_READ || b.touch != HOST_READ || a.alloc != b.alloc ||
                a.to != b.from)
                continue;
            cache->ranges[i < j ? i : j] = (struct host_range){a.alloc, HOST_READ, a.from, b.to};
            remove_row(cache, i < j ? j : i);
            return true;
        }
    return false;
}

static bool is_lost_less(const struct host_range *row, const struct host_range *than)
{
    static const int worth[] = {[HOST_COPIED_OUT] = 0, [HOST_WROTE] = 1, [HOST_READ] = 2};
    if (row->touch != than->touch)
        return worth[row->touch] < worth[than->touch];
    return row->touch != HOST_WROTE && row->to - row->from < than->to - than->from;
}

/* What is lost least, when it becomes memory of which nothing is known: what a copy out wrote, as
 * it is as slow to read; then the oldest that the host wrote, which is hardly in the caches still;
 * then the smallest that was read, as each of its bytes is slow from then on. */
static size_t least_lost(const struct host_cache *cache)
{
    size_t least = 0;
    for (size_t i = 1; i < cache->count; i++)
        if (is_lost_less(&cache->ranges[i], &cache->ranges[least]))
            least = i;
    return least;
}

static void push(struct host_cache *cache, const struct host_range *range)
{
    if (merge(cache, range))
        return;
    if (cache->count == HOST_RANGES && !join(cache)) {
        size_t least = least_lost(cache);
        if (range->touch == HOST_COPIED_OUT && cache->ranges[least].touch != HOST_COPIED_OUT)
            return;
        remove_row(cache, least);
    }
    cache->ranges[cache->count++] = *range;
}

/* Takes a range out of all that is known; what lies before and behind it stays. */
static void cut(struct host_cache *cache, const struct program_range *range)
{
    struct host_cache old = *cache;
    uint64_t from = range->offset, to = range->offset + range->bytes;
    cache->count = 0;
    for (size_t i = 0; i < old.count; i++) {
        struct host_range *row = &old.ranges[i];
        if (common(row, range) == 0) {
            push(cache, row);
            continue;
        }
        if (row->from < from)
            push(cache, &(struct host_range){row->alloc, row->touch, row->from, from});
        if (row->to > to)
            push(cache, &(struct host_range){row->alloc, row->touch, to, row->to});
    }
}

/* Puts back what a copy out wrote and no read makes fast. */
static void put_back(struct host_cache *cache, const struct host_cache *old,
                     const struct program_range *slow)
{
    for (size_t i = 0; i < old->count; i++) {
        struct host_range row = old->ranges[i];
        if (row.touch != HOST_COPIED_OUT || common(&row, slow) == 0)
            continue;
        row.from = row.from > slow->offset ? row.from : slow->offset;
        row.to = smaller(row.to, slow->offset + slow->bytes);
        cut(cache, &(struct program_range){row.alloc, row.from, row.to - row.from});
        push(cache, &row);
    }
}

void host_cache_touch(struct host_cache *cache, const struct profile *profile,
                      const struct program_range *range, enum host_touch touch)
{
    uint64_t most = (uint64_t)profile->value[PROFILE_copy_host_cache] * READ_AGAIN;
    if (range->alloc == 0 || range->bytes == 0 || most == 0)
        return;
    const struct host_cache old = *cache;
    cut(cache, range);
    push(cache,
         &(struct host_range){range->alloc, touch, range->offset, range->offset + range->bytes});
    if (touch == HOST_READ && range->bytes > most) /* its end is still there */
        put_back(cache, &old,
                 &(struct program_range){range->alloc, range->offset, range->bytes - most});
}

void host_cache_note(struct host_cache *notes, const struct program_range *range,
                     enum host_touch touch)
{
    push(notes,
         &(struct host_range){range->alloc, touch, range->offset, range->offset + range->bytes});
}

/* The bytes of the range that lie in the last copy.host_cache bytes touched: read ones and written
 * ones. The end of a row was touched last; what a copy out writes goes past the caches. */
static void find_held(const struct runtime *runtime, const struct program_range *range,
                      uint64_t *read, uint64_t *written)
{
    const struct host_cache *cache = &runtime->host_cache;
    uint64_t size = (uint64_t)runtime->profile->value[PROFILE_copy_host_cache], since = 0;
    *read = *written = 0;
    for (size_t i = cache->count; i-- > 0 && since < size;) {
        struct host_range row = cache->ranges[i];
        if (row.touch == HOST_COPIED_OUT)
            continue;
        uint64_t kept = smaller(row.to - row.from, size - since);
        row.from = row.to - kept;
        *(row.touch == HOST_WROTE ? written : read) += common(&row, range);
        since += kept;
    }
}

int64_t host_cache_missing(const struct runtime *runtime, const struct program_range *range)
{
    const struct host_cache *cache = &runtime->host_cache;
    uint64_t read, fast;
    if (range->alloc == 0 || range->bytes == 0 ||
        runtime->profile->value[PROFILE_copy_host_cache] == 0)
        return 0;
    find_held(runtime, range, &read, &fast);
    for (size_t i = 0; i < cache->count; i++)
        if (cache->ranges[i].touch == HOST_READ)
            fast += common(&cache->ranges[i], range);
    return duration_divide((int64_t)(range->bytes - fast), 1000000, (int64_t)range->bytes);
}

int64_t host_cache_held(const struct runtime *runtime, const struct program_range *range)
{
    uint64_t read, written;
    find_held(runtime, range, &read, &written);
    return (int64_t)(read + 2 * written);
}

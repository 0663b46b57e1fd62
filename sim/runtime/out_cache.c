/* What the processor's caches hold of page-locked memory that copies out write: what was written
 * last, up to copy.out_cache. A copy in is slower beside one that writes elsewhere
 * (traces/experiments/duplex-memory.txt: 4 to 16 % where copies out of 4 and 16 MiB go round in 64
 * MiB and more, nothing up to 32; where copies in read does not matter). Memory that no copy out
 * has written yet was written by what ran before: if a program's page-locked memory fits, that
 * holds it.
 */
#include "sim/runtime/inside.h"

#include <string.h>

enum { LEAST = 256 << 10 }; /* bytes of a copy that is noted: others move too little to matter */

void out_cache_lock(struct runtime *runtime, uint64_t bytes)
{
    runtime->out_cache.page_locked += bytes;
}

void out_cache_unlock(struct runtime *runtime, uint64_t bytes)
{
    uint64_t *locked = &runtime->out_cache.page_locked;
    *locked -= bytes < *locked ? bytes : *locked;
}

static uint64_t common(const struct out_range *row, const struct program_range *range)
{
    uint64_t end = range->offset + range->bytes;
    uint64_t from = row->from > range->offset ? row->from : range->offset;
    uint64_t to = row->to < end ? row->to : end;
    return row->alloc == range->alloc && from < to ? to - from : 0;
}

/* Bytes of the range that are among the last `size` that were written. */
static uint64_t held(const struct out_cache *cache, const struct program_range *range,
                     uint64_t size)
{
    uint64_t bytes = 0, since = 0;
    for (size_t i = cache->count; i-- > 0 && since < size;) {
        bytes += common(&cache->ranges[i], range);
        since += cache->ranges[i].to - cache->ranges[i].from;
    }
    return bytes;
}

/* As the newest; the oldest goes if there are too many. */
static void push(struct out_cache *cache, struct out_range row)
{
    if (row.from >= row.to)
        return;
    if (cache->count == OUT_RANGES)
        memmove(cache->ranges, cache->ranges + 1, --cache->count * sizeof *cache->ranges);
    cache->ranges[cache->count++] = row;
}

/* What was known of the range is gone, what lies before and behind it stays. */
static void note(struct out_cache *cache, const struct program_range *range)
{
    const struct out_cache old = *cache;
    uint64_t from = range->offset, to = range->offset + range->bytes;
    cache->count = 0;
    for (size_t i = 0; i < old.count; i++) {
        struct out_range row = old.ranges[i];
        if (common(&row, range) == 0) {
            push(cache, row);
            continue;
        }
        push(cache, (struct out_range){row.alloc, row.from, from});
        push(cache, (struct out_range){row.alloc, to, row.to});
    }
    push(cache, (struct out_range){range->alloc, from, to});
}

bool out_cache_write(struct runtime *runtime, const struct program_range *range)
{
    struct out_cache *cache = &runtime->out_cache;
    uint64_t size = (uint64_t)runtime->profile->value[PROFILE_copy_out_cache];
    if (size == 0 || cache->page_locked <= size || range->bytes < LEAST)
        return false;
    bool far = held(cache, range, size) < range->bytes / 2;
    note(cache, range);
    return far;
}

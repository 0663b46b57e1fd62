/* What the processor's caches hold of pageable memory, by the order of the calls: a copy reads or
 * writes that memory itself, to or from the staging buffers (traces/experiments/pageable-cold.txt).
 * What a copy out wrote went past the caches: a copy in takes twice as long that finds it there
 * only. What the host wrote or read, or a copy in read, is in the caches and fast to read, but a
 * copy out that writes there must drive it out first: 20 to 70 us a MiB, twice that of what the
 * host wrote. That is so of the last MiB (half of level 2; the other half holds the staging
 * buffer). Memory that a copy out wrote and that is then read is fast again, as far as the caches
 * hold it. Memory of which nothing is known is in the caches for who reads and not for who writes,
 * as in programs that filled it some time before. */
#include "sim/runtime/inside.h"

#include "sim/base/duration.h"

#include <string.h>

/* So many times copy.host_cache of what is read again is fast, the rest as slow as ever. (Measured:
 * of 1 MiB 3/4 of the difference is gone, of 4 MiB half, of 8 MiB 4/10, of 32 MiB nothing.) */
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

/* What is lost least: the oldest that was read or written, as memory of which nothing is known is
 * read as quickly; else the smallest that a copy out wrote. */
static size_t least_lost(const struct host_cache *cache)
{
    size_t least = 0;
    for (size_t i = 0; i < cache->count; i++) {
        const struct host_range *row = &cache->ranges[i], *best = &cache->ranges[least];
        if (row->touch != HOST_COPIED_OUT)
            return i;
        if (row->to - row->from < best->to - best->from)
            least = i;
    }
    return least;
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
        if (range->touch != HOST_COPIED_OUT)
            return false;
    }
    return false;
}

static void push(struct host_cache *cache, const struct host_range *range)
{
    if (merge(cache, range))
        return;
    if (cache->count == HOST_RANGES) {
        size_t i = least_lost(cache);
        cache->count--;
        memmove(cache->ranges + i, cache->ranges + i + 1,
                (cache->count - i) * sizeof *cache->ranges);
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

void host_cache_touch(struct host_cache *cache, const struct profile *profile,
                      const struct program_range *range, enum host_touch touch)
{
    struct program_range part = *range;
    uint64_t most = (uint64_t)profile->value[PROFILE_copy_host_cache] * READ_AGAIN;
    if (part.alloc == 0 || part.bytes == 0 || most == 0)
        return;
    if (touch != HOST_COPIED_OUT && part.bytes > most) { /* only its end is still there */
        part.offset += part.bytes - most;
        part.bytes = most;
    }
    cut(cache, &part);
    push(cache, &(struct host_range){part.alloc, touch, part.offset, part.offset + part.bytes});
}

void host_cache_note(struct host_cache *notes, const struct program_range *range,
                     enum host_touch touch)
{
    push(notes,
         &(struct host_range){range->alloc, touch, range->offset, range->offset + range->bytes});
}

int64_t host_cache_missing(const struct runtime *runtime, const struct program_range *range)
{
    const struct host_cache *cache = &runtime->host_cache;
    uint64_t missing = 0;
    for (size_t i = 0; i < cache->count; i++)
        if (cache->ranges[i].touch == HOST_COPIED_OUT)
            missing += common(&cache->ranges[i], range);
    return range->alloc && range->bytes
               ? duration_divide((int64_t)missing, 1000000, (int64_t)range->bytes)
               : 0;
}

int64_t host_cache_held(const struct runtime *runtime, const struct program_range *range)
{
    const struct host_cache *cache = &runtime->host_cache;
    uint64_t size = (uint64_t)runtime->profile->value[PROFILE_copy_host_cache];
    uint64_t since = 0, held = 0;
    for (size_t i = cache->count; range->alloc && i-- > 0 && since < size;) {
        const struct host_range *row = &cache->ranges[i];
        if (row->touch == HOST_COPIED_OUT)
            continue;
        /* The end of the row was touched last; the copy passes through the caches as well, before
         * it comes there. */
        uint64_t both = common(row, range), kept = smaller(row->to - row->from, size - since);
        uint64_t begin = row->to - kept > range->offset ? row->to - kept - range->offset : 0;
        if (both && begin + kept + since <= size)
            held += smaller(both, kept) * (row->touch == HOST_WROTE ? 2 : 1);
        since += row->to - row->from;
    }
    return (int64_t)held;
}

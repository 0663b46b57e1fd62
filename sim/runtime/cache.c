/* What level 2 holds of the device's memory, by the order of the calls: a copy on the device is
 * quicker where it finds its memory there (traces/experiments/device-cache.json). Copies of 16 MiB
 * between the same two buffers take 5.3 us, 9.3 where neither is there. Their sources count more
 * than their targets: 6.5 us with only the source there, 8.6 with only the target. Memsets take the
 * same in both cases, but bring what they set; copies from and to the host leave nothing there of
 * what they move. What was
 * touched so long ago that the bytes since, with the copy's own, are as many as level 2 holds is
 * half gone: copies of 20 MiB gain half, of 24 MiB little. */
#include "sim/runtime/inside.h"

#include "sim/base/duration.h"
#include "sim/model/cost.h"

#include <string.h>

enum { SOURCE_WEIGHT = 750000, TARGET_WEIGHT = 250000 }; /* ppm of the gain; 65 to 80 % measured */
enum { FIFTHS_ALL = 4, FIFTHS_NONE = 6 };                /* of level 2: all is there; nothing is */

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void push(struct cache *cache, const struct cache_range *range)
{
    if (cache->count == CACHE_RANGES) {
        memmove(cache->ranges, cache->ranges + 1, (CACHE_RANGES - 1) * sizeof *cache->ranges);
        cache->count--;
    }
    cache->ranges[cache->count++] = *range;
}

/* `bytes` of unknown memory pass through. */
void cache_pass(struct runtime *runtime, uint64_t bytes)
{
    uint64_t most = (uint64_t)runtime->profile->value[PROFILE_device_l2] * 2;
    if (bytes)
        push(&runtime->cache, &(struct cache_range){.to = smaller(bytes, most)});
}

void cache_drop(struct runtime *runtime, const struct program_range *range)
{
    struct cache *cache = &runtime->cache;
    uint64_t from = range->offset, to = range->offset + range->bytes;
    if (range->alloc == 0)
        return;
    size_t kept = 0;
    for (size_t i = 0; i < cache->count; i++) {
        struct cache_range *old = &cache->ranges[i];
        if (old->alloc == range->alloc && old->from >= from && old->to <= to)
            continue;
        if (old->alloc == range->alloc && old->from < to && old->to > from) {
            if (old->from < from)
                old->to = from; /* what lay behind the new range is forgotten */
            else
                old->from = to;
        }
        cache->ranges[kept++] = *old;
    }
    cache->count = kept;
}

void cache_touch(struct runtime *runtime, const struct program_range *range)
{
    if (range->alloc == 0) {
        cache_pass(runtime, range->bytes);
        return;
    }
    cache_drop(runtime, range); /* what is touched again counts where it is newest only */
    push(&runtime->cache,
         &(struct cache_range){range->alloc, range->offset, range->offset + range->bytes});
}

/* ppm of the range that level 2 holds when as many as `more` bytes are touched besides. */
static int64_t held(const struct runtime *runtime, const struct program_range *range, uint64_t more)
{
    const struct cache *cache = &runtime->cache;
    uint64_t size = (uint64_t)runtime->profile->value[PROFILE_device_l2];
    uint64_t all = size / 5 * FIFTHS_ALL, none = size / 5 * FIFTHS_NONE;
    uint64_t since = more, from = range->offset, to = range->offset + range->bytes;
    int64_t ppm = 0;
    if (range->alloc == 0 || range->bytes == 0)
        return 0;
    for (size_t i = cache->count; i-- > 0 && since < none;) {
        const struct cache_range *old = &cache->ranges[i];
        since += smaller(old->to - old->from, none);
        if (old->alloc != range->alloc || old->from >= to || old->to <= from || since >= none)
            continue;
        uint64_t low = old->from > from ? old->from : from;
        uint64_t both = smaller(old->to, to) - low;
        int64_t part = duration_divide((int64_t)both, 1000000, (int64_t)range->bytes);
        ppm += since <= all ? part
                            : duration_divide(part, (int64_t)(none - since), (int64_t)(none - all));
    }
    return ppm;
}

/* Of several rows, even without gaps between them, ns: what the kernel that does them makes
 * possible, on an H200 as on an H100, whose memory is slower (traces/experiments/copies-2d.txt: 1,
 * 4, 16 and 64 MiB take 2.3, 6.1, 20.9 and 80.4 us), and a block for each of them, which are given
 * out one after the other (16384 of 4 to 256 bytes 10 us more than one piece, 4096 of them 2.7;
 * narrow-rows.txt). */
static int64_t rows_time(const struct profile *profile, const struct program_copy *copy,
                         uint64_t bytes)
{
    enum { LATENCY = 1100 };
    const int64_t rate = INT64_C(848000000000);
    int64_t moves = duration_divide((int64_t)bytes, INT64_C(1000000000), rate);
    int64_t starts = cost_starts(profile, copy_rows(copy));
    return duration_add(LATENCY, moves > starts ? moves : starts);
}

int64_t cache_copy_time(struct runtime *runtime, const struct program_copy *copy, uint64_t bytes)
{
    const struct profile_curve *curve = runtime->profile->curve;
    int64_t time = profile_curve_at(&curve[PROFILE_copy_d2d], (int64_t)bytes);
    if (copy->rows > 1 && curve[PROFILE_copy_d2d].count == 0)
        return time;
    if (copy->rows > 1) {
        cache_pass(runtime, smaller(bytes, UINT64_MAX / 2) * 2);
        int64_t rows = rows_time(runtime->profile, copy, bytes);
        return rows > time ? rows : time;
    }
    int64_t gain = 0;
    if (curve[PROFILE_copy_d2d_cached].count)
        gain = time - profile_curve_at(&curve[PROFILE_copy_d2d_cached], (int64_t)bytes);
    if (gain > 0) {
        int64_t share = duration_divide(held(runtime, &copy->src, bytes), SOURCE_WEIGHT, 1000000) +
                        duration_divide(held(runtime, &copy->dst, bytes), TARGET_WEIGHT, 1000000);
        time -= duration_divide(gain, share, 1000000);
    }
    cache_touch(runtime, &copy->src);
    cache_touch(runtime, &copy->dst);
    return time;
}

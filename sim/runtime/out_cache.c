/* What the processor's caches hold of page-locked memory that copies out write: what was written
 * last, up to copy.out_cache. A copy in is slower beside one that writes elsewhere
 * (traces/experiments/duplex-memory.txt: 4 to 16 % where copies out of 4 and 16 MiB go round in 64
 * MiB and more, nothing up to 32; where copies in read does not matter). Memory that no copy out
 * has written yet was written by what ran before: if the allocations that copies out go to fit,
 * that is held.
 */
#include "sim/runtime/inside.h"

enum { LEAST = 256 << 10 }; /* bytes of a copy that is noted: others move too little to matter */

static uint64_t alloc_bytes(const struct runtime *runtime, uint32_t alloc)
{
    return alloc < runtime->program->allocs.count ? runtime->program->allocs.rows[alloc].bytes : 0;
}

void out_cache_forget(struct runtime *runtime, uint32_t alloc)
{
    struct out_cache *cache = &runtime->out_cache;
    const uint64_t bytes = alloc_bytes(runtime, alloc);
    if (!runtime->allocs.rows[alloc].written)
        return;
    runtime->allocs.rows[alloc].written = false;
    cache->targets -= bytes;
    ranges_remove(&cache->written, &(struct program_range){alloc, 0, bytes});
}

/* Rows that lie apart are noted where they would lie if the allocation were cut into columns, one
 * behind the other: so tiles beside each other have nothing in common, and the same tile has. */
static struct program_range written_range(const struct runtime *runtime,
                                          const struct program_copy *copy)
{
    struct program_range range = copy->dst;
    uint64_t rows = copy->rows ? copy->rows : 1, pitch = copy->dst_pitch;
    uint64_t whole = alloc_bytes(runtime, range.alloc);
    if (rows < 2 || pitch <= range.bytes || pitch == 0 || whole < pitch) {
        range.bytes = program_copy_extent(copy, true);
        return range;
    }
    uint64_t column = range.offset % pitch, row = range.offset / pitch;
    range.offset = column * (whole / pitch) + row * copy->dst.bytes;
    range.bytes = program_copy_bytes(copy);
    return range;
}

bool out_cache_write(struct runtime *runtime, const struct program_copy *copy)
{
    const struct program_range where = written_range(runtime, copy), *range = &where;
    struct out_cache *cache = &runtime->out_cache;
    uint64_t size = (uint64_t)runtime->profile->value[PROFILE_copy_out_cache];
    if (size == 0 || range->bytes < LEAST || range->alloc == 0)
        return false;
    STATE_ROOM(runtime->allocs, range->alloc);
    bool *written = &runtime->allocs.rows[range->alloc].written;
    cache->targets += *written ? 0 : alloc_bytes(runtime, range->alloc);
    *written = true;
    bool far =
        cache->targets > size && ranges_held(&cache->written, range, size) < range->bytes / 2;
    ranges_add(&cache->written, range);
    return far;
}

/* What the processor's caches hold of page-locked memory that copies out write: what was written
 * last, up to copy.out_cache. A copy in is slower beside one that writes elsewhere
 * (traces/experiments/duplex-memory.txt: 4 to 16 % where copies out of 4 and 16 MiB go round in 64
 * MiB and more, nothing up to 32; where copies in read does not matter). Memory that no copy out
 * has written yet was written by what ran before: if a program's page-locked memory fits, that
 * holds it.
 */
#include "sim/runtime/inside.h"

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

bool out_cache_write(struct runtime *runtime, const struct program_range *range)
{
    struct out_cache *cache = &runtime->out_cache;
    uint64_t size = (uint64_t)runtime->profile->value[PROFILE_copy_out_cache];
    if (size == 0 || cache->page_locked <= size || range->bytes < LEAST || range->alloc == 0)
        return false;
    bool far = ranges_held(&cache->written, range, size) < range->bytes / 2;
    ranges_add(&cache->written, range);
    return far;
}

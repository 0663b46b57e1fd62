/* What of the driver's own has left a core's cache because its thread touched memory since: a call
 * takes longer then, each kind of call by itself, from 2 MiB on, whether the host filled, read or
 * copied the memory, or the driver did for a copy of pageable memory, which reads it and writes the
 * staging buffers (traces/experiments/cold-calls.txt; cold-first.txt). What the core still held
 * does not count: filling the same 1.5 MiB again and again costs nothing. */
#include "sim/runtime/inside.h"

static uint64_t missed(const struct core_cache *core, const struct program_range *range)
{
    if (range->bytes >= CORE_CACHE)
        return range->bytes;
    return range->bytes - ranges_held(&core->touched, range, CORE_CACHE - range->bytes);
}

void core_cache_touch(struct core_cache *core, const struct program_range *range)
{
    if (range->alloc == 0 || range->bytes == 0)
        return;
    core->pending += missed(core, range);
    ranges_add(&core->touched, range);
}

void core_cache_pass(struct core_cache *core, uint64_t bytes)
{
    core->passed += bytes;
}

void core_cache_commit(struct core_cache *core, bool happened)
{
    core->passed += happened ? core->pending : 0;
    core->pending = 0;
}

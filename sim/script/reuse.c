#include "sim/script/reuse.h"

#include "sim/base/duration.h"
#include "sim/script/memory.h"

enum {
    MIB = 1 << 20,
    PAGE = 4096, /* less is not kept: it takes no time to speak of, and is near mostly */
};

static int64_t cost_at(const struct profile_curve *per_mib, uint64_t distance, uint64_t bytes)
{
    int64_t each = profile_curve_at(per_mib, distance > INT64_MAX ? INT64_MAX : (int64_t)distance);
    return duration_divide((int64_t)bytes, each, MIB);
}

static struct program_range range_at(uint64_t address, uint64_t bytes)
{
    uint32_t segment = memory_segment_of(address);
    return (struct program_range){segment, address - memory_address(segment), bytes};
}

int64_t reuse_cost(const struct reuse *reuse, const struct profile_curve *per_mib, uint64_t address,
                   uint64_t bytes)
{
    const struct program_range range = range_at(address, bytes);
    uint64_t since = 0, left = bytes;
    if (bytes < PAGE)
        return cost_at(per_mib, 0, bytes);
    int64_t cost = 0;
    for (size_t i = reuse->touched.count; i-- > 0 && left > 0;) {
        const struct range_row *row = &reuse->touched.rows[i];
        /* from its first byte to its last as much was touched as lies in it */
        since += row->to - row->from;
        uint64_t here = ranges_common(row, &range);
        if (here == 0)
            continue;
        cost = duration_add(cost, cost_at(per_mib, since, here));
        left -= here;
    }
    return left > 0 ? duration_add(cost, cost_at(per_mib, UINT64_MAX, left)) : cost;
}

void reuse_touch(struct reuse *reuse, uint64_t address, uint64_t bytes)
{
    const struct program_range range = range_at(address, bytes);
    if (bytes >= PAGE)
        ranges_add(&reuse->touched, &range);
}

void reuse_lose(struct reuse *reuse, uint64_t address, uint64_t bytes)
{
    const struct program_range range = range_at(address, bytes);
    ranges_remove(&reuse->touched, &range);
}

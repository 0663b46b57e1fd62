#include "sim/analysis/pinning.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>

int64_t pinning_cost(const struct program *program, const struct profile *profile, uint32_t alloc)
{
    const struct program_alloc *row = &program->allocs.rows[alloc];
    const bool stays = row->holder == HOLDER_VECTOR;
    const int64_t bytes = row->bytes > INT64_MAX ? INT64_MAX : (int64_t)row->bytes;
    return profile_curve_at(
        &profile->curve[stays ? PROFILE_host_register : PROFILE_host_malloc_host], bytes);
}

int64_t pinning_cost_all(const struct timeline *timeline, const struct program *program,
                         const struct profile *profile)
{
    bool *counted = mem_zalloc((program->allocs.count + 1) * sizeof *counted);
    int64_t cost = 0;
    for (uint32_t id = 0; id < timeline->ops.count; id++) {
        const struct timeline_op *op = &timeline->ops.rows[id];
        if (!timeline_is_pageable(timeline, id) || !timeline_is_timed(timeline, op))
            continue;
        const struct program_copy *copy = &timeline->copies.rows[op->detail];
        uint32_t alloc = copy->kind == COPY_H2D ? copy->src.alloc : copy->dst.alloc;
        if (alloc == 0 || alloc >= program->allocs.count || counted[alloc])
            continue;
        counted[alloc] = true;
        cost = duration_add(cost, pinning_cost(program, profile, alloc));
    }
    free(counted);
    return cost;
}

void pinning_text(struct strbuf *sb, int64_t cost, int64_t time)
{
    if (cost <= 0 || cost < time / 20)
        return;
    strbuf_adds(sb, "; page-locking it takes ");
    duration_add_human(sb, cost);
}

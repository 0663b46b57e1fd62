#include "sim/analysis/early_start.h"

bool early_start_has(const struct timeline *t, uint32_t place)
{
    if (timeline_timed_range(t))
        return false;
    int64_t first = INT64_MAX;
    for (size_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        if (op->kind == OP_KERNEL && op->call != TIMELINE_UNKNOWN && op->call < first)
            first = op->call;
    }
    for (size_t i = 0; i < t->calls.count; i++)
        if (t->calls.rows[i].place == place && t->calls.rows[i].returned > first)
            return false;
    return first != INT64_MAX;
}

uint32_t early_start_op(const struct timeline *t)
{
    for (uint32_t id = 0; id < t->ops.count; id++)
        if (timeline_is_work(&t->ops.rows[id]) && t->ops.rows[id].call == t->zero)
            return id;
    return TIMELINE_NO_OP;
}

#include "gpu/clocks.h"

#include "sim/model/timeline.h"

static void extend(int64_t *most, int64_t from, int64_t to)
{
    if (from != TIMELINE_UNKNOWN && to != TIMELINE_UNKNOWN && to - from > *most)
        *most = to - from;
}

/* By how much the device's times are at least too late, and too early; ns. 0: they may be right. */
struct apart {
    int64_t late, early;
};

static struct apart compare(const struct plan *plan, const struct run_time *calls,
                            const struct run_time *ops)
{
    struct apart apart = {0, 0};
    for (size_t op = 0; op < plan->op_count; op++)
        if (plan_is_traced(plan, plan->op_records[op]))
            extend(&apart.early, ops[op].from, calls[plan->op_records[op]].from);
    for (size_t i = 0; i < plan->end_count; i++) {
        const struct plan_end *end = &plan->ends[i];
        if (plan_is_traced(plan, plan->op_records[end->op]))
            extend(&apart.late, calls[end->record].to, ops[end->op].to);
    }
    return apart;
}

static void move(const struct plan *plan, struct run_time *ops, int64_t by)
{
    for (size_t op = 0; op < plan->op_count; op++) {
        if (!plan_is_traced(plan, plan->op_records[op]))
            continue;
        ops[op].from += ops[op].from == TIMELINE_UNKNOWN ? 0 : by;
        ops[op].to += ops[op].to == TIMELINE_UNKNOWN ? 0 : by;
    }
}

void clocks_mend(const struct plan *plan, const struct run_time *calls, struct run_time *ops)
{
    struct apart apart = compare(plan, calls, ops);
    int64_t by = apart.early - apart.late;
    if (by == 0)
        return;
    move(plan, ops, by);
    apart = compare(plan, calls, ops);
    if (apart.late > 0 || apart.early > 0)
        move(plan, ops, -by);
}

#include "sim/analysis/truths.h"

#include "sim/model/truth.h"

static bool is_copy(const struct timeline *t, uint32_t op)
{
    return op < t->ops.count && t->ops.rows[op].detail != 0 &&
           (t->ops.rows[op].kind == OP_COPY || t->ops.rows[op].kind == OP_MEMSET);
}

static bool of_copy(struct truths *truths, const struct timeline *t, enum call call, uint32_t op)
{
    const struct program_copy *copy = &t->copies.rows[t->ops.rows[op].detail];
    const struct truth_copy *row = truth_of_copy(call, copy->kind, copy->host_memory);
    if (!row || !row->observed)
        return false;
    *truths = (struct truths){row->documented, row->observed};
    return true;
}

static bool is_alloc(const struct timeline *t, uint32_t op)
{
    return op < t->ops.count && t->ops.rows[op].kind == OP_FREE_ALLOC;
}

bool truths_of_op(struct truths *truths, const struct timeline *timeline, uint32_t op,
                  uint32_t rule, uint32_t blocker)
{
    if (rule == RULE_ID_STAGING && is_copy(timeline, op))
        return of_copy(truths, timeline, CALL_cudaMemcpyAsync, op);
    if (rule == RULE_ID_LEGACY_FENCE && (is_alloc(timeline, op) || is_alloc(timeline, blocker))) {
        *truths = (struct truths){
            "not said whether allocating or freeing in the default stream is a barrier (S1.5)",
            "it is one, except for an allocation that gets what the default stream freed"};
        return true;
    }
    if (rule == RULE_ID_CONNECTION || rule == RULE_ID_SIGNAL_DELAY ||
        rule == RULE_ID_HEAD_OF_LINE || rule == RULE_ID_HOST_WORKER) {
        *truths = (struct truths){"no order between the two",
                                  "this one, on this hardware; nothing may rely on it"};
        return true;
    }
    return false;
}

bool truths_of_call(struct truths *truths, const struct timeline *timeline, uint32_t call,
                    uint32_t rule)
{
    const struct timeline_call *row = &timeline->calls.rows[call];
    if (row->call == CALL_NONE)
        return false;
    const struct call_info *info = call_info((enum call)row->call);
    bool waits = rule < RULE_COUNT &&
                 (rule_info((enum rule)rule)->group == RULE_HOST || rule == RULE_ID_STAGING);
    if (waits && is_copy(timeline, row->op) &&
        of_copy(truths, timeline, (enum call)row->call, row->op))
        return true;
    if (rule == RULE_ID_MAPPING) {
        *truths = (struct truths){truth_blocks(info->blocks_guaranteed), truth_blocks(BLOCKS_OUT)};
        return true;
    }
    if (!waits || info->blocks_guaranteed == info->blocks_observed)
        return false;
    *truths =
        (struct truths){truth_blocks(info->blocks_guaranteed), truth_blocks(info->blocks_observed)};
    return true;
}

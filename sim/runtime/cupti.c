/* What is other while CUPTI records: gaps between operations, and the ends that it notes. What
 * calls cost more stands with what they cost (extra.c, host.c). */
#include "sim/base/duration.h"
#include "sim/runtime/inside.h"

/* While CUPTI records, kernels and copies that follow each other leave gaps
 * (traces/experiments/cupti-cost.txt). */
const struct profile *cupti_profile(struct runtime *runtime, const struct profile *profile)
{
    static const struct {
        enum profile_key latency, gap;
    } longer[] = {
        {PROFILE_latency_engine_next, PROFILE_cupti_copy_gap},
        {PROFILE_latency_engine_next, PROFILE_cupti_engine_gap},
        {PROFILE_latency_engine_turn, PROFILE_cupti_copy_gap},
        {PROFILE_latency_copy_copy, PROFILE_cupti_copy_gap},
        {PROFILE_latency_copy_copy_other, PROFILE_cupti_other_gap},
        {PROFILE_latency_copy_out_beside, PROFILE_cupti_out_gap},
        {PROFILE_latency_kernel_kernel, PROFILE_cupti_kernel_gap},
        {PROFILE_latency_kernel_memset, PROFILE_cupti_kernel_gap},
        {PROFILE_latency_memset_kernel, PROFILE_cupti_kernel_gap},
        {PROFILE_latency_memset_memset, PROFILE_cupti_kernel_gap},
        {PROFILE_latency_kernel_copy, PROFILE_cupti_kernel_copy_gap},
        {PROFILE_latency_copy_kernel, PROFILE_cupti_kernel_copy_gap},
        {PROFILE_latency_memset_copy, PROFILE_cupti_kernel_copy_gap},
        {PROFILE_latency_copy_memset, PROFILE_cupti_kernel_copy_gap},
        {PROFILE_latency_fence, PROFILE_cupti_kernel_gap},
        {PROFILE_sm_brief_start, PROFILE_cupti_brief_start},
        {PROFILE_loaded_copies, PROFILE_cupti_loaded_copies},
    };
    runtime->recorded = *profile;
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
        runtime->recorded.value[longer[i].latency] += profile->value[longer[i].gap];
    struct profile_curve *line = &runtime->recorded.curve[PROFILE_latency_queue_line];
    for (size_t i = 0; i < line->count; i++)
        line->time[i] =
            duration_divide(line->time[i], profile->value[PROFILE_cupti_queue_line], 1000);
    /* What CUPTI puts around a small memset is as long as what lies around others: of 961 in
     * outsiders' programs 2.7 us on both sides together, predicted 2.5. */
    runtime->recorded.value[PROFILE_latency_memset_sooner] = 0;
    return &runtime->recorded;
}

/* --- ends ----------------------------------------------------------------------------------------
 */

/* Waits for a kernel last until the end that is noted, if nothing else stands in their way: a
 * start, a return, a wait that is over before. */
static void move_waits(struct timeline *timeline, uint32_t first, uint32_t count, int64_t most,
                       int64_t later, int64_t *ready)
{
    for (uint32_t i = 0; i < count; i++) {
        struct timeline_wait *wait = &timeline->waits.rows[first + i];
        int64_t to = wait->to + later;
        if (wait->blocker >= timeline->ops.count || to > most ||
            timeline->ops.rows[wait->blocker].kind != OP_KERNEL ||
            timeline->ops.rows[wait->blocker].end != to ||
            (i + 1 < count && timeline->waits.rows[first + i + 1].to <= to))
            continue;
        if (ready && *ready == wait->to)
            *ready = to;
        wait->to = to;
    }
}

/* Of 7408 kernels of RANDOM-27, whatever their length, shape and kind of cost, CUPTI notes an end
 * that is 0.5 to 0.9 us behind that of the work, and what follows in the stream starts so much
 * sooner behind it: nothing waits for what lies between. */
void cupti_note_ends(struct runtime *runtime)
{
    struct timeline *timeline = runtime->timeline;
    int64_t later = runtime->profile->value[PROFILE_cupti_kernel_end];
    for (size_t i = 0; i < timeline->ops.count; i++) {
        struct timeline_op *op = &timeline->ops.rows[i];
        if (op->kind == OP_KERNEL && op->end != TIMELINE_UNKNOWN)
            op->end = duration_add(op->end, later);
    }
    for (size_t i = 0; i < timeline->ops.count; i++) {
        struct timeline_op *op = &timeline->ops.rows[i];
        move_waits(timeline, op->first_wait, op->wait_count, op->start, later, &op->ready);
    }
    for (size_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        move_waits(timeline, call->first_wait, call->wait_count, call->returned, later, NULL);
    }
}

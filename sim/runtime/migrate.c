/* Prefetches: managed memory that the driver moves, piece by piece, in one direction after the
 * other, and not by the engines that copy (traces/experiments/prefetch-rows.txt: 8 MiB pieces both
 * ways at once take as long as one way and then the other); counted as if it were on the other side
 * whole, but for what an earlier prefetch has brought to the device and the host has not touched
 * since. An operation goes where peers' copies would, which a program for one device has none of.
 *
 * Where nothing is before it in its stream the call does a part itself: from the host 20 us and a
 * third to a half of large pieces, nearly all of what is larger than a block of the driver's and no
 * whole number of them; back to the host all (prefetch-fresh.txt, prefetch.txt).
 */
#include "sim/runtime/inside.h"

#include "sim/base/duration.h"

enum {
    BLOCK = 2 << 20,
    LEFT_NS = 4000,      /* behind the call, of what comes from the host */
    LEFT_THERE_NS = 300, /* of what is there already */
    LEFT_BACK_NS = 600,  /* of what goes back */
};

bool migrates(const struct runtime *runtime, const struct host_thread *thread)
{
    return thread->record.call == CALL_cudaMemPrefetchAsync &&
           runtime->profile->curve[PROFILE_copy_prefetch_in].count > 0;
}

static const struct program_range *range_of(const struct runtime *runtime,
                                            const struct host_thread *thread)
{
    return &runtime->program->copies.rows[thread->record.object].dst;
}

static int64_t at(const struct runtime *runtime, enum profile_key curve, uint64_t bytes)
{
    return bytes ? profile_curve_at(&runtime->profile->curve[curve], (int64_t)bytes) : 0;
}

/* The part of `whole` ns that a call to the device does of so many bytes. */
static int64_t in_call(const struct runtime *runtime, uint64_t bytes, int64_t whole, int64_t call)
{
    int64_t part = at(runtime, PROFILE_host_prefetch_in, bytes) - call;
    if (part > whole - LEFT_NS || (bytes > BLOCK && bytes % BLOCK))
        part = whole - LEFT_NS;
    return part > 0 ? part : 0;
}

int64_t migrate_cost(struct runtime *runtime, struct host_thread *thread)
{
    const struct program_range *range = range_of(runtime, thread);
    const int64_t call = runtime->profile->call_cost[thread->record.call];
    struct copy_plan *plan = &thread->copy;
    bool idle = fence_idle(runtime, thread->record.stream);
    if (plan->kind != COPY_H2D) {
        plan->moves = at(runtime, PROFILE_copy_prefetch_out, range->bytes);
        plan->in_call = idle && plan->moves > LEFT_BACK_NS ? plan->moves - LEFT_BACK_NS : 0;
        return call;
    }
    uint64_t there = ranges_held(&runtime->resident, range, UINT64_MAX);
    uint64_t bytes = range->bytes - there;
    int64_t looks = at(runtime, PROFILE_copy_prefetch_there, there);
    plan->moves = at(runtime, PROFILE_copy_prefetch_in, bytes);
    plan->in_call = idle && bytes ? in_call(runtime, bytes, plan->moves, call) : 0;
    if (idle && bytes == 0) {
        plan->moves = LEFT_THERE_NS;
        return looks;
    }
    plan->moves = duration_add(plan->moves, looks);
    plan->in_call += plan->in_call ? looks : 0;
    return call;
}

struct engine_copy migrate_part(struct runtime *runtime, struct host_thread *thread)
{
    const struct program_range *range = range_of(runtime, thread);
    if (thread->copy.kind == COPY_H2D && range->alloc)
        ranges_add(&runtime->resident, range);
    else
        ranges_remove(&runtime->resident, range);
    /* A call that was measured has done its part. */
    int64_t done = runtime->options.pace ? thread->copy.in_call : 0;
    return (struct engine_copy){
        .bytes = (int64_t)range->bytes, .path = PATH_P2P, .duration = thread->copy.moves - done};
}

void migrate_wait(struct runtime *runtime, struct host_thread *thread, uint32_t op)
{
    struct engine_copying copying;
    int64_t from = thread->now;
    if (thread->copy.in_call == 0 || runtime->options.pace)
        return;
    if (engine_copies(runtime->engine, PATH_P2P, from, &copying) && copying.until > from)
        from = copying.until;
    thread->now = duration_add(from, thread->copy.in_call);
    add_wait(thread, thread->now, op, RULE_ID_COPY);
}

void migrate_back(struct runtime *runtime, const struct program_range *range)
{
    if (runtime->resident.count)
        ranges_remove(&runtime->resident, range);
}

/* How long work takes that is on no machine which others contend for. */
#include "sim/base/duration.h"
#include "sim/engine/engine_state.h"
#include "sim/engine/loaded.h"

/* Of a copy that travels in the command stream: longer as long as an engine moves one in
 * (traces/experiments/small-pageable.json). */
static int64_t duration_in_command(const struct engine *engine, int64_t bytes)
{
    const struct profile_curve *beside = &engine->profile->curve[PROFILE_copy_h2d_inline_beside];
    int64_t alone = profile_curve_at(&engine->profile->curve[PROFILE_copy_h2d_inline], bytes);
    alone += loaded_copy(engine->profile, false, engine->copies.on_way);
    int64_t overlap = copy_engines_busy_until(&engine->copies, PATH_H2D) - engine->now;
    int64_t slow = profile_curve_at(beside, bytes);
    if (overlap <= 0 || slow <= alone)
        return alone;
    return overlap >= slow ? slow : overlap + alone - duration_divide(alone, overlap, slow);
}

int64_t engine_duration_beside(const struct engine *engine, const struct live_op *op)
{
    if (engine->failed)
        return 0;
    if (op->role == ROLE_TIMED)
        return engine->latency.record + engine->latency.flush[engine_link(engine)];
    if (op->kind != OP_COPY && op->kind != OP_MEMSET)
        return 0;
    if (op->kind == OP_COPY && op->copy.path == PATH_H2D)
        return op->copy.duration >= 0 ? op->copy.duration
                                      : duration_in_command(engine, op->copy.bytes);
    const struct profile_curve *curve =
        &engine->profile->curve[op->kind == OP_MEMSET ? PROFILE_copy_memset : PROFILE_copy_d2d];
    int64_t more = loaded_more(engine->profile, PROFILE_loaded_kernel, engine->copies.on_way);
    if (op->role == ROLE_SET)
        more += engine->latency.flush[engine_link(engine)];
    if (op->copy.duration >= 0)
        return more + op->copy.duration;
    return more + (curve->count ? profile_curve_at(curve, op->copy.bytes) : 0);
}

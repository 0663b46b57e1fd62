/* The staging buffers that copies from pageable memory pass through (semantics S2.3): two for the
 * whole context, taken in turn, a piece of a copy each. A piece waits until the copy is done that
 * had its buffer before, whatever its stream. So a copy of up to two pieces waits for nothing while
 * the buffers are free, a larger one for what its stream holds, and one in an idle stream for
 * another stream's if that holds a buffer (traces/experiments/pageable.txt). */
#include "sim/base/duration.h"
#include "sim/model/cost.h"
#include "sim/runtime/inside.h"

int64_t staging_pieces(const struct runtime *runtime, uint64_t bytes)
{
    const int64_t *value = runtime->profile->value;
    int64_t size = value[PROFILE_copy_staging_buffer];
    if (size <= 0 || (int64_t)bytes <= value[PROFILE_copy_staging_small])
        return 0;
    return (int64_t)bytes / size + ((int64_t)bytes % size != 0);
}

/* Divides the engine's part into pieces, not too many however small a profile makes the buffers;
 * returns how many. */
static int64_t divide(const struct runtime *runtime, struct engine_copy *part)
{
    enum { MOST = 1 << 14 };
    if (staging_pieces(runtime, (uint64_t)part->bytes) <= 1)
        return 1;
    int64_t least = part->bytes / MOST + 1,
            size = runtime->profile->value[PROFILE_copy_staging_buffer];
    part->piece = size > least ? size : least;
    return part->bytes / part->piece + (part->bytes % part->piece != 0);
}

void staging_fill(const struct runtime *runtime, struct engine_copy *part, int64_t time)
{
    if (divide(runtime, part) > 1)
        part->piece_time = duration_divide(time, part->piece, part->bytes);
}

int64_t staging_empty(const struct runtime *runtime, struct engine_copy *part, int64_t time)
{
    const struct profile *profile = runtime->profile;
    int64_t pieces = divide(runtime, part);
    int64_t piece = cost_copy_time(profile, false, pieces > 1 ? part->piece : part->bytes);
    int64_t moved = piece;
    if (pieces > 1) {
        int64_t last = part->bytes - (pieces - 1) * part->piece;
        part->piece_time =
            duration_divide(time > piece ? time - piece : 0, part->piece, part->bytes);
        int64_t each = part->piece_time > piece ? part->piece_time : piece;
        moved = duration_add(moved, duration_divide(each, pieces - STAGING_BUFFERS, 1));
        moved = duration_add(moved, cost_copy_time(profile, false, last));
    }
    return time > moved ? time - moved : 0;
}

/* The copy that the n-th piece from now on has to wait for, or NO_OP. */
static uint32_t holder(const struct runtime *runtime, int64_t n)
{
    uint32_t op = runtime->staging[(runtime->staging_next + n) % STAGING_BUFFERS];
    return op == NO_OP || op_done(runtime, op) ? NO_OP : op;
}

int64_t staging_free_at(const struct runtime *runtime, int64_t pieces)
{
    int64_t at = 0;
    for (int64_t n = 0; n < pieces && n < STAGING_BUFFERS; n++) {
        uint32_t op = runtime->staging[(runtime->staging_next + n) % STAGING_BUFFERS];
        int64_t end = op == NO_OP ? 0 : runtime->timeline->ops.rows[op].end;
        at = end > at ? end : at;
    }
    return at;
}

void staging_await(struct runtime *runtime, struct host_thread *thread, int64_t pieces)
{
    for (int64_t n = 0; n < pieces && n < STAGING_BUFFERS; n++)
        if (holder(runtime, n) != NO_OP)
            await_op(runtime, thread, holder(runtime, n), RULE_ID_STAGING);
}

void staging_take(struct runtime *runtime, int64_t pieces, uint32_t op)
{
    for (int64_t n = 0; n < pieces && n < STAGING_BUFFERS; n++)
        runtime->staging[(runtime->staging_next + n) % STAGING_BUFFERS] = op;
    runtime->staging_next = (uint32_t)((runtime->staging_next + pieces) % STAGING_BUFFERS);
}

/* When memory that a call takes from the system is mapped (semantics S3.1): the engine that copies
 * out does that, between two of its time slices or once no copy is ready for it
 * (traces/experiments/malloc-behind-out.txt, malloc-slice.txt). */
#include "sim/base/duration.h"
#include "sim/runtime/inside.h"

/* When the engine next serves another channel than those of the copies. */
static int64_t slice_end(const struct profile *profile, int64_t from, int64_t now)
{
    int64_t slice = profile->value[PROFILE_copy_out_slice];
    return slice > 0 ? from + ((now - from) / slice + 1) * slice : DURATION_NEVER;
}

/* To be made again `ns` later. */
static int again(struct host_thread *thread, int64_t ns)
{
    thread->now = duration_add(thread->now, ns);
    thread->again = true;
    return STEP_BLOCKED;
}

enum { CLAIMED = 500 }; /* ns: until a copy that is about to move is looked at again */

int map_memory(struct runtime *runtime, struct host_thread *thread)
{
    const int64_t *value = runtime->profile->value;
    struct engine_copying copying;
    if (thread->awaited_count)
        await_blame(runtime, thread, thread->now, false);
    if (thread->mapped || runtime->options.pace || value[PROFILE_host_map_behind] == 0)
        return STEP_DONE;
    if (engine_copies(runtime->engine, PATH_D2H, &copying) &&
        (thread->map_by == 0 || thread->now < thread->map_by)) {
        thread->map_waits = true;
        if (thread->map_by == 0)
            thread->map_by = slice_end(runtime->profile, copying.from, thread->now);
        if (copying.until == 0)
            return again(thread, CLAIMED);
        if (copying.until > thread->map_by) {
            /* The copy goes on: nothing has ended that it waited for. */
            add_wait(thread, thread->map_by, NO_OP, RULE_ID_MAPPING);
            return again(thread, thread->map_by - thread->now);
        }
        await_op(runtime, thread, copying.op, RULE_ID_MAPPING);
        if (await(runtime, thread) == STEP_BLOCKED) {
            thread->again = true;
            return STEP_BLOCKED;
        }
    }
    thread->mapped = true;
    if (thread->map_waits)
        return again(thread, value[PROFILE_host_map_behind]);
    return engine_copies(runtime->engine, PATH_H2D, &copying)
               ? again(thread, value[PROFILE_host_map_beside])
               : STEP_DONE;
}

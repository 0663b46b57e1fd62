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

enum { CLAIMED = 500 }; /* ns: until a copy that is about to move, or to end, is looked at again */

/* The copies out that it has waited for, now that they have ended. */
static void note_wait(struct runtime *runtime, struct host_thread *thread)
{
    if (thread->map_op != NO_OP && op_done(runtime, thread->map_op)) {
        int64_t end = runtime->timeline->ops.rows[thread->map_op].end;
        add_wait(thread, end < thread->now ? end : thread->now, thread->map_op, RULE_ID_MAPPING);
        thread->map_op = NO_OP;
    }
}

/* Until the copy ends, as things are now, or the slice does. */
static int wait_for_copy(struct host_thread *thread, const struct engine_copying *copying)
{
    int64_t until = copying->until > thread->now ? copying->until : thread->now;
    until += CLAIMED;       /* then it is known whether another follows */
    if (!thread->map_waits) /* its own work until now */
        add_wait(thread, thread->now, NO_OP, RULE_ID_ISSUE);
    thread->map_waits = true;
    if (copying->op != NO_OP)
        thread->map_op = copying->op;
    return again(thread, (until < thread->map_by ? until : thread->map_by) - thread->now);
}

int map_memory(struct runtime *runtime, struct host_thread *thread)
{
    const int64_t *value = runtime->profile->value;
    struct engine_copying copying;
    if (thread->mapped || runtime->options.pace || value[PROFILE_host_map_behind] == 0)
        return STEP_DONE;
    note_wait(runtime, thread);
    if (engine_copies(runtime->engine, PATH_D2H, thread->now, &copying)) {
        if (thread->map_by == 0)
            thread->map_by = slice_end(runtime->profile, copying.from, thread->now);
        if (thread->now < thread->map_by)
            return wait_for_copy(thread, &copying);
    }
    if (thread->map_op != NO_OP) /* it goes on: the slice is over */
        add_wait(thread, thread->now, NO_OP, RULE_ID_MAPPING);
    thread->mapped = true;
    if (thread->map_waits)
        return again(thread, value[PROFILE_host_map_behind]);
    return engine_copies(runtime->engine, PATH_H2D, thread->now, &copying)
               ? again(thread, value[PROFILE_host_map_beside])
               : STEP_DONE;
}

/* Loops that wait until memory changes: which thread, host function or operation ended which of
 * them.
 *
 * Of an atomic the records tell who wrote it and who saw that. Of other memory nothing is known;
 * there a host function that ended within the loop's last turn is taken to be it, and likewise a
 * kernel or copy that wrote memory which the host sees. */
#include "sim/runtime/inside.h"

int told_publish(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (check_lock(runtime, thread, err) != STEP_DONE)
        return STEP_ERROR;
    struct lock_state *lock = lock_state(runtime, thread->record.object);
    lock->told = (struct told){thread->now, thread->hostfn_op};
    lock->tellings++;
    lock_turn(lock, thread);
    for (size_t i = 0; i < runtime->thread_count; i++) {
        struct host_thread *other = runtime->threads[i];
        if (other->state != THREAD_BLOCKED || other->blocked != BLOCK_TOLD ||
            other->target != thread->record.object)
            continue;
        other->phase = PHASE_COMMIT; /* it looks again */
        thread_ready(other, thread->now);
    }
    return host_quiet(runtime, thread, err);
}

/* Work that the thread does again and again in one place, looking between the turns, and that was
 * told in the last of them. */
static bool works_meanwhile(const struct host_thread *thread, const struct timeline_call *row,
                            const struct told *told)
{
    return row->returned == thread->enter && row->wait_count == 0 &&
           thread->work_from > row->enter && told->time > thread->work_from &&
           told->time <= row->returned;
}

/* The row of the thread's turns that end now; NULL: it waits in no such loop. */
static struct timeline_call *turns(const struct runtime *runtime, const struct host_thread *thread)
{
    if (thread->work_row == NO_OP || !thread->work_waits)
        return NULL;
    struct timeline_call *row = &runtime->timeline->calls.rows[thread->work_row];
    return row->returned == thread->enter && row->wait_count == 0 ? row : NULL;
}

/* The turns were a wait until `told`; the thread saw it a part of a turn later. */
static void become_wait(struct runtime *runtime, struct timeline_call *row, const struct told *told)
{
    struct timeline_wait waits[] = {
        {.to = told->time, .blocker = told->op, .rule = RULE_ID_CONDITION},
        {.to = row->returned, .blocker = NO_OP, .rule = RULE_ID_ISSUE},
    };
    row->wait_count = told->time < row->returned ? 2 : 1;
    row->first_wait = timeline_add_waits(runtime->timeline, waits, row->wait_count);
}

int told_observe(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (check_lock(runtime, thread, err) != STEP_DONE)
        return STEP_ERROR;
    struct lock_state *lock = lock_state(runtime, thread->record.object);
    const struct told *told = &lock->told;
    if (lock->tellings < thread->record.value && thread->record.count) {
        thread->result = CUDA_cudaErrorNotReady; /* the replay makes another turn */
        return host_quiet(runtime, thread, err);
    }
    if (lock->tellings < thread->record.value) {
        thread->state = THREAD_BLOCKED;
        thread->blocked = BLOCK_TOLD;
        thread->target = thread->record.object;
        return STEP_BLOCKED;
    }
    lock_turn(lock, thread);
    struct timeline_call *row = turns(runtime, thread);
    if (row) /* more of them */
        row->returned = thread->now;
    /* The last turn may have a row of its own: it looked where the others ended. */
    if (row && told->time <= row->enter && thread->turns_before != NO_OP)
        row = &runtime->timeline->calls.rows[thread->turns_before];
    if (row && row->wait_count == 0 && told->time > row->enter && told->time <= row->returned)
        become_wait(runtime, row, told);
    if (!row && thread->record.flags & RECORD_POLL && thread->work_row != NO_OP &&
        !thread->work_waits) {
        row = &runtime->timeline->calls.rows[thread->work_row];
        if (works_meanwhile(thread, row, told))
            become_wait(runtime, row, told);
    }
    return host_quiet(runtime, thread, err);
}

void told_by_device(struct runtime *runtime, uint32_t op)
{
    const struct timeline_op *row = &runtime->timeline->ops.rows[op];
    bool copies = row->kind == OP_COPY || row->kind == OP_MEMSET;
    if ((row->kind == OP_KERNEL && program_launch_shows(runtime->program, row->detail)) ||
        (copies && program_copy_shows(runtime->program, row->detail)))
        runtime->ended = (struct told){row->end, op};
}

void told_by_lock(struct runtime *runtime, const struct host_thread *thread)
{
    const struct lock_state *lock = lock_state(runtime, thread->record.object);
    if (thread->work_row == NO_OP || !thread->work_looks || lock->freed_by == 0 ||
        lock->freed_by == thread->record.thread + 1)
        return;
    struct timeline_call *row = &runtime->timeline->calls.rows[thread->work_row];
    if (row->returned != thread->enter || row->wait_count || lock->freed <= row->enter ||
        lock->freed > row->returned)
        return;
    become_wait(runtime, row, &(struct told){lock->freed, NO_OP});
    row->giver = lock->freed_by;
    row->given = lock->freed;
}

void told_by_end(struct runtime *runtime, const struct host_thread *thread)
{
    const struct told *ended = &runtime->ended;
    struct timeline_call *row = turns(runtime, thread);
    if (row && ended->op != NO_OP && ended->time > row->returned - RUNTIME_TURN &&
        ended->time > row->enter && ended->time <= row->returned)
        become_wait(runtime, row, ended);
}

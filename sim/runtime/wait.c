/* Host threads that wait for operations, and whom they blame. */
#include "sim/runtime/inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

bool op_done(const struct runtime *runtime, uint32_t op)
{
    /* Whoever enqueues waits for a host-to-host copy (host_busy), so none is seen unfinished. */
    return runtime->timeline->ops.rows[op].machine == MACHINE_HOST ||
           engine_is_done(runtime->engine, op);
}

bool op_seen(const struct runtime *runtime, const struct host_thread *thread, uint32_t op)
{
    if (!op_done(runtime, op))
        return false;
    const struct timeline_op *row = &runtime->timeline->ops.rows[op];
    const int64_t *value = runtime->profile->value;
    int64_t shows = value[PROFILE_latency_wake] - value[PROFILE_host_look];
    bool at_call = row->connection == 0 && row->end <= row->returned; /* a mark: nothing to see */
    return row->machine == MACHINE_HOST || at_call || shows <= 0 || row->end + shows <= thread->now;
}

void await_op(struct runtime *runtime, struct host_thread *thread, uint32_t op, enum rule rule)
{
    if (op_done(runtime, op))
        return;
    thread->awaited = mem_grow(thread->awaited, &thread->awaited_capacity,
                               thread->awaited_count + 1, sizeof *thread->awaited);
    thread->awaited[thread->awaited_count++] = (struct engine_dependency){.op = op, .rule = rule};
}

/* Whether there is one left that has not ended; it is then watched. */
static bool watch_next(struct runtime *runtime, struct host_thread *thread)
{
    while (thread->awaited_next < thread->awaited_count) {
        uint32_t op = thread->awaited[thread->awaited_next].op;
        if (!op_done(runtime, op)) {
            thread->target = op;
            engine_watch(runtime->engine, op);
            return true;
        }
        thread->awaited_next++;
    }
    return false;
}

int await(struct runtime *runtime, struct host_thread *thread)
{
    if (!watch_next(runtime, thread))
        return STEP_DONE;
    thread->state = THREAD_BLOCKED;
    thread->blocked = BLOCK_OP;
    return STEP_BLOCKED;
}

enum { SCHEDULE_BLOCKING = 4 }; /* cudaDeviceScheduleBlockingSync, driver_types.h */

/* The device's flag makes all calls sleep but cudaEventSynchronize, which goes by its event's
 * (traces/experiments/host-latency.txt). */
static bool waits_asleep(const struct runtime *runtime, const struct host_thread *thread)
{
    bool sleeps = thread->record.call == CALL_cudaEventSynchronize
                      ? runtime->program->events.rows[thread->record.object].blocking
                      : (runtime->device_flags & SCHEDULE_BLOCKING) != 0;
    return sleeps && runtime->profile->curve[PROFILE_latency_wake_blocking].count > 0;
}

/* How long it takes the thread to return from a wait whose work ended at `time`. Threads spin and
 * yield alike. Who gets ready to sleep looks once more after 12 us: what ends before that is found
 * 25 us after the call, and of what ends after it the thread is told (blocking-rounds.txt). */
static int64_t wake_time(const struct runtime *runtime, const struct host_thread *thread,
                         int64_t time, bool asleep)
{
    const struct profile *profile = runtime->profile;
    if (!asleep)
        return profile->value[PROFILE_latency_wake];
    const struct profile_curve *curve = &profile->curve[PROFILE_latency_wake_blocking];
    int64_t longest = curve->size[curve->count - 1], slept = time - thread->now;
    return profile_curve_at(curve, slept < longest ? slept : longest);
}

void await_ended(struct runtime *runtime, uint32_t op, int64_t time)
{
    for (size_t i = 0; i < runtime->thread_count; i++) {
        struct host_thread *thread = runtime->threads[i];
        if (thread->state != THREAD_BLOCKED || thread->blocked != BLOCK_OP ||
            thread->target != op || watch_next(runtime, thread))
            continue;
        bool asleep = waits_asleep(runtime, thread);
        int64_t awake = time + wake_time(runtime, thread, time, asleep);
        if (asleep)
            rest_slept(thread, awake);
        thread_ready(thread, awake);
    }
}

static void push_wait(struct timeline_wait **waits, size_t *count, size_t *capacity, int64_t from,
                      const struct timeline_wait *wait)
{
    if (wait->to <= (*count ? (*waits)[*count - 1].to : from))
        return;
    *waits = mem_grow(*waits, capacity, *count + 1, sizeof **waits);
    (*waits)[(*count)++] = *wait;
}

void add_wait(struct host_thread *thread, int64_t to, uint32_t blocker, enum rule rule)
{
    push_wait(&thread->waits, &thread->wait_count, &thread->wait_capacity, thread->enter,
              &(struct timeline_wait){.to = to, .blocker = blocker, .rule = rule});
}

void add_op_wait(struct host_thread *thread, int64_t to, uint32_t blocker, enum rule rule)
{
    push_wait(&thread->op_waits, &thread->op_wait_count, &thread->op_wait_capacity, thread->enter,
              &(struct timeline_wait){.to = to, .blocker = blocker, .rule = rule});
}

struct ended {
    int64_t end;
    uint32_t op;
    enum rule rule;
};

static int by_end(const void *a, const void *b)
{
    const struct ended *x = a, *y = b;
    if (x->end != y->end)
        return (x->end > y->end) - (x->end < y->end);
    return (x->op > y->op) - (x->op < y->op);
}

void await_blame(struct runtime *runtime, struct host_thread *thread, int64_t to, bool of_op)
{
    size_t count = thread->awaited_count;
    if (!count)
        return;
    struct ended one = {0}, *ended = count == 1 ? &one : mem_zalloc(count * sizeof *ended);
    for (size_t i = 0; i < count; i++) {
        uint32_t op = thread->awaited[i].op;
        ended[i] = (struct ended){
            .end = runtime->timeline->ops.rows[op].end, .op = op, .rule = thread->awaited[i].rule};
    }
    if (count > 1)
        qsort(ended, count, sizeof *ended, by_end);
    /* Of those that end together the first named: push_wait drops what adds nothing. */
    size_t last = count - 1;
    while (last > 0 && ended[last - 1].end == ended[last].end)
        last--;
    for (size_t i = 0; i <= last; i++) {
        if (of_op)
            add_op_wait(thread, ended[i].end, ended[i].op, ended[i].rule);
        add_wait(thread, i == last ? to : ended[i].end, ended[i].op,
                 ended[i].rule == RULE_ID_STAGING ? RULE_ID_COPY
                 : of_op                          ? RULE_ID_STREAM_SYNCHRONIZE
                                                  : ended[i].rule);
    }
    thread->awaited_count = thread->awaited_next = 0;
    if (ended != &one)
        free(ended);
}

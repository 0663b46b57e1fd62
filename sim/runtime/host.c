/* What host threads do besides CUDA calls: work, threads, locks, ranges, variables. */
#include "sim/runtime/inside.h"

#include "sim/base/mem.h"
#include "sim/base/mix.h"

int64_t host_work_cost(struct runtime *runtime, struct host_thread *thread)
{
    int64_t time = thread->record.value > 0 ? thread->record.value : 0;
    bool is_free = runtime->options.free_host && thread->record.call == CALL_host_work;
    return is_free && time > RUNTIME_TURN ? RUNTIME_TURN : time; /* a quick host sleeps as long */
}

/* The system lets a thread sleep up to 50 us longer than it asks for, its timer's slack, and wakes
 * it the later the longer it has slept (traces/experiments/sleep-late.txt). Waits with an end are
 * late likewise, by what stands behind their last look. */
int64_t host_sleep_cost(struct runtime *runtime, struct host_thread *thread)
{
    int64_t time = host_work_cost(runtime, thread);
    uint32_t reading =
        program_sleeps_until(&thread->record) ? program_sleep_reading(&thread->record) : UINT32_MAX;
    if (reading < thread->reading_count) {
        int64_t end = thread->readings[reading] + thread->record.object * INT64_C(1000);
        time = end > thread->now ? end - thread->now : 0;
    }
    const struct profile_curve *curve = &runtime->profile->curve[PROFILE_host_sleep_late];
    if (time == 0 || thread->record.count == WORK_PART || curve->count == 0)
        return time;
    return duration_add(time, profile_curve_at(curve, time));
}

/* Code of the host takes the time that the work behind it says, and so do its touches; without any
 * it does not count, nor does the executor make them (gpu/run.c). */
int host_work_commit(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    thread->silent = thread->now == thread->enter;
    if (thread->record.call == CALL_host_sleep)
        thread->slept = duration_add(thread->slept, thread->now - thread->enter);
    for (size_t i = 0; thread->record.value > 0 && i < thread->touches.count; i++) {
        const struct host_range *row = &thread->touches.ranges[i];
        const struct program_range range = {row->alloc, row->from, row->to - row->from};
        host_cache_touch(&runtime->host_cache, runtime->profile, &range, row->touch);
    }
    core_cache_commit(&thread->core, thread->record.value > 0);
    if (!thread->worker) /* whose own work is in its caches */
        for (int i = 0; i < SINCE_KINDS; i++)
            runtime->computed[i] =
                duration_add(runtime->computed[i], host_work_cost(runtime, thread));
    thread->touches.count = 0;
    return STEP_DONE;
}

/* What it reads is remembered: sleeps may end at a time that was made of it. */
int host_clock(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    thread->readings = mem_grow(thread->readings, &thread->reading_capacity,
                                thread->reading_count + 1, sizeof *thread->readings);
    thread->readings[thread->reading_count++] = thread->now;
    return host_quiet(runtime, thread, err);
}

/* Takes no time and no row. */
int host_quiet(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)runtime;
    (void)err;
    thread->silent = true;
    thread->value = thread->now; /* of a clock */
    return STEP_DONE;
}

int host_touches(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    const struct program *program = runtime->program;
    const struct program_range *range = &program->copies.rows[thread->record.object].dst;
    enum memory_kind kind = range->alloc < program->allocs.count
                                ? program->allocs.rows[range->alloc].kind
                                : MEMORY_NONE;
    if (kind == MEMORY_MANAGED)
        migrate_back(runtime, range);
    if (thread->record.value != PROGRAM_FREES && thread->record.value != PROGRAM_OUT)
        core_cache_touch(&thread->core, range);
    if (kind == MEMORY_PAGEABLE && thread->record.value != PROGRAM_FREES)
        host_cache_note(&thread->touches, range,
                        thread->record.call == CALL_host_write ? HOST_WROTE : HOST_READ);
    return host_quiet(runtime, thread, err);
}

/* The gate's kernel ends by its own time, which was found so that it does here: only the moment is
 * noted. */
int host_gate_open(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)runtime;
    (void)thread;
    (void)err;
    return STEP_DONE;
}

/* The second of two threads that are made one right after the other finds the way of the first in
 * the caches (traces/experiments/thread-begin.txt: 11 to 12 us instead of 14 to 16). Threads that
 * make some at once do it one at a time, as each needs the process's memory map for a stack
 * (traces/experiments/thread-makes.txt: three each take 63 us, by two at once 134, by four 240, by
 * eight 470). */
int64_t host_thread_cost(struct runtime *runtime, struct host_thread *thread)
{
    int64_t cost = runtime->profile->call_cost[CALL_thread_create];
    int64_t from = thread->now;
    if (runtime->making_until > from)
        from = runtime->making_until;
    else if (thread->made_at == thread->enter)
        cost = duration_divide(cost, runtime->profile->value[PROFILE_host_thread_next], 1000);
    runtime->making_until = from + cost;
    return runtime->making_until - thread->now;
}

int host_thread_create(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    runtime->several = true;
    thread->made_at = thread->now;
    uint32_t id = thread->record.object;
    if (id >= runtime->program->threads.count ||
        runtime->program->threads.rows[id].kind != THREAD_HOST ||
        thread_of(runtime, id)->state != THREAD_UNBORN)
        return call_error(runtime, thread, err, "thread %u cannot be created", id);
    const int64_t *value = runtime->profile->value;
    int64_t begin = value[PROFILE_host_thread_begin] +
                    (runtime->options.cupti ? value[PROFILE_cupti_thread_begin] : 0);
    struct host_thread *child = thread_of(runtime, id);
    child->record.place = thread->record.place;
    child->record.column = thread->record.column;
    knowledge_merge(&runtime->after, &child->knowledge, &thread->knowledge);
    thread_ready(child, duration_add(thread->now, begin));
    thread->silent = thread->now == thread->enter;
    return STEP_DONE;
}

/* When a thread goes on that sleeps for what another does now. Locks, conditions and joins of the C
 * library sleep alike, and the longer one has slept the deeper its core does
 * (traces/experiments/condition-wake.txt). Not where calls come when they were measured. */
static int64_t awake_at(struct runtime *runtime, const struct host_thread *sleeper, int64_t now)
{
    const struct profile_curve *curve = &runtime->profile->curve[PROFILE_host_thread_wake];
    if (runtime->options.pace || curve->count == 0)
        return now;
    int64_t slept = now > sleeper->now ? now - sleeper->now : 0;
    return duration_add(now, chance_wake(&runtime->chance, profile_curve_at(curve, slept)));
}

/* The other thread lets this one go on, at that time. */
static void give(struct runtime *runtime, struct host_thread *sleeper,
                 const struct host_thread *giver, int64_t now)
{
    int64_t awake = awake_at(runtime, sleeper, now);
    rest_slept(sleeper, awake);
    thread_ready(sleeper, awake);
    sleeper->giver = (uint16_t)(giver->record.thread + 1);
    sleeper->given = now;
}

int host_thread_join(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    uint32_t id = thread->record.object;
    if (id >= runtime->thread_count || runtime->threads[id]->state == THREAD_UNBORN ||
        runtime->threads[id]->worker)
        return call_error(runtime, thread, err, "thread %u cannot be joined: it never began", id);
    struct host_thread *other = runtime->threads[id];
    if (other->state == THREAD_ENDED) {
        knowledge_merge(&runtime->after, &thread->knowledge, &other->knowledge);
        thread->silent = other->now <= thread->now;
        if (!thread->silent) {
            give(runtime, thread, other, other->now);
            add_wait(thread, thread->now, NO_OP, RULE_ID_JOIN);
        }
        return STEP_DONE;
    }
    thread->state = THREAD_BLOCKED;
    thread->blocked = BLOCK_JOIN;
    thread->target = id;
    return STEP_BLOCKED;
}

int host_thread_end(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    thread->state = THREAD_ENDED;
    uint32_t id = thread->record.thread;
    if (id == 0) /* main returned */
        runtime->exited = true;
    else if (!runtime->options.pace)
        thread->now = duration_add(thread->now, runtime->profile->value[PROFILE_host_thread_end]);
    for (size_t i = 0; i < runtime->thread_count; i++) {
        struct host_thread *other = runtime->threads[i];
        if (other->state != THREAD_BLOCKED || other->blocked != BLOCK_JOIN || other->target != id)
            continue;
        knowledge_merge(&runtime->after, &other->knowledge, &thread->knowledge);
        give(runtime, other, thread, thread->now);
        add_wait(other, other->now, NO_OP, RULE_ID_JOIN);
    }
    return STEP_DONE;
}

/* The end of a thread's records; with value 1 the process ends, and all other threads with it. */
int host_leave(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    runtime->exited |= thread->record.value == 1;
    for (size_t i = 0; thread->record.value == 1 && i < runtime->thread_count; i++) {
        struct host_thread *other = runtime->threads[i];
        if (other != thread && !other->worker)
            other->state = THREAD_ENDED;
    }
    return host_quiet(runtime, thread, err);
}

struct lock_state *lock_state(struct runtime *runtime, uint32_t lock)
{
    while (runtime->locks.count <= lock) {
        size_t row = runtime->locks.count;
        STATE_ROOM(runtime->locks, row);
        runtime->locks.rows[row].holder = NO_OP;
        runtime->locks.rows[row].told = (struct told){-1, NO_OP};
    }
    return &runtime->locks.rows[lock];
}

void lock_turn(struct lock_state *lock, const struct host_thread *thread)
{
    lock->turns = mix(lock->turns, thread->record.thread + UINT64_C(1));
}

int check_lock(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    return thread->record.object < PROGRAM_LOCKS_MOST
               ? STEP_DONE
               : call_error(runtime, thread, err, "lock %u: numbers of locks end at %d",
                            thread->record.object, PROGRAM_LOCKS_MOST - 1);
}

/* A try at a lock that another thread has. It orders nothing, so that the program has the time it
 * took as work: run again at other speeds it goes the same way. */
static int miss_lock(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (thread->now == thread->enter) /* free on this profile: a loop of tries still ends */
        thread->now = duration_add(thread->now, RUNTIME_TURN);
    uint32_t lock = thread->record.object;
    thread->record.call = CALL_host_work;
    thread->record.object = thread->record.count = 0;
    thread->record.value = thread->now - thread->enter;
    thread->info = call_info(CALL_host_work);
    if (!in_vain(runtime, thread))
        return STEP_DONE;
    return call_error(runtime, thread, err,
                      "deadlock: this is tried again and again, but thread %u holds the lock and "
                      "nobody can go on",
                      lock_state(runtime, lock)->holder);
}

int host_lock(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (check_lock(runtime, thread, err) != STEP_DONE)
        return STEP_ERROR;
    told_by_lock(runtime, thread);
    struct lock_state *lock = lock_state(runtime, thread->record.object);
    const bool is_free = lock->holder == NO_OP || lock->posted > 0;
    if (thread->record.count == 1 && !is_free)
        return miss_lock(runtime, thread, err);
    thread->record.count = 0;
    thread->value = is_free;
    if (is_free) {
        lock->posted -= lock->holder != NO_OP;
        lock->holder = thread->record.thread;
        lock_turn(lock, thread);
        knowledge_merge(&runtime->after, &thread->knowledge, &lock->knowledge);
        thread->silent = thread->wait_count == 0;
        return STEP_DONE;
    }
    thread->lost = thread->wait_count > 0;
    thread->lock_since = thread->now;
    thread->state = THREAD_BLOCKED;
    thread->blocked = BLOCK_LOCK;
    thread->target = thread->record.object;
    return STEP_BLOCKED;
}

/* What the call takes that wakes one. Those behind the first of a notify_all cost less
 * (traces/experiments/notify-all.txt). */
static void rouse(const struct runtime *runtime, struct host_thread *thread, bool for_holder)
{
    if (runtime->options.pace)
        return;
    bool next = for_holder && thread->roused_at == thread->enter;
    thread->now = duration_add(
        thread->now,
        runtime->profile->value[next ? PROFILE_host_thread_rouse_next : PROFILE_host_thread_rouse]);
    thread->roused_at = for_holder ? thread->now : -1;
}

/* Wakes the thread that has slept longest. The lock is free meanwhile, as a mutex of the C library
 * is: if another takes it first, the woken one sleeps again (notify-all.txt: eight threads that
 * meet at a condition go on within 13 us, not one 6 us behind the other). Of conditions and
 * barriers, and of shared locks, a waiter holds its lock itself, and who wakes it releases it: once
 * for each time that it waits, which may be before that where a recorded program runs at other
 * speeds. Where calls come when they were measured, the lock is handed on. */
int host_unlock(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (check_lock(runtime, thread, err) != STEP_DONE)
        return STEP_ERROR;
    uint32_t id = thread->record.object;
    bool for_holder = thread->record.count != RELEASE_OWN;
    bool of_lock = thread->record.count != RELEASE_FOR_WAITER;
    struct lock_state *lock = lock_state(runtime, id);
    lock->freed_by = (uint16_t)(thread->record.thread + 1);
    lock->freed = thread->now;
    if (lock->holder != thread->record.thread && !for_holder)
        return call_error(runtime, thread, err,
                          "lock %u is released by a thread that does not "
                          "hold it",
                          id);
    thread->silent = true;
    knowledge_merge(&runtime->after, &lock->knowledge, &thread->knowledge);
    struct host_thread *next = lock_longest_asleep(runtime, BLOCK_LOCK, id);
    if (!next) {
        lock->posted += lock->holder == NO_OP;
        lock->holder = NO_OP;
        return STEP_DONE;
    }
    if (for_holder || next->lost || runtime->options.pace) {
        lock->holder = next->record.thread;
        lock_turn(lock, next);
        knowledge_merge(&runtime->after, &next->knowledge, &lock->knowledge);
    } else {
        lock->holder = NO_OP;
        next->phase = PHASE_COMMIT; /* it asks again */
    }
    give(runtime, next, thread, thread->now);
    if (thread->hostfn_op != NO_OP)
        next->giver = 0; /* its wait names the operation */
    rouse(runtime, thread, for_holder);
    add_wait(next, next->now, thread->hostfn_op, of_lock ? RULE_ID_LOCK : RULE_ID_CONDITION);
    next->silent = next->wait_count == 0;
    return STEP_DONE;
}

int host_range_push(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    (void)err;
    struct timeline *timeline = runtime->timeline;
    thread->open_ranges = mem_grow(thread->open_ranges, &thread->open_capacity,
                                   thread->open_count + 1, sizeof *thread->open_ranges);
    thread->open_ranges[thread->open_count++] = (uint32_t)timeline->ranges.count;
    timeline->ranges.rows = mem_grow(timeline->ranges.rows, &timeline->ranges.capacity,
                                     timeline->ranges.count + 1, sizeof *timeline->ranges.rows);
    timeline->ranges.rows[timeline->ranges.count++] =
        (struct timeline_range){.begin = thread->now,
                                .end = TIMELINE_UNKNOWN,
                                .name = thread->record.object,
                                .thread = thread->record.thread};
    return host_quiet(runtime, thread, err);
}

/* Without an open range nothing happens, as in NVTX. */
int host_range_pop(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    if (thread->open_count)
        runtime->timeline->ranges.rows[thread->open_ranges[--thread->open_count]].end = thread->now;
    return host_quiet(runtime, thread, err);
}

int host_set_variable(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    runtime->set_variables =
        mem_grow(runtime->set_variables, &runtime->set_variable_capacity,
                 runtime->set_variable_count + 1, sizeof *runtime->set_variables);
    runtime->set_variables[runtime->set_variable_count++] = thread->record.object;
    return host_quiet(runtime, thread, err);
}

/* The lock of a stream, for which host threads that share the stream wait. */
#include "sim/runtime/inside.h"

/* A wait for an event that was never recorded waits for nothing, and comes to no stream: 0.2 us
 * beside a thread that launches into it all the time (traces/experiments/lock-turns.txt). */
bool comes_to_a_stream(const struct runtime *runtime, const struct host_thread *thread)
{
    if (thread->record.call == CALL_cudaStreamWaitEvent)
        return event_was_recorded(runtime, thread->record.object);
    return call_action((enum call)thread->record.call)->enqueues;
}

bool locks_on(const struct runtime *runtime)
{
    return runtime->thread_count >= 2 && !runtime->options.pace &&
           runtime->profile->value[PROFILE_host_stream_lock_wake] != 0;
}

static bool takes_locks(struct runtime *runtime, const struct host_thread *thread)
{
    return locks_on(runtime) && comes_to_a_stream(runtime, thread);
}

bool locks_matter(struct runtime *runtime, const struct host_thread *thread)
{
    return takes_locks(runtime, thread) &&
           stream_state(runtime, thread->record.stream)->lock.holder != thread;
}

void lock_wake(struct runtime *runtime, struct host_thread *thread, int64_t now)
{
    int64_t takes =
        chance_lock(&runtime->chance, runtime->profile->value[PROFILE_host_stream_lock_wake]);
    thread_ready(thread, duration_add(now, takes));
}

/* A call that enqueues holds its stream's lock, but for a moment at its ends. It is a lock of the C
 * library's: a thread that finds it taken sleeps. Who lets go wakes the one that sleeps longest,
 * which takes time of its own, and goes on; the woken one is there host.stream_lock_wake later, has
 * the lock if it is free then, and else sleeps again, behind the others. So a thread that calls
 * again at once may have it several times in a row, and who comes next is chance. Seen
 * (traces/experiments/lock-turns.txt): of two threads that launch all the time one launch in eight
 * takes above 10 us, 20 to 80; of two that work 5 us between their launches three in four do, some
 * 16; threads with a stream each do not wait for each other.
 * A copy to or from pageable memory, once it has begun, holds it until it returns, whatever that
 * waits for: a launch into its stream takes 400 us longer (p097 and p166 of
 * tests/validation/RANDOM-8; other streams' calls do not). */
int stream_lock_enter(struct runtime *runtime, struct host_thread *thread)
{
    if (!locks_matter(runtime, thread))
        return STEP_DONE;
    struct stream_lock *lock = &stream_state(runtime, thread->record.stream)->lock;
    if (!lock->holder) {
        if (thread->lock_asked)
            add_wait(thread, thread->now, NO_OP, RULE_ID_LOCK);
        thread->lock_asked = false; /* what it waits for from now on is the device */
        return STEP_DONE;
    }
    lock->contended = true;
    thread->lock_asked = true;
    thread->lock_woken = false;
    thread->lock_since = thread->now;
    thread->state = THREAD_BLOCKED;
    thread->blocked = BLOCK_STREAM;
    thread->target = thread->record.stream;
    return STEP_BLOCKED;
}

void stream_lock_hold(struct runtime *runtime, struct host_thread *thread, int64_t cost)
{
    if (!takes_locks(runtime, thread))
        return;
    struct stream_lock *lock = &stream_state(runtime, thread->record.stream)->lock;
    /* Who was woken does not know whether others sleep, and wakes one if so. */
    lock->contended = thread->lock_woken || (lock->holder == thread && lock->contended);
    lock->holder = thread;
    lock->keeps = thread->planned && thread->copy.pageable &&
                  (thread->copy.kind == COPY_D2H || thread->copy.kind == COPY_H2D);
    thread->lock_asked = thread->lock_woken = false;
    int64_t outside = runtime->profile->value[PROFILE_host_stream_lock_outside];
    thread->lock_rest = lock->keeps ? 0 : outside < cost / 2 ? outside : cost / 2;
    thread->now -= thread->lock_rest;
}

struct host_thread *lock_longest_asleep(const struct runtime *runtime, enum block_kind blocked,
                                        uint32_t target)
{
    struct host_thread *longest = NULL;
    for (size_t i = 0; i < runtime->thread_count; i++) {
        struct host_thread *other = runtime->threads[i];
        if (other->state == THREAD_BLOCKED && other->blocked == blocked &&
            other->target == target && (!longest || other->lock_since < longest->lock_since))
            longest = other;
    }
    return longest;
}

void stream_lock_release(struct runtime *runtime, struct host_thread *thread, bool returns)
{
    uint32_t id = thread->record.stream;
    struct stream_state *stream = id < runtime->streams.count ? &runtime->streams.rows[id] : NULL;
    if (!stream || stream->lock.holder != thread || (stream->lock.keeps && !returns))
        return;
    struct stream_lock *lock = &stream->lock;
    struct host_thread *sleeper =
        lock->contended ? lock_longest_asleep(runtime, BLOCK_STREAM, id) : NULL;
    bool copies_out = lock->keeps && thread->copy.kind == COPY_D2H;
    /* Who has had the lock first is first in the stream, however short the next one's call is. */
    int64_t in_stream = thread->now + thread->lock_rest;
    if (in_stream <= lock->in_stream && lock->in_stream > 0)
        in_stream = lock->in_stream + 1;
    thread->lock_rest = in_stream - thread->now;
    *lock = (struct stream_lock){.in_stream = in_stream};
    if (!sleeper)
        return;
    if (copies_out) /* copies in end later */
        add_wait(sleeper, thread->now, thread->op, RULE_ID_LOCK);
    thread->lock_let_go =
        duration_add(in_stream, runtime->profile->value[PROFILE_host_stream_lock_release]);
    sleeper->lock_woken = true;
    lock_wake(runtime, sleeper, thread->now);
}

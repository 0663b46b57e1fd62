/* The lock of a stream, which host threads that share the stream hand to each other. */
#include "sim/runtime/inside.h"

bool locks_matter(struct runtime *runtime, const struct host_thread *thread)
{
    return runtime->thread_count >= 2 && !runtime->options.pace &&
           runtime->profile->value[PROFILE_host_stream_lock_wake] != 0 &&
           call_action((enum call)thread->record.call)->enqueues &&
           stream_state(runtime, thread->record.stream)->holder != thread;
}

/* A call that enqueues holds its stream's lock. A thread that finds it taken sleeps; when it is let
 * go, the thread is woken, which takes a while, and as often as not another call has taken the lock
 * by then: it sleeps again. Seen (traces/experiments/host-lock.txt): threads with a stream each do
 * not wait for each other; of threads that share one, one makes five calls or so in a row while the
 * others sleep, then another one has the lock. How many is chance; here it is always the median.
 * A copy to or from pageable memory holds it until it returns, whatever that waits for: a launch
 * into its stream takes 400 us longer (p097 and p166 of tests/validation/RANDOM-8; other streams'
 * calls do not). */
int stream_lock_enter(struct runtime *runtime, struct host_thread *thread)
{
    const int64_t *value = runtime->profile->value;
    int64_t wake = value[PROFILE_host_stream_lock_wake];
    if (!locks_matter(runtime, thread))
        return STEP_DONE;
    const struct stream_state *stream = stream_state(runtime, thread->record.stream);
    if (stream->holder) {
        thread->state = THREAD_BLOCKED;
        thread->blocked = BLOCK_STREAM;
        thread->target = thread->record.stream;
        return STEP_BLOCKED;
    }
    int64_t until = stream->locked_until;
    if (thread->now >= until) {
        thread->lock_tries = 0;
        return STEP_DONE;
    }
    bool is_next = ++thread->lock_tries > value[PROFILE_host_stream_lock_calls];
    thread->now = is_next ? until : duration_add(until, wake);
    return STEP_BLOCKED;
}

/* The thread's call, which ends at its time, has the lock. It lets it go just before it returns, so
 * that whose turn it is comes before the thread's next call. A copy to or from pageable memory
 * keeps it. */
void stream_lock_hold(struct runtime *runtime, const struct host_thread *thread)
{
    if (runtime->thread_count < 2 || !call_action((enum call)thread->record.call)->enqueues)
        return;
    struct stream_state *stream = stream_state(runtime, thread->record.stream);
    if (thread->now > thread->entered)
        stream->locked_until = thread->now - 1;
    bool waits = thread->planned && thread->copy.pageable &&
                 (thread->copy.kind == COPY_D2H || thread->copy.kind == COPY_H2D);
    if (waits && runtime->profile->value[PROFILE_host_stream_lock_wake] && !runtime->options.pace)
        stream->holder = thread;
}

void stream_lock_release(struct runtime *runtime, const struct host_thread *thread)
{
    uint32_t id = thread->record.stream;
    struct stream_state *stream = id < runtime->streams.count ? &runtime->streams.rows[id] : NULL;
    if (!stream || stream->holder != thread)
        return;
    stream->holder = NULL;
    stream->locked_until = thread->now;
    for (size_t i = 0; i < runtime->thread_count; i++) {
        struct host_thread *other = runtime->threads[i];
        if (other->state != THREAD_BLOCKED || other->blocked != BLOCK_STREAM || other->target != id)
            continue;
        add_wait(other, thread->now, thread->copy.kind == COPY_D2H ? thread->op : NO_OP,
                 RULE_ID_LOCK); /* copies in end later */
        thread_ready(other, 0);
    }
}

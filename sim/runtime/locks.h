/* The locks of the context and of streams, which host threads that call at once wait for. Part of
 * inside.h.
 */
#ifndef SIM_RUNTIME_LOCKS_H
#define SIM_RUNTIME_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct host_thread;
struct runtime;

struct stream_lock {
    const struct host_thread *holder; /* whose call has it, or NULL */
    bool keeps;                       /* until it returns, not only while its cost passes */
    bool contended;                   /* it wakes one that sleeps */
    int64_t in_stream;                /* when the last that had it has enqueued what it does */
};

/* --- context_lock.c --- */

/* Before a call's cost passes: STEP_BLOCKED where the thread sleeps first. */
int context_lock_enter(struct runtime *runtime, struct host_thread *thread);
/* The call returns. */
void context_lock_leave(struct runtime *runtime, struct host_thread *thread, int64_t now);

/* --- stream_lock.c --- */

/* Whether there are locks to take: not where there is one thread. */
bool locks_on(const struct runtime *runtime);

/* Whether the call takes the lock of its stream, and by that the context's, which others take too
 * and some of these do not (context_lock.c): not where there is one thread, nor with its stream's
 * in hand, when its copy goes on, which comes behind both. */
bool locks_matter(struct runtime *runtime, const struct host_thread *thread);

/* Whether the call in progress is one that comes to a stream. */
bool comes_to_a_stream(const struct runtime *runtime, const struct host_thread *thread);

/* Wakes a thread that sleeps for a lock which is let go `now`: it is awake host.stream_lock_wake
 * later, or about that. */
void lock_wake(struct runtime *runtime, struct host_thread *thread, int64_t now);

/* Before a call's cost passes: STEP_BLOCKED where the thread sleeps first, to be asked again. */
int stream_lock_enter(struct runtime *runtime, struct host_thread *thread);
/* Its `cost` has been added to the thread's time, and is taken off it again for what comes after
 * the lock (`lock_rest`). */
void stream_lock_hold(struct runtime *runtime, struct host_thread *thread, int64_t cost);
/* The time in which the call needs it has passed; or, `returns`, all that it waits for too. */
void stream_lock_release(struct runtime *runtime, struct host_thread *thread, bool returns);

#endif

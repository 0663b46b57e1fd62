/* The lock of the context, which calls to the legacy stream and calls for memory need alone. */
#include "sim/runtime/inside.h"

/* Calls of several threads hold it together, but one to the legacy stream, which has to do with all
 * streams, holds it alone, and so does one that takes or gives memory, that makes or destroys an
 * event or a stream, or that enqueues a host function (seldom-lock.txt). It waits until no other
 * call is under way: it has the lock from that moment, though its thread, which slept, is only
 * awake host.stream_lock_wake later, and who comes meanwhile sleeps too. Likewise those that slept
 * while one had it alone have it as soon as that lets go. But of those that need it alone only one
 * stands next, or has it, and the others sleep: who lets go wakes the one that has slept longest
 * since it last looked, and whoever comes first stands next. That is mostly the one that lets go,
 * if it calls again before the sleeper is awake: two threads that take and give memory without a
 * pause make all their 200 calls one after the other, with pauses of 10 us one in turn with the
 * other (traces/experiments/memory-turns.txt). Nobody waits for one that waits itself, so that
 * others who call again and again can hold it up for long. Seen
 * (traces/experiments/legacy-lock.txt): beside one thread that launches all the time into a stream
 * of its own, blocking or not, such a launch takes 14 us instead of 4 and the other's next one 20;
 * beside two 25, beside three 280, with about 100 of their calls in it. A call that waits for its
 * stream's lock holds this one meanwhile: beside two threads that share a stream a copy to the
 * legacy stream took 216 us (u009 of tests/validation/RANDOM-12). It is how a lock of the C
 * library's for readers and a writer goes. A call holds it until it returns, whatever it waits for
 * (wait-lock.txt, free-lock.txt): beside a cudaMemcpy or cudaFree that waits 2 ms for a kernel,
 * launches, copies, records and whatever else takes it wait as long; beside a pageable copy of
 * another stream that waits, those that need it alone do. A synchronize does not take it, nor do an
 * allocation in stream order, a wait for an event, done or not, or calls for pools. Of managed
 * memory it is assumed. */
static bool needs_alone(enum call call)
{
    static const enum call calls[] = {
        CALL_cudaMallocManaged,
        CALL_cudaMalloc,
        CALL_cudaMallocPitch,
        CALL_cudaMallocHost,
        CALL_cudaHostAlloc,
        CALL_cudaHostRegister,
        CALL_cudaFree,
        CALL_cudaFreeHost,
        CALL_cudaHostUnregister,
        CALL_cudaMemPrefetchAsync,
        CALL_cudaEventCreate,
        CALL_cudaEventCreateWithFlags,
        CALL_cudaEventDestroy,
        CALL_cudaStreamCreate,
        CALL_cudaStreamCreateWithFlags,
        CALL_cudaStreamCreateWithPriority,
        CALL_cudaStreamDestroy,
        CALL_cudaLaunchHostFunc,
        CALL_cudaStreamAddCallback,
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i] == call)
            return true;
    return false;
}

static bool is_alone(const struct host_thread *thread)
{
    return needs_alone((enum call)thread->record.call) ||
           thread->record.stream == PROGRAM_STREAM_LEGACY;
}

/* Memory of a pool, or none, is freed without it (wait-lock.txt). */
static bool frees_without(const struct runtime *runtime, const struct program_record *record)
{
    bool frees = call_info((enum call)record->call)->blocks_observed == BLOCKS_DEVICE;
    return frees && (record->object == 0 || (record->object < runtime->allocs.count &&
                                             runtime->allocs.rows[record->object].pooled));
}

static bool takes_context(struct runtime *runtime, const struct host_thread *thread)
{
    const struct program_record *record = &thread->record;
    if (!locks_on(runtime))
        return false;
    if (needs_alone((enum call)record->call))
        return !frees_without(runtime, record);
    return !call_is_stream_ordered((enum call)record->call) &&
           record->call != CALL_cudaStreamWaitEvent && locks_matter(runtime, thread);
}

static bool others_hold(const struct runtime *runtime, const struct host_thread *thread)
{
    for (size_t i = 0; i < runtime->thread_count; i++)
        if (runtime->threads[i] != thread && runtime->threads[i]->holds_context)
            return true;
    return false;
}

static int sleeps(struct host_thread *thread)
{
    thread->lock_since = thread->now;
    thread->state = THREAD_BLOCKED;
    thread->blocked = BLOCK_CONTEXT;
    return STEP_BLOCKED;
}

/* Copies look up what their memory is, and come too late for that while another thread takes or
 * gives memory, on the device or page-locked, unless it only waits for the device yet: then they
 * sleep for a lock that is not handed over, and who takes or gives more at once has it again. Seen
 * (traces/experiments/free-next.txt, take-next.txt): copies that were called behind the end of what
 * a free waited for returned behind the allocation that followed in 33 to 58 of 60 rounds, those
 * called in an allocation behind the next one in all; launches, memsets and records before it in
 * all, and so did copies called before that end. */
static bool comes_too_late(const struct runtime *runtime, const struct host_thread *thread)
{
    bool copies = thread->info->object == OBJECT_COPY &&
                  runtime->program->copies.rows[thread->record.object].kind != COPY_MEMSET;
    if (!copies)
        return false;
    const struct host_thread *owner = runtime->context_owner;
    return owner->info->object == OBJECT_ALLOC && owner->state != THREAD_BLOCKED;
}

int context_lock_enter(struct runtime *runtime, struct host_thread *thread)
{
    if (thread->holds_context || !takes_context(runtime, thread))
        return STEP_DONE;
    bool alone = is_alone(thread);
    if (alone ? runtime->context_next != NULL : runtime->context_owner != NULL) {
        thread->context_asked = true;
        thread->context_late = !alone && comes_too_late(runtime, thread);
        return sleeps(thread);
    }
    if (thread->context_asked)
        add_wait(thread, thread->now, NO_OP, RULE_ID_LOCK);
    thread->context_asked = false;
    if (alone) {
        runtime->context_next = thread;
        if (others_hold(runtime, thread))
            return sleeps(thread);
        runtime->context_owner = thread;
    }
    thread->holds_context = true;
    return STEP_DONE;
}

/* Whose call it has waited for. */
static void wake(struct runtime *runtime, struct host_thread *sleeper,
                 const struct host_thread *giver, int64_t now)
{
    lock_wake(runtime, sleeper, now);
    sleeper->giver = (uint16_t)(giver->record.thread + 1);
    sleeper->given = now;
}

/* It has the lock from now on, though it is not awake yet. */
static void hand_over(struct runtime *runtime, struct host_thread *thread,
                      const struct host_thread *giver, int64_t now)
{
    wake(runtime, thread, giver, now);
    add_wait(thread, thread->now, NO_OP, RULE_ID_LOCK);
    thread->context_asked = false;
    thread->holds_context = true;
    if (is_alone(thread))
        runtime->context_owner = thread;
}

/* Those that wait for calls which need it together have it now, but for copies that came too late
 * for their turn: they wake, and so does of those that need it alone the one that has slept
 * longest, and have it if nobody has come before. */
static void leave_alone(struct runtime *runtime, const struct host_thread *giver, int64_t now)
{
    runtime->context_owner = runtime->context_next = NULL;
    struct host_thread *longest = NULL;
    for (size_t i = 0; i < runtime->thread_count; i++) {
        struct host_thread *other = runtime->threads[i];
        if (other->state != THREAD_BLOCKED || other->blocked != BLOCK_CONTEXT)
            continue;
        if (!is_alone(other) && other->context_late)
            wake(runtime, other, giver, now);
        else if (!is_alone(other))
            hand_over(runtime, other, giver, now);
        else if (!longest || other->lock_since < longest->lock_since)
            longest = other;
    }
    if (longest)
        wake(runtime, longest, giver, now);
}

void context_lock_leave(struct runtime *runtime, struct host_thread *thread, int64_t now)
{
    if (!thread->holds_context)
        return;
    thread->holds_context = false;
    if (runtime->context_owner == thread)
        leave_alone(runtime, thread, now);
    else if (runtime->context_next && !others_hold(runtime, thread))
        hand_over(runtime, runtime->context_next, thread, now);
}

/* What a call costs the host beyond what its kind always does: other threads in calls, a new
 * thread, streams by turns, an instrument. */
#include "sim/runtime/inside.h"

#include <string.h>

/* Threads that make CUDA calls hold each other up: what one core has written another one has to get
 * from there. Seen (traces/experiments/host-threads.txt): launches beside launches and beside a
 * thread that waits, records beside records, queries beside queries. The first other thread costs a
 * launch most; one that is in no call, and has made none since this thread's last one, costs
 * nothing, nor does one that sleeps for a stream's lock (lock-turns.txt: who launches meanwhile is
 * as quick as alone, and who launches by turns with another is not). Launches of 5, 6 and 8 threads
 * take 3.9, 5.3 and 7.3 us more than those of one, of 2 to 4 0.7 to 2.3 (host-lock.txt). Assumed:
 * beside any other CUDA call it is the same; a thread that waits for room in a full launch queue
 * holds nobody up. */
static int64_t contention(const struct runtime *runtime, const struct host_thread *thread)
{
    enum call call = (enum call)thread->record.call;
    bool query = call_is_query(call);
    if (runtime->thread_count < 2 || (!call_action(call)->enqueues && !query))
        return 0;
    enum call_object object = thread->info->object;
    bool work = object == OBJECT_LAUNCH || object == OBJECT_COPY;
    const int64_t *value = runtime->profile->value;
    int64_t others = 0;
    for (size_t i = 0; i < runtime->thread_count; i++) {
        const struct host_thread *other = runtime->threads[i];
        bool in_call = other->info && other->info->group != CALL_GROUP_HOST &&
                       ((other->state == THREAD_READY && !other->lock_woken &&
                         (other->phase == PHASE_COMMIT ||
                          (other->phase == PHASE_ENTER && other->now > other->enter))) ||
                        (other->state == THREAD_BLOCKED && other->blocked == BLOCK_OP));
        bool called_since = thread->cuda_at > 0 && other->cuda_at > thread->cuda_at;
        others += other != thread && (in_call || called_since);
    }
    if (!work)
        return others * value[query ? PROFILE_host_contention_query : PROFILE_host_contention_mark];
    if (others == 0)
        return 0;
    /* From five threads on the lock is never free: each further one costs three times as much. */
    enum { FEW = 3, MORE_BEYOND = 2 };
    int64_t beyond = others > FEW ? others - FEW : 0;
    int64_t more = others - 1 + MORE_BEYOND * beyond;
    return value[PROFILE_host_contention] + more * value[PROFILE_host_contention_more] +
           (runtime->options.cupti ? value[PROFILE_cupti_contention] : 0);
}

void extra_returned(struct runtime *runtime, struct host_thread *thread)
{
    rest_returned(runtime, thread);
    enum call call = (enum call)thread->record.call;
    bool idles = thread->info->group == CALL_GROUP_HOST || error_exempt(call) ||
                 (call_action(call)->enqueues && !comes_to_a_stream(runtime, thread));
    if (!idles)
        thread->cuda_at = thread->now;
}

/* A new thread is made known to the device, and to CUPTI, by its first call that needs it
 * (traces/experiments/thread-first.cu), also by cudaSetDevice (10 to 30 us under CUPTI in l05, r06
 * and s17 of tests/outside), before it comes to its stream: first launches of threads
 * that share one return 20 to 30 us after each other, of which each takes 40 by itself (w001, w080,
 * w147 of tests/validation/RANDOM-13). Main paid while the process warmed up, and the worker of
 * host functions may not call. */
int64_t extra_begin(const struct runtime *runtime, struct host_thread *thread, uint32_t id)
{
    enum call call = (enum call)thread->record.call;
    bool needs = call == CALL_cudaSetDevice || !error_exempt(call);
    if (id == 0 || thread->worker || thread->used || !needs)
        return 0;
    const int64_t *value = runtime->profile->value;
    thread->used = true;
    return value[PROFILE_host_thread_first_call] +
           (runtime->options.cupti ? value[PROFILE_cupti_thread] : 0);
}

/* What CUPTI adds to a call while it records. Launches of a thread beside main take longer than
 * main's even where no other one calls (RANDOM-16 and RANDOM-19; why is open: in small programs
 * they do not, traces/experiments/young-calls.txt). */
static int64_t recorded(const struct runtime *runtime, const struct host_thread *thread,
                        uint32_t id)
{
    const int64_t *value = runtime->profile->value;
    if (thread->info->object == OBJECT_LAUNCH)
        return value[PROFILE_cupti_launch] + (id ? value[PROFILE_cupti_thread_launch] : 0);
    if (thread->info->object == OBJECT_EVENT)
        return runtime->several ? value[PROFILE_cupti_thread_mark] : 0;
    if (thread->info->object != OBJECT_COPY)
        return 0; /* host functions take as long as ever */
    switch (runtime->program->copies.rows[thread->record.object].kind) {
    case COPY_MEMSET:
        return (int64_t)thread->copy.bytes <= value[PROFILE_host_memset_small_bytes]
                   ? value[PROFILE_cupti_memset_small]
                   : value[PROFILE_cupti_memset];
    case COPY_D2D:
        return value[PROFILE_cupti_copy_d2d];
    case COPY_H2H:
        return 0; /* makes no record */
    default:
        return value[PROFILE_cupti_copy];
    }
}

/* MANAGE_KINDS: none. */
static enum manage_kind manage_kind(enum call call)
{
    switch (call) {
    case CALL_cudaStreamCreate:
    case CALL_cudaStreamCreateWithFlags:
    case CALL_cudaStreamCreateWithPriority:
        return MANAGE_STREAM_MAKE;
    case CALL_cudaStreamDestroy:
        return MANAGE_STREAM_END;
    case CALL_cudaMalloc:
    case CALL_cudaMallocPitch:
    case CALL_cudaMallocManaged:
        return MANAGE_TAKE;
    case CALL_cudaFree:
        return MANAGE_GIVE;
    case CALL_cudaMallocHost:
    case CALL_cudaHostAlloc:
    case CALL_cudaHostRegister:
        return MANAGE_HOST_TAKE;
    case CALL_cudaFreeHost:
    case CALL_cudaHostUnregister:
        return MANAGE_HOST_GIVE;
    default:
        return MANAGE_KINDS;
    }
}

/* A new thread's first call of each of these kinds takes 6 to 11 us longer than main's, whatever
 * the thread has launched before; its third still takes 2 to 4
 * (traces/experiments/thread-calls.txt). */
static int64_t manages(const struct runtime *runtime, struct host_thread *thread, uint32_t id)
{
    enum manage_kind kind = manage_kind((enum call)thread->record.call);
    if (id == 0 || kind == MANAGE_KINDS || thread->managed[kind])
        return 0;
    thread->managed[kind] = true;
    return runtime->profile->value[PROFILE_host_thread_manage];
}

/* Calls cost what they do in turn with others, as programs make them; launches cost less the more
 * of them are made in a row (sim/profiles/calibrate/rows.cu,
 * traces/experiments/calls-in-programs.txt), and those behind the last that was measured as much
 * less as that one. A call that enqueues nothing ends the row, but for those that never reach the
 * device. */
static int64_t row_discount(const struct runtime *runtime, struct host_thread *thread)
{
    enum call call = (enum call)thread->record.call;
    if (!call_action(call)->enqueues) {
        if (!error_exempt(call))
            thread->row_length = 0;
        return 0;
    }
    enum rest_kind kind = rest_kind(thread);
    thread->row_length = kind == thread->row_kind ? thread->row_length + 1 : 1;
    thread->row_kind = kind;
    const struct profile_curve *curve = &runtime->profile->curve[PROFILE_host_row_less];
    if (kind != REST_LAUNCH || curve->count == 0)
        return 0;
    int64_t before = thread->row_length - 1, most = curve->size[curve->count - 1];
    if (before < curve->size[0])
        return duration_divide(before, curve->time[0], curve->size[0]);
    return profile_curve_at(curve, before < most ? before : most);
}

/* Each stream has a channel of its own, whose memory leaves the core's caches while calls go to
 * others: launches into 2, 4 and 16 streams in turn take 0.1, 0.2 and 0.4 us more than into one,
 * whatever kernels, with whatever arguments, behind work or not
 * (traces/experiments/launch-loops.txt). */
static int64_t stream_turn(const struct runtime *runtime, struct host_thread *thread)
{
    if (!call_action((enum call)thread->record.call)->enqueues)
        return 0;
    uint32_t stream = thread->record.stream, others = 0;
    while (others < thread->recent_count && thread->recent[others] != stream)
        others++;
    if (others == thread->recent_count && others < RECENT_STREAMS)
        thread->recent_count++;
    uint32_t moved = others < RECENT_STREAMS ? others : RECENT_STREAMS - 1;
    memmove(thread->recent + 1, thread->recent, moved * sizeof *thread->recent);
    thread->recent[0] = stream;
    bool is_launch = thread->info->object == OBJECT_LAUNCH;
    return is_launch && others > 0
               ? profile_curve_at(&runtime->profile->curve[PROFILE_host_stream_turns], others)
               : 0;
}

/* What the program does itself since the call before, which is told as a part of this one: host
 * code takes no time of its own in a timeline. The first that enqueues, with which the wall time
 * begins, begins behind that. */
static int64_t since_last(const struct runtime *runtime, const struct host_thread *thread)
{
    bool follows = thread->enter == thread->goes_on && thread->worked;
    return follows ? runtime->profile->value[PROFILE_host_between] : 0;
}

/* Where threads make calls, CUPTI gets a mark before each and behind it, which is no part of it. */
int64_t extra_between(const struct runtime *runtime, const struct host_thread *thread)
{
    bool is_marked = runtime->options.cupti && runtime->several && !runtime->options.pace &&
                     call_action((enum call)thread->record.call)->enqueues;
    return is_marked ? runtime->profile->value[PROFILE_cupti_tag] : 0;
}

int64_t extra_cost(struct runtime *runtime, struct host_thread *thread, uint32_t id)
{
    int64_t cost = since_last(runtime, thread);
    cost += contention(runtime, thread) + rest_cost(runtime, thread, id) +
            manages(runtime, thread, id) + stream_turn(runtime, thread) -
            row_discount(runtime, thread);
    if (runtime->options.cupti && call_action((enum call)thread->record.call)->enqueues)
        cost += recorded(runtime, thread, id);
    return cost;
}

/* What a call costs that its thread has not made for a while, or never: the way of its kind through
 * the driver has left the core's caches. */
#include "sim/runtime/inside.h"

enum rest_kind rest_kind(const struct host_thread *thread)
{
    switch (thread->info->object) {
    case OBJECT_LAUNCH:
        return REST_LAUNCH;
    case OBJECT_COPY:
        return thread->copy.kind == COPY_MEMSET ? REST_MEMSET : REST_COPY;
    case OBJECT_EVENT:
        return thread->record.call == CALL_cudaStreamWaitEvent ? REST_WAIT : REST_RECORD;
    case OBJECT_HOSTFN:
        return REST_HOST;
    default:
        return REST_KINDS;
    }
}

/* A new thread's first call that enqueues, and its first of each further kind, find nothing of
 * their way in the caches of its core (traces/experiments/thread-kinds.cu). */
static int64_t first_in_thread(const struct runtime *runtime, const struct host_thread *thread,
                               bool is_very_first, bool is_work)
{
    const int64_t *value = runtime->profile->value;
    if (is_very_first)
        return value[PROFILE_host_thread_first_work];
    bool is_hostfn = thread->info->object == OBJECT_HOSTFN; /* thread-calls.txt: 4.7 us */
    if (!is_work && !is_hostfn)
        return value[PROFILE_host_thread_mark];
    bool is_launch = thread->info->object == OBJECT_LAUNCH;
    return value[PROFILE_host_thread_work] + (runtime->options.cupti && !is_launch && !is_hostfn
                                                  ? value[PROFILE_cupti_thread_work]
                                                  : 0);
}

/* What main's first call that enqueues takes longer, and its first of each kind. Under CUPTI that
 * is more where the host has filled memory or computed for long before, and the caches hold little
 * (traces/experiments/first-call.txt). */
static int64_t first_in_program(struct runtime *runtime, enum rest_kind kind, bool is_very_first,
                                bool is_work)
{
    const int64_t *value = runtime->profile->value;
    if (is_very_first)
        runtime->began_cold = runtime->computed[SINCE_HOST_FUNCTION] >= HOST_COOLS_AFTER;
    bool cupti = runtime->options.cupti && runtime->began_cold;
    if (is_very_first)
        return value[PROFILE_host_first_call] + (cupti ? value[PROFILE_cupti_first_call] : 0);
    if (kind == REST_HOST)
        return value[PROFILE_host_first_host];
    if (!is_work)
        return value[PROFILE_host_first_mark];
    return value[PROFILE_host_first_work] + (cupti ? value[PROFILE_cupti_first_work] : 0);
}

/* What has not been called for a while has left the caches: the first call of a kind takes longer,
 * the later the more, though the host was busy meanwhile (traces/experiments/after-wait.txt). The
 * process has made calls of all kinds before the program began, some ms ago. What other threads
 * call does not make a thread's first call of the kind quicker, which finds its own core's caches.
 * A host function's call while none is pending wakes the worker, which the first one's figure has
 * in it: 3.6 to 4.5 us instead of 1.2 to 1.9 (RANDOM-19, and what calibrate saw there). */
int64_t rest_cost(struct runtime *runtime, struct host_thread *thread, uint32_t id)
{
    if (thread->worker || !call_action((enum call)thread->record.call)->enqueues)
        return 0;
    enum rest_kind kind = rest_kind(thread);
    bool is_very_first = !thread->worked;
    if (kind == REST_KINDS) {
        thread->worked |= id != 0;
        return id && is_very_first ? runtime->profile->value[PROFILE_host_thread_first_work] : 0;
    }
    thread->worked = true;
    bool is_work = kind <= REST_MEMSET;
    int64_t rest = thread->now - runtime->last_calls[kind];
    int64_t passed = (int64_t)(thread->core.passed - thread->passed_at[kind]);
    bool is_first = !thread->called[kind];
    runtime->last_calls[kind] = thread->now;
    thread->called[kind] = true;
    thread->passed_at[kind] = thread->core.passed;
    if (is_very_first || is_first)
        return id ? first_in_thread(runtime, thread, is_very_first, is_work)
                  : first_in_program(runtime, kind, is_very_first, is_work);
    int64_t wake = kind == REST_HOST && runtime->hostfns == 0
                       ? runtime->profile->value[PROFILE_host_host_wake]
                       : 0;
    const struct profile_curve *curves = runtime->profile->curve;
    const struct profile_curve *curve =
        &curves[is_work ? PROFILE_host_rest_work : PROFILE_host_rest_mark];
    const struct profile_curve *touched =
        &curves[is_work || kind == REST_HOST ? PROFILE_host_touched_work
                                             : PROFILE_host_touched_mark];
    bool in_turn = curve->count > 0 && rest < curve->size[0];
    int64_t forgotten = in_turn ? 0 : profile_curve_at(curve, rest);
    /* What a copy of pageable memory takes was measured behind others, which lose as much. */
    bool own = kind == REST_COPY && thread->copy.pageable;
    int64_t lost = own ? 0 : profile_curve_at(touched, passed);
    return wake + (lost > forgotten ? lost : forgotten);
}

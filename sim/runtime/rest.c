/* What a call costs that its thread has not made for a while, or never: the way of its kind through
 * the driver has left the core's caches. */
#include "sim/runtime/inside.h"

enum rest_kind rest_kind(const struct host_thread *thread)
{
    enum call call = (enum call)thread->record.call;
    if (call_is_query(call) || call_is_synchronize(call))
        return REST_ASK;
    if (call_is_event_record(call))
        return REST_RECORD;
    switch (call) {
    case CALL_cudaStreamWaitEvent:
        return REST_WAIT;
    case CALL_cudaMallocAsync:
    case CALL_cudaMallocFromPoolAsync:
        return REST_TAKE;
    case CALL_cudaFreeAsync:
        return REST_GIVE;
    case CALL_cudaMalloc:
    case CALL_cudaMallocPitch:
    case CALL_cudaFree:
        return REST_MANAGE;
    default:
        break;
    }
    switch (thread->info->object) {
    case OBJECT_LAUNCH:
        return REST_LAUNCH;
    case OBJECT_COPY:
        return thread->copy.kind == COPY_MEMSET ? REST_MEMSET : REST_COPY;
    case OBJECT_HOSTFN:
        return REST_HOST;
    default:
        return REST_KINDS;
    }
}

/* Records, waits, queries, synchronizes and frees into a pool have little of their own to forget.
 */
static bool is_work(enum rest_kind kind)
{
    switch (kind) {
    case REST_RECORD:
    case REST_WAIT:
    case REST_ASK:
    case REST_GIVE:
        return false;
    default:
        return true;
    }
}

/* A new thread's first call that enqueues, and its first of each further kind, find nothing of
 * their way in the caches of its core (traces/experiments/thread-kinds.cu). */
static int64_t first_in_thread(const struct runtime *runtime, enum rest_kind kind,
                               bool is_very_first)
{
    const int64_t *value = runtime->profile->value;
    if (is_very_first)
        return value[PROFILE_host_thread_first_work];
    if (!is_work(kind))
        return value[PROFILE_host_thread_mark];
    bool is_copy = kind == REST_COPY || kind == REST_MEMSET;
    return value[PROFILE_host_thread_work] + /* of host functions too: thread-calls.txt, 4.7 us */
           (runtime->options.cupti && is_copy ? value[PROFILE_cupti_thread_work] : 0);
}

/* What main's first call that enqueues takes longer, and its first of each kind. Under CUPTI that
 * is more where the host has filled memory or computed for long before, and the caches hold little
 * (traces/experiments/first-call.txt). */
static int64_t first_in_program(struct runtime *runtime, enum rest_kind kind, bool is_very_first)
{
    const int64_t *value = runtime->profile->value;
    if (is_very_first)
        runtime->began_cold = runtime->computed[SINCE_HOST_FUNCTION] >= HOST_COOLS_AFTER;
    bool cupti = runtime->options.cupti && runtime->began_cold;
    if (is_very_first)
        return value[PROFILE_host_first_call] + (cupti ? value[PROFILE_cupti_first_call] : 0);
    if (kind == REST_HOST)
        return value[PROFILE_host_first_host];
    if (!is_work(kind))
        return value[PROFILE_host_first_mark];
    return value[PROFILE_host_first_work] + (cupti ? value[PROFILE_cupti_first_work] : 0);
}

/* What has not been called for a while has left the caches: the first call of a kind takes longer,
 * the later the more, though the host was busy meanwhile (traces/experiments/after-wait.txt,
 * after-sleep.txt). The process has made calls of all kinds before the program began, some ms ago.
 * What other threads call does not make a thread's first call of the kind quicker, which finds its
 * own core's caches. What allocations take was measured behind rests. */
static int64_t after_rest(const struct profile *profile, enum rest_kind kind, int64_t rest)
{
    if (kind == REST_MANAGE)
        return 0;
    bool forgets_much = is_work(kind) && kind != REST_HOST;
    const struct profile_curve *curve =
        &profile->curve[forgets_much ? PROFILE_host_rest_work : PROFILE_host_rest_mark];
    bool in_turn = curve->count > 0 && rest < curve->size[0];
    return in_turn ? 0 : profile_rest_at(curve, rest);
}

/* Likewise where the host has touched so much memory of its own (cold-calls.txt). What a copy of
 * pageable memory takes was measured behind others, which lose as much. */
static int64_t after_touches(const struct profile *profile, const struct host_thread *thread,
                             enum rest_kind kind, int64_t passed)
{
    bool own = kind == REST_COPY && thread->copy.pageable;
    if (own || kind > REST_HOST)
        return 0;
    return profile_curve_at(
        &profile->curve[is_work(kind) ? PROFILE_host_touched_work : PROFILE_host_touched_mark],
        passed);
}

/* A sleep of 30 us costs as much as one of 100: who sleeps at all leaves its core to the system. */
static int64_t slept_at(const struct profile *profile, enum profile_key key, int64_t slept)
{
    return slept > 0 ? profile_rest_at(&profile->curve[key], slept) : 0;
}

/* A core that has slept is slow to begin with, and its caches are empty. The first call of any
 * of these kinds pays for what all have in common, and the first of each for its own way through
 * the driver, though others were made just before (traces/experiments/after-sleep.txt): of calls
 * that are no work a quarter is their own, seen behind others. */
static int64_t after_sleep(const struct profile *profile, const struct host_thread *thread,
                           enum rest_kind kind)
{
    enum { OWN = 4 };
    int64_t slept = thread->slept - thread->slept_at[kind];
    int64_t common =
        slept_at(profile, PROFILE_host_slept_mark, thread->slept - thread->slept_called);
    int64_t mark = slept_at(profile, PROFILE_host_slept_mark, slept);
    if (!is_work(kind))
        return common - common / OWN + mark / OWN;
    int64_t own = slept_at(profile, PROFILE_host_slept_work, slept) - mark;
    return common + (own > 0 ? own : 0);
}

/* A host function's call while none is pending wakes the worker, which the first one's figure has
 * in it: 3.6 to 4.5 us instead of 1.2 to 1.9 (RANDOM-19, and what calibrate saw there). */
int64_t rest_cost(struct runtime *runtime, struct host_thread *thread, uint32_t id)
{
    if (thread->worker)
        return 0;
    const struct profile *profile = runtime->profile;
    enum rest_kind kind = rest_kind(thread);
    bool enqueues = call_action((enum call)thread->record.call)->enqueues;
    bool is_very_first = enqueues && !thread->worked, has_first = kind <= REST_HOST;
    thread->worked |= enqueues && (has_first || id != 0);
    int64_t begins = is_very_first && id != 0 ? profile->value[PROFILE_host_thread_first_work] : 0;
    if (kind == REST_KINDS)
        return begins;
    bool is_first = is_very_first || !thread->called[kind];
    int64_t rest = thread->now - runtime->last_calls[kind];
    int64_t passed = (int64_t)(thread->core.passed - thread->passed_at[kind]);
    int64_t slept = after_sleep(profile, thread, kind);
    runtime->last_calls[kind] = thread->now;
    thread->called[kind] = true;
    thread->passed_at[kind] = thread->core.passed;
    thread->slept_at[kind] = thread->slept_called = thread->slept;
    if (is_first && !has_first)
        return begins;
    if (is_first)
        return id ? first_in_thread(runtime, kind, is_very_first)
                  : first_in_program(runtime, kind, is_very_first);
    int64_t wake =
        kind == REST_HOST && runtime->hostfns == 0 ? profile->value[PROFILE_host_host_wake] : 0;
    int64_t more = after_rest(profile, kind, rest);
    int64_t lost = after_touches(profile, thread, kind, passed);
    more = more < lost ? lost : more;
    return wake + (more < slept ? slept : more);
}

void rest_returned(struct runtime *runtime, const struct host_thread *thread)
{
    if (rest_kind(thread) == REST_ASK)
        runtime->last_calls[REST_ASK] = thread->now;
}

void rest_slept(struct host_thread *thread, int64_t to)
{
    if (to > thread->now)
        thread->slept = duration_add(thread->slept, to - thread->now);
}

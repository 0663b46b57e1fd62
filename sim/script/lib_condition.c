/* Condition variables and barriers.
 *
 * The runtime knows locks only. A thread that waits for a condition or at a barrier acquires a lock
 * of its own that it holds already; whoever wakes it releases that lock for it. So the runtime sees
 * who waits, and finds deadlocks.
 */
#include "sim/base/mem.h"
#include "sim/script/lib.h"

#include <string.h>

uint32_t lib_new_waiters(struct script *script)
{
    script->waiters = mem_grow(script->waiters, &script->waiters_capacity,
                               script->waiters_count + 1, sizeof *script->waiters);
    script->waiters[script->waiters_count++] = (struct script_waiters){NULL, 0, 0, 0};
    return (uint32_t)script->waiters_count;
}

static struct script_waiters *waiters_at(struct vm_call *call, struct err *err)
{
    uint32_t number;
    if (lib_number_at(call, 0, lib_new_waiters, &number, err) != 0)
        return NULL;
    if (number == 0 || number > script_of(call)->waiters_count) {
        err_set(err, ERR_INPUT, "%s: what it is given is no such object",
                call->site->function->name);
        return NULL;
    }
    return &script_of(call)->waiters[number - 1];
}

void lib_waiters_add(struct script_waiters *w, uint32_t thread)
{
    w->threads = mem_grow(w->threads, &w->capacity, w->count + 1, sizeof *w->threads);
    w->threads[w->count++] = thread;
}

static uint32_t waiters_take(struct script_waiters *w)
{
    uint32_t thread = w->threads[0];
    memmove(w->threads, w->threads + 1, --w->count * sizeof *w->threads);
    return thread;
}

bool lib_own_lock(struct vm_call *call)
{
    struct script_thread *thread = script_running(call);
    if (thread->waits_on != 0)
        return false;
    thread->waits_on = lib_new_lock(script_of(call));
    lib_lock_record(call, CALL_lock_acquire, thread->waits_on);
    return true;
}

static enum vm_action wait_next(struct vm_call *call, const void *answer, struct err *err)
{
    struct script *script = script_of(call);
    struct script_thread *thread = script_running(call);
    uint32_t mutex;
    (void)answer;
    if (lib_number_at(call, 1, lib_new_lock, &mutex, err) != 0)
        return VM_FAIL;
    switch (thread->step++) {
    case 0: { /* holds its own lock */
        struct script_waiters *w = waiters_at(call, err);
        if (w == NULL)
            return VM_FAIL;
        lib_waiters_add(w, script->running);
        return lib_lock_record(call, CALL_lock_release, mutex);
    }
    case 1:
        return lib_lock_record(call, CALL_lock_acquire, thread->waits_on);
    case 2: /* woken */
        return lib_lock_record(call, CALL_lock_acquire, mutex);
    default:
        return VM_OK;
    }
}

static enum vm_action do_wait(struct vm_call *call, struct err *err)
{
    script_running(call)->step = 0;
    return lib_own_lock(call) ? VM_SUSPEND : wait_next(call, NULL, err);
}

/* The condition is that a lock is free, which reports are to call a wait for a lock. */
static enum vm_action do_lock_wait(struct vm_call *call, struct err *err)
{
    script_running(call)->waits_for_lock = true;
    return do_wait(call, err);
}

/* `left`: the record says how many are left to wake, from this one on. */
static enum vm_action wake(struct vm_call *call, struct script_waiters *w, bool left)
{
    struct script *script = script_of(call);
    struct script_thread *thread = script_running(call);
    while (thread->woken > 0 && w->count > 0) {
        const uint32_t woken = thread->woken--;
        struct script_thread *waiter = script->threads[waiters_take(w)];
        if (waiter->looks) {
            waiter->looks = false;
            continue;
        }
        lib_lock_record(call, CALL_lock_release, waiter->waits_on);
        script->record.count = waiter->waits_for_lock ? RELEASE_OF_LOCK : RELEASE_FOR_WAITER;
        waiter->waits_for_lock = false;
        script->record.value = left ? woken : 0;
        return VM_SUSPEND;
    }
    return VM_OK;
}

enum vm_action lib_wake(struct vm_call *call, struct script_waiters *w)
{
    return wake(call, w, false);
}

static enum vm_action wake_next(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer;
    struct script_waiters *w = waiters_at(call, err);
    return w != NULL ? lib_wake(call, w) : VM_FAIL;
}

static enum vm_action do_signal(struct vm_call *call, struct err *err)
{
    script_running(call)->woken = 1;
    return wake_next(call, NULL, err);
}

static enum vm_action do_broadcast(struct vm_call *call, struct err *err)
{
    script_running(call)->woken = UINT32_MAX;
    return wake_next(call, NULL, err);
}

static enum vm_action do_barrier_init(struct vm_call *call, struct err *err)
{
    if (lib_init(call, err) != VM_OK || vm_known(call, 2, "count", err) != 0)
        return VM_FAIL;
    struct script_waiters *w = waiters_at(call, err);
    if (w == NULL)
        return VM_FAIL;
    w->expected = (uint32_t)call->args[2].u;
    return VM_OK;
}

static enum vm_action barrier_next(struct vm_call *call, const void *answer, struct err *err)
{
    struct script *script = script_of(call);
    struct script_thread *thread = script_running(call);
    struct script_waiters *w = waiters_at(call, err);
    (void)answer;
    if (w == NULL)
        return VM_FAIL;
    if (thread->step == 0) { /* holds its own lock */
        if (w->count + 1 < w->expected) {
            thread->step = 1;
            lib_waiters_add(w, script->running);
            return lib_lock_record(call, CALL_lock_acquire, thread->waits_on);
        }
        thread->step = 2;
        thread->woken = (uint32_t)w->count;
    }
    if (thread->step == 1)
        return VM_OK;    /* woken */
    call->result.i = -1; /* PTHREAD_BARRIER_SERIAL_THREAD */
    return wake(call, w, true);
}

static enum vm_action do_barrier(struct vm_call *call, struct err *err)
{
    script_running(call)->step = 0;
    return lib_own_lock(call) ? VM_SUSPEND : barrier_next(call, NULL, err);
}

/* ---- std::barrier, std::latch (headers/cxx_arrivals.txt) ---- */

/* Has the thread's own lock, so that nothing comes between its look and its wait. */
static enum vm_action do_be_waiter(struct vm_call *call, struct err *err)
{
    (void)err;
    return lib_own_lock(call) ? VM_SUSPEND : VM_OK;
}

static enum vm_action do_wait_here(struct vm_call *call, struct err *err)
{
    struct script_waiters *w = waiters_at(call, err);
    if (w == NULL)
        return VM_FAIL;
    lib_waiters_add(w, script_of(call)->running);
    return lib_lock_record(call, CALL_lock_acquire, script_running(call)->waits_on);
}

static enum vm_action goes_on(struct vm_call *call, const void *answer, struct err *err)
{
    (void)call, (void)answer, (void)err;
    return VM_OK;
}

/* ---- waits with an end ---- */

enum { LOOK_NS = 1000, LOOKS = 256 }; /* the least time between two looks, and the part of all */

static void waiters_remove(struct script_waiters *w, uint32_t thread)
{
    size_t kept = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->threads[i] != thread)
            w->threads[kept++] = w->threads[i];
    w->count = kept;
}

/* Waits and looks again and again whether it was woken, as there are no locks that time opens: a
 * little late, therefore. What the program is run for knows no such waits: the host sleeps, for as
 * long as this one took. */
static enum vm_action timed_next(struct vm_call *call, const void *answer, struct err *err)
{
    struct script *script = script_of(call);
    struct script_thread *thread = script_running(call);
    struct script_waiters *w = waiters_at(call, err);
    uint32_t mutex;
    if (w == NULL || lib_number_at(call, 1, lib_new_lock, &mutex, err) != 0)
        return VM_FAIL;
    if (thread->step == 0) {
        thread->step = 1;
        thread->looks = true;
        lib_waiters_add(w, script->running);
        return lib_lock_record(call, CALL_lock_release, mutex);
    }
    int64_t now = ((const struct runtime_answer *)answer)->now, end = call->args[2].i;
    if (thread->step == 1) {
        thread->step = 2;
        thread->wait_begin = now;
    }
    if (thread->step == 2 && thread->looks && now < end) {
        int64_t part = (now - thread->wait_begin) / LOOKS;
        part = part < LOOK_NS ? LOOK_NS : part;
        bool is_last = part >= end - now;
        script->record = (struct program_record){.call = CALL_host_sleep,
                                                 .count = is_last ? WORK_WHOLE : WORK_PART,
                                                 .value = is_last ? end - now : part};
        return VM_SUSPEND;
    }
    if (thread->step == 2) {
        thread->step = thread->looks ? 4 : 3;
        thread->looks = false;
        waiters_remove(w, script->running);
        return lib_lock_record(call, CALL_lock_acquire, mutex);
    }
    call->result.i = thread->step == 4; /* it is over */
    call->result.tag = thread->step == 4 ? MEMORY_POLLED : 0;
    return VM_OK;
}

static enum vm_action do_timed_wait(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 2, "time", err) != 0)
        return VM_FAIL;
    script_running(call)->step = 0;
    return timed_next(call, NULL, err);
}

/* When a wait of so many ns from now ends. */
static enum vm_action do_end(struct vm_call *call, struct err *err)
{
    const struct script_thread *thread = script_running(call);
    if (vm_known(call, 0, "time", err) != 0)
        return VM_FAIL;
    int64_t now = thread->now + thread->debt, length = call->args[0].i < 0 ? 0 : call->args[0].i;
    call->result.i = length < INT64_MAX - now ? now + length : INT64_MAX;
    return VM_OK;
}

const struct vm_builtin lib_condition[] = {
    {"pthread_cond_init", lib_init, NULL},
    {"pthread_cond_destroy", lib_nothing, NULL},
    {"pthread_cond_wait", do_wait, wait_next},
    {"pthread_cond_signal", do_signal, wake_next},
    {"pthread_cond_broadcast", do_broadcast, wake_next},
    {"pthread_barrier_init", do_barrier_init, NULL},
    {"pthread_barrier_destroy", lib_nothing, NULL},
    {"pthread_barrier_wait", do_barrier, barrier_next},
    {"__ns_lock_wait", do_lock_wait, wait_next},
    {"__ns_be_waiter", do_be_waiter, goes_on},
    {"__ns_wait_here", do_wait_here, goes_on},
    {"__ns_wait_until", do_timed_wait, timed_next},
    {"__ns_wait_end", do_end, NULL},
    {NULL, NULL, NULL},
};

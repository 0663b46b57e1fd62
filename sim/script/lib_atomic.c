/* What atomics tell: who sees what another thread wrote comes after what that one did before, if
 * the one released it and the other acquired it.
 *
 * Nothing waits, and plain memory holds the values (headers/cxx_atomic.txt). A write is noted, and
 * so is the first look of a thread at what another one wrote since it looked last. A relaxed update
 * tells the value only, but goes on with what was released before ([intro.races], release
 * sequences), which a store ends: who sees that comes after the store's thread alone. (A relaxed
 * store of the thread that released goes on with it up to C++17.) Behind a fence that releases, all
 * that the thread stores does: also what it did between the two, which no word of the standard
 * orders.
 */
#include "sim/base/mem.h"
#include "sim/script/lib.h"
#include "sim/script/memory_order.h"

#include <inttypes.h>
#include <string.h>

static bool acquires(uint64_t order)
{
    return order != ORDER_RELAXED && order != ORDER_RELEASE;
}

static bool releases(const struct vm_call *call, uint64_t order)
{
    return order >= ORDER_RELEASE || script_running(call)->fenced;
}

/* By address; a new one is put where it belongs. */
static struct script_atomic *atomic_at(struct script *script, uint64_t address)
{
    lib_note_lock(script, address);
    size_t low = 0, high = script->atomic_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (script->atomics[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < script->atomic_count && script->atomics[low].address == address)
        return &script->atomics[low];
    script->atomics = mem_grow(script->atomics, &script->atomic_capacity, script->atomic_count + 1,
                               sizeof *script->atomics);
    memmove(script->atomics + low + 1, script->atomics + low,
            (script->atomic_count - low) * sizeof *script->atomics);
    script->atomic_count++;
    script->atomics[low] = (struct script_atomic){.address = address, .lock = ++script->lock_count};
    return &script->atomics[low];
}

static struct script_seen *seen_by(struct script_atomic *atomic, uint32_t thread)
{
    size_t old = atomic->seen_capacity;
    atomic->seen =
        mem_grow(atomic->seen, &atomic->seen_capacity, (size_t)thread + 1, sizeof *atomic->seen);
    if (atomic->seen_capacity > old)
        memset(atomic->seen + old, 0, (atomic->seen_capacity - old) * sizeof *atomic->seen);
    return &atomic->seen[thread];
}

static void note_releaser(struct script_atomic *atomic, uint32_t thread, bool releases, bool ends)
{
    if (ends)
        atomic->releasers = 0;
    if (!releases)
        return;
    if (atomic->releasers == 0)
        atomic->releaser = thread;
    if (atomic->releasers == 0 || atomic->releaser != thread)
        atomic->releasers++;
}

/* Whether a relaxed store ends what another thread has released. */
static bool ends_release(const struct script_atomic *atomic, uint32_t thread)
{
    return atomic->releasers > 1 || (atomic->releasers == 1 && atomic->releaser != thread);
}

/* The record of a write; one that releases nothing tells others the value only. */
static enum vm_action publish(struct vm_call *call, bool store)
{
    struct script *script = script_of(call);
    struct script_atomic *atomic = atomic_at(script, call->args[0].u);
    const bool tells_only = !releases(call, call->args[1].u);
    if (!tells_only)
        lib_be_late(call);
    note_releaser(atomic, script->running, !tells_only, store);
    const enum vm_action action = lib_lock_record(call, CALL_publish, atomic->lock);
    script->record.count = tells_only ? PUBLISH_TELLS : PUBLISH_RELEASES;
    script->record.value = store;
    return action;
}

/* Now the value is written: whoever finds a new version looks after the record. An update may come
 * behind another thread's write of that moment, which is seen then. */
static void published(struct vm_call *call, bool update)
{
    struct script *script = script_of(call);
    struct script_atomic *atomic = atomic_at(script, call->args[0].u);
    struct script_seen *seen = seen_by(atomic, script->running);
    const bool latest = !update || seen->acquired == atomic->version;
    atomic->version++;
    seen->looked = atomic->version;
    if (latest)
        seen->acquired = atomic->version;
}

static enum vm_action do_publish(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 0, "pointer", err) != 0 || vm_known(call, 1, "memory order", err) != 0)
        return VM_FAIL;
    struct script *script = script_of(call);
    if (!script->vm.concurrent ||
        (!releases(call, call->args[1].u) &&
         !ends_release(atomic_at(script, call->args[0].u), script->running)))
        return VM_OK;
    return publish(call, true);
}

static enum vm_action stored(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer, (void)err;
    published(call, false);
    return VM_OK;
}

/* Whether what the thread did since it looked there last is a turn of a loop that waits for it, or
 * for others that it looks at as well, and works meanwhile: one call that is no look, or work and
 * sleeps. What publishes or takes locks in its turns does more than that. */
static bool is_turn(const struct script_thread *thread, const struct script_turns *last)
{
    const int64_t calls = thread->calls + 1 - last->calls;
    return last->calls && calls > 0 && (calls == 1 || thread->other_calls == last->other_calls);
}

/* Looks at an atomic, in vain. */
static void look_in_vain(const struct script_thread *thread, struct script_turns *last)
{
    const int64_t calls = thread->calls + 1 - last->calls;
    const bool again = is_turn(thread, last);
    last->each = !again || last->turns == 0 || last->each == calls ? calls : -1;
    last->turns = again ? last->turns + 1 : 0;
    last->calls = thread->calls + 1;
    last->other_calls = thread->other_calls;
}

static bool ends_turns(const struct script_thread *thread, const struct script_turns *last)
{
    return last->turns > 0 && is_turn(thread, last);
}

/* 0: they are not alike. */
static uint32_t turns_of(const struct script_thread *thread, const struct script_turns *last)
{
    return last->turns < UINT32_MAX && last->each == thread->calls + 1 - last->calls
               ? (uint32_t)last->turns + 1
               : 0;
}

/* How many calls each of them made, as flags of the record; 0: more than those say. */
static uint8_t each_of(const struct script_turns *last)
{
    return last->each > 0 && last->each <= RECORD_EACH_MOST
               ? (uint8_t)((uint64_t)last->each * RECORD_EACH_ONE)
               : 0;
}

/* Whether it is the first look at what another thread wrote, and acquires that. */
static bool see(struct vm_call *call, uint64_t address, uint64_t order)
{
    struct script *script = script_of(call);
    if (!script->vm.concurrent)
        return false;
    struct script_atomic *atomic = atomic_at(script, address);
    struct script_seen *seen = seen_by(atomic, script->running);
    struct script_thread *thread = script_running(call);
    seen->looked = atomic->version;
    if (!acquires(order))
        return false;
    if (seen->acquired == atomic->version) {
        look_in_vain(thread, &seen->turns);
        return false;
    }
    seen->acquired = atomic->version;
    lib_lock_record(call, CALL_observe, atomic->lock);
    script->record.flags = ends_turns(thread, &seen->turns) ? RECORD_POLL : 0;
    script->record.count = script->record.flags ? turns_of(thread, &seen->turns) : 0;
    if (script->record.count)
        script->record.flags |= each_of(&seen->turns);
    return true;
}

/* A look that orders nothing yet, unless a fence follows: a loop that does it again and again may
 * wait. */
static bool look(struct vm_call *call, uint64_t order)
{
    call->thread->looked = call->args[0].u;
    return see(call, call->args[0].u, order);
}

enum vm_action lib_see(struct vm_call *call, uint64_t address)
{
    return see(call, address, ORDER_ACQUIRE) ? VM_SUSPEND : VM_OK;
}

static enum vm_action do_observe(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 0, "pointer", err) != 0 || vm_known(call, 1, "memory order", err) != 0)
        return VM_FAIL;
    return look(call, call->args[1].u) ? VM_SUSPEND : VM_OK;
}

/* Another thread may have written while the record was made: what is read next is the latest. */
static enum vm_action observed(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer;
    return do_observe(call, err);
}

/* It sees what is there, then writes; and sees what others wrote before it could. */
static enum vm_action update_next(struct vm_call *call)
{
    struct script_thread *thread = script_running(call);
    if (thread->step == 0) {
        if (look(call, call->args[1].u))
            return VM_SUSPEND;
        thread->step = 1;
        if (script_of(call)->vm.concurrent)
            return publish(call, false);
        return VM_OK;
    }
    if (thread->step == 1) {
        published(call, true);
        thread->step = 2;
    }
    return look(call, call->args[1].u) ? VM_SUSPEND : VM_OK;
}

static enum vm_action do_update(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 0, "pointer", err) != 0 || vm_known(call, 1, "memory order", err) != 0)
        return VM_FAIL;
    script_running(call)->step = 0;
    return update_next(call);
}

static enum vm_action updated(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer, (void)err;
    return update_next(call);
}

/* At a barrier or a latch: whoever passes there is behind it, by no chance. */
static enum vm_action do_arrive(struct vm_call *call, struct err *err)
{
    struct script *script = script_of(call);
    if (vm_known(call, 0, "pointer", err) != 0)
        return VM_FAIL;
    if (!script->vm.concurrent)
        return VM_OK;
    struct script_atomic *atomic = atomic_at(script, call->args[0].u);
    note_releaser(atomic, script->running, true, false);
    const enum vm_action action = lib_lock_record(call, CALL_publish, atomic->lock);
    script->record.count = PUBLISH_ARRIVES;
    return action;
}

static enum vm_action arrived(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer, (void)err;
    published(call, true);
    return VM_OK;
}

/* A fence that acquires makes the thread's relaxed looks before it do so. */
static enum vm_action do_fence(struct vm_call *call, struct err *err)
{
    struct script *script = script_of(call);
    if (vm_known(call, 0, "memory order", err) != 0)
        return VM_FAIL;
    script_running(call)->fenced |= call->args[0].u >= ORDER_RELEASE;
    if (!acquires(call->args[0].u))
        return VM_OK;
    for (size_t i = 0; i < script->atomic_count; i++) {
        struct script_seen *seen = seen_by(&script->atomics[i], script->running);
        if (seen->looked == seen->acquired)
            continue;
        seen->acquired = seen->looked;
        return lib_lock_record(call, CALL_observe, script->atomics[i].lock);
    }
    return VM_OK;
}

static enum vm_action fenced(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer;
    return do_fence(call, err);
}

/* Copies a value without a note of it: what an atomic operation reads and writes is no race. */
static enum vm_action do_quietly(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    uint8_t bytes[16];
    for (int i = 0; i < 3; i++)
        if (vm_known(call, i, i < 2 ? "pointer" : "number of bytes", err) != 0)
            return VM_FAIL;
    const uint64_t to = call->args[0].u, from = call->args[1].u, count = call->args[2].u;
    if (count > sizeof bytes) {
        err_set(err, ERR_INPUT, "an atomic operation on %" PRIu64 " bytes", count);
        err_hint(err, "use a lock");
        return VM_FAIL;
    }
    if (memory_check(m, from, count, true, "host read", err) != 0 ||
        memory_check_write(m, to, count, "host write", err) != 0)
        return VM_FAIL;
    const unsigned tag = memory_get(m, from, bytes, NULL, count);
    return memory_put(m, to, bytes, count, tag, err) == 0 ? VM_OK : VM_FAIL;
}

const struct vm_builtin lib_atomic[] = {
    {"__ns_publish", do_publish, stored},
    {"__ns_update", do_update, updated},
    {"__ns_observe", do_observe, observed},
    {"__ns_fence", do_fence, fenced},
    {"__ns_quietly", do_quietly, NULL},
    {"__ns_arrive", do_arrive, arrived},
    {NULL, NULL, NULL},
};

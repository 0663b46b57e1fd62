/* What atomics tell: who sees what another thread wrote comes after what that one did before.
 *
 * Nothing waits, and plain memory holds the values (headers/cxx_atomic.txt). A write is noted, and
 * so is the first look of a thread at what another one wrote since it looked last.
 */
#include "sim/base/mem.h"
#include "sim/script/lib.h"

#include <string.h>

/* By address; a new one is put where it belongs. */
static struct script_atomic *atomic_at(struct script *script, uint64_t address)
{
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

/* The version that the thread has seen. */
static uint32_t *seen_by(struct script_atomic *atomic, uint32_t thread)
{
    size_t old = atomic->seen_capacity;
    atomic->seen =
        mem_grow(atomic->seen, &atomic->seen_capacity, (size_t)thread + 1, sizeof *atomic->seen);
    if (atomic->seen_capacity > old)
        memset(atomic->seen + old, 0, (atomic->seen_capacity - old) * sizeof *atomic->seen);
    return &atomic->seen[thread];
}

static enum vm_action do_publish(struct vm_call *call, struct err *err)
{
    struct script *script = script_of(call);
    if (vm_known(call, 0, "pointer", err) != 0)
        return VM_FAIL;
    if (!script->vm.concurrent)
        return VM_OK;
    return lib_lock_record(call, CALL_publish, atomic_at(script, call->args[0].u)->lock);
}

/* Now the value is written: whoever finds a new version looks after the record. */
static enum vm_action published(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer, (void)err;
    struct script *script = script_of(call);
    struct script_atomic *atomic = atomic_at(script, call->args[0].u);
    uint32_t *seen = seen_by(atomic, script->running);
    *seen = ++atomic->version;
    return VM_OK;
}

/* A look that orders nothing: a loop that does it again and again may wait. */
static enum vm_action do_look(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 0, "pointer", err) != 0)
        return VM_FAIL;
    call->thread->looked = call->args[0].u;
    return VM_OK;
}

/* Looks at one atomic, in vain, with one call between them that is no look: turns of a loop that
 * waits for it and works meanwhile. What publishes or takes locks in its turns does more than that.
 */
static void look_in_vain(struct script_thread *thread, uint32_t lock)
{
    struct script_turns *last = &thread->turns;
    bool again = last->lock == lock && thread->calls == last->calls + 1;
    last->turns = again ? last->turns + 1 : 0;
    last->lock = lock;
    last->calls = thread->calls;
}

static bool ends_turns(const struct script_thread *thread, uint32_t lock)
{
    const struct script_turns *last = &thread->turns;
    return last->lock == lock && last->turns > 0 && thread->calls == last->calls + 1;
}

enum vm_action lib_see(struct vm_call *call, uint64_t address)
{
    struct script *script = script_of(call);
    if (!script->vm.concurrent)
        return VM_OK;
    struct script_atomic *atomic = atomic_at(script, address);
    uint32_t *seen = seen_by(atomic, script->running);
    struct script_thread *thread = script->threads[script->running];
    if (*seen == atomic->version) {
        look_in_vain(thread, atomic->lock);
        return VM_OK;
    }
    *seen = atomic->version;
    enum vm_action action = lib_lock_record(call, CALL_observe, atomic->lock);
    script->record.flags = ends_turns(thread, atomic->lock) ? RECORD_POLL : 0;
    return action;
}

static enum vm_action do_observe(struct vm_call *call, struct err *err)
{
    return do_look(call, err) == VM_OK ? lib_see(call, call->args[0].u) : VM_FAIL;
}

/* Another thread may have written while the record was made: what is read next is the latest. */
static enum vm_action observed(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer;
    return do_observe(call, err);
}

const struct vm_builtin lib_atomic[] = {
    {"__ns_publish", do_publish, published},
    {"__ns_observe", do_observe, observed},
    {"__ns_look", do_look, NULL},
    {NULL, NULL, NULL},
};

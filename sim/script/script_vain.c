/* Endless waits of the host: work and turns of loops, counted against the limit of turns. */
#include "sim/script/script_inside.h"

#include <inttypes.h>

enum {
    WORK_COST = 20,        /* work of the host counts as so many turns of a loop */
    VAIN_TURN_COST = 200,  /* a turn that waits for what nobody does counts as so many more */
    VAIN_WORK_COST = 4000, /* so does work of the host between two looks at it */
    VAIN_BEFORE = 1000,    /* works in a row before it is looked whether they wait for anything */
};

int script_count_work(struct script *script, const struct script_thread *thread, struct err *err)
{
    script->vm.turns += WORK_COST;
    if (script->vm.turns <= script->vm.limits.turns)
        return 0;
    sources_error(&script->tu->sources, vm_place(&script->vm, &thread->vm), err,
                  "loops made more than %" PRId64
                  " turns, work of the host counting as %d each, the last of them here",
                  script->vm.limits.turns, WORK_COST);
    return err_hint(err, "an endless loop? --limit steps=N raises the limit");
}

/* deadlock: ..., who else waits; the thread stands in what waits in vain. */
static int fail_in_vain(struct script *script, const struct script_thread *thread,
                        const struct strbuf *others, struct err *err)
{
    sources_error(&script->tu->sources, vm_place(&script->vm, &thread->vm), err,
                  "deadlock: this loop waits for memory that nobody writes any more%s%s",
                  others->length ? "; " : "", others->text);
    return err_hint(err, "--limit steps=N lets it turn longer");
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x100000001b3);
}

/* Of what stands in registers, and where. */
static uint64_t state_of(const struct vm_thread *vm)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < vm->frame_count; i++)
        hash = mix(hash, vm->frames[i].pc);
    for (uint32_t i = 0; i < vm->pending_args; i++)
        hash = mix(mix(hash, vm->cells[i].u), vm->cells[i].tag);
    return hash;
}

int script_works_in_vain(struct script *script, struct script_thread *thread, struct err *err)
{
    struct vm_thread *vm = &thread->vm;
    bool stands = runtime_stands_still(script->runtime, script->running);
    bool same = vm->call_reads != 0 && vm->call_reads == thread->vain_reads &&
                vm->call_writes == thread->vain_writes && vm->call_reads != vm->call_writes;
    uint64_t state = vm->watches_calls ? state_of(vm) : 0;
    same = same && state == thread->vain_state;
    thread->vain_reads = vm->call_reads;
    thread->vain_writes = vm->call_writes;
    thread->vain_state = state;
    /* the first two that are looked at have none before them to be the same as */
    thread->vain = stands && (same || thread->vain < VAIN_BEFORE + 2) ? thread->vain + 1 : 0;
    vm->watches_calls = thread->vain >= VAIN_BEFORE;
    if (thread->vain - VAIN_BEFORE <= script->vm.limits.turns / VAIN_WORK_COST)
        return 0;
    struct strbuf others;
    strbuf_init(&others);
    runtime_blocked_text(script->runtime, &others);
    int rc = others.length > 0 ? fail_in_vain(script, thread, &others, err) : 0;
    thread->vain = 0;
    strbuf_release(&others);
    return rc;
}

bool script_waits_in_vain(struct script *script, const struct script_thread *thread,
                          struct err *err)
{
    if (!runtime_stands_still(script->runtime, script->running))
        return false;
    script->vm.turns += VAIN_TURN_COST;
    if (script->vm.turns <= script->vm.limits.turns)
        return false;
    struct strbuf others;
    strbuf_init(&others);
    runtime_blocked_text(script->runtime, &others);
    fail_in_vain(script, thread, &others, err);
    strbuf_release(&others);
    return true;
}

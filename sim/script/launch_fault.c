/* What is wrong with a launch, in words: more shared memory than there is, memory that its kernel
 * cannot have. */
#include "sim/script/binding_inside.h"

#include <inttypes.h>
#include <stdio.h>

void bind_launch_shared(const struct vm_call *call, enum call which, const struct bind_launching *l,
                        uint32_t row)
{
    const struct binding *binding = binding_of(call);
    const int64_t *value = binding->script->profile->value;
    const int64_t bytes = binding->script->program->launches.rows[row].shared_bytes;
    const int64_t opted = binding->kernels[l->kernel].dynamic_shared;
    char words[200];
    if (bytes > value[PROFILE_sm_shared_block])
        snprintf(words, sizeof words,
                 "its blocks ask for %" PRId64 " bytes of shared memory, at most %" PRId64, bytes,
                 value[PROFILE_sm_shared_block]);
    else if (bytes > value[PROFILE_sm_shared_default] && opted < (int64_t)l->shared)
        snprintf(words, sizeof words,
                 "its blocks ask for %" PRId64 " bytes of shared memory, and more than %" PRId64
                 " take cudaFuncSetAttribute(..., cudaFuncAttributeMaxDynamicSharedMemorySize, "
                 "...) before",
                 bytes, value[PROFILE_sm_shared_default]);
    else
        return;
    bind_fault(call, which, FAULT_REFUSED, 0, words);
}

/* What is certain to touch bytes outside of its allocation, in words; false: nothing is. */
static bool find_beyond(const struct vm_call *call, const struct launch_access_list *list,
                        struct err *fault)
{
    struct memory *memory = &call->vm->memory;
    err_init(fault);
    for (size_t i = 0; i < list->count; i++) {
        const struct launch_access *access = &list->rows[i];
        uint64_t offset;
        if (!access->certain || access->bytes == LAUNCH_ACCESS_REST ||
            memory_find_freed(memory, access->address, &offset))
            continue;
        const struct memory_segment *segment = memory_find(memory, access->address, &offset);
        if ((!segment || segment->kind != SEGMENT_OPAQUE) &&
            memory_check(memory, access->address, access->bytes, false,
                         access->mode & ACCESS_WRITE ? "a write" : "a read", fault) != 0)
            return true;
    }
    return false;
}

/* "writes through its parameter `x`, which is null: ..."; false: it follows no such pointer. */
static bool find_wild(const struct launch_access_list *list, char *words, size_t room)
{
    const struct launch_wild *wild = &list->wild;
    if (wild->parameter == NULL)
        return false;
    const char *mode = wild->mode & ACCESS_WRITE ? "writes" : "reads";
    const char *holder =
        wild->parameter->type->kind == TYPE_RECORD ? "a pointer in" : "its parameter";
    if (wild->unset)
        snprintf(words, room, "%s through %s `%.80s` that was never set", mode, holder,
                 wild->parameter->name);
    else
        snprintf(words, room,
                 "%s through %s `%.80s` that is null: cudaErrorIllegalAddress, also of every call "
                 "behind it",
                 mode, holder, wild->parameter->name);
    return true;
}

/* Where memory could not be had, a null pointer is what came of that, and the run ends as it would
 * on a device. Elsewhere it stands for memory that a sketch of a program does not name: check tells
 * of it, and the prediction goes on. */
bool bind_launch_fails(const struct vm_call *call)
{
    const struct binding *binding = binding_of(call);
    const struct launch_wild *wild = &binding->accesses.wild;
    return binding->lacks_memory && wild->parameter && !wild->unset;
}

bool bind_launch_fault(const struct vm_call *call, enum call which, uint32_t row)
{
    const struct binding *binding = binding_of(call);
    const struct program_launch *launch = &binding->script->program->launches.rows[row];
    char words[240];
    struct err fault;
    /* a launch of no threads touches nothing: it fails for another reason */
    for (int i = 0; i < 3; i++)
        if (launch->grid[i] == 0 || launch->block[i] == 0)
            return false;
    if (find_wild(&binding->accesses, words, sizeof words)) {
        bind_fault(call, which, FAULT_WILD, row, words);
        return true;
    }
    if (!find_beyond(call, &binding->accesses, &fault))
        return false;
    bind_fault(call, which, FAULT_BEYOND, row, fault.message);
    return true;
}

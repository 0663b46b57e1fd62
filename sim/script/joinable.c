/* std::threads that are destroyed, or have another one put in their place, while they are joinable:
 * that ends a program that is run (std::terminate). Here it goes on, and is told. */
#include "sim/script/lib.h"

static bool is_left(const struct script_thread *thread)
{
    return thread != NULL && thread->made.line != 0 && !thread->joined && !thread->detached;
}

/* In the record that made it, where `check` looks. A place in another file is not kept. */
static void note(struct script *script, uint32_t id, uint32_t place)
{
    for (size_t i = 0; i < script->program->records.count; i++) {
        struct program_record *record = &script->program->records.rows[i];
        if (record->call == CALL_thread_create && record->object == id) {
            const struct program_place *places = script->program->places.rows;
            record->flags |= RECORD_IGNORED;
            record->value =
                places[place].file == places[record->place].file ? places[place].line : 0;
        }
    }
}

/* `noted`: `check` says it as a finding. */
static void warn(struct script *script, const struct script_thread *thread, bool noted)
{
    if (noted && script->settings->lenient)
        return;
    vm_warn(&script->vm, thread->made,
            "this std::thread is neither joined nor detached: where it is destroyed, the program "
            "is terminated; join() or detach() it");
}

void joinable_at_end(struct script *script)
{
    for (size_t i = 0; i < script->thread_count; i++) {
        const struct script_thread *thread = script->threads[i];
        if (!is_left(thread) || thread->replaced)
            continue;
        const bool noted =
            !memory_holds(&script->vm.memory, SEGMENT_HEAP, script_thread_handle((uint32_t)i));
        if (noted)
            note(script, (uint32_t)i, 0);
        warn(script, thread, noted);
    }
}

/* exit() leaves the local variables of all threads as they are. */
void joinable_at_exit(struct script *script)
{
    for (size_t i = 0; i < script->thread_count; i++) {
        const uint64_t handle = script_thread_handle((uint32_t)i);
        const struct script_thread *thread = script->threads[i];
        if (!is_left(thread) || thread->replaced ||
            memory_holds(&script->vm.memory, SEGMENT_LOCAL, handle) ||
            memory_holds(&script->vm.memory, SEGMENT_HEAP, handle))
            continue;
        note(script, (uint32_t)i, 0);
        warn(script, thread, true);
    }
}

/* Before a std::thread is assigned to. */
static enum vm_action do_replaced(struct vm_call *call, struct err *err)
{
    struct script *script = script_of(call);
    uint64_t handle;
    unsigned tag;
    if (vm_known(call, 0, "thread", err) != 0 ||
        vm_read_bytes(call, call->args[0].u, &handle, sizeof handle, &tag, err) != 0)
        return VM_FAIL;
    if (tag & MEMORY_UNKNOWN || handle < 2 || handle > script->thread_count)
        return VM_OK;
    struct script_thread *thread = script->threads[handle - 1];
    if (!is_left(thread) || thread->replaced)
        return VM_OK;
    thread->replaced = true;
    note(script, (uint32_t)(handle - 1), script_place_row(script, call->site->place));
    if (!script->settings->lenient)
        vm_warn(call->vm, call->site->place,
                "the std::thread that was here is neither joined nor detached: the program is "
                "terminated; join() or detach() it before");
    return VM_OK;
}

const struct vm_builtin lib_joinable[] = {
    {"__ns_thread_replaced", do_replaced, NULL},
    {NULL, NULL, NULL},
};

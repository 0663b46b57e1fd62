/* thread_local variables: each thread's own copy of a global, from its initial bytes. */
#include "sim/base/mem.h"
#include "sim/script/lib.h"

struct vm_own {
    uint64_t of, address;
};

/* Its address, given that of the global; the copy is made when a thread first comes there. */
static enum vm_action do_own(struct vm_call *call, struct err *err)
{
    struct vm_thread *t = call->thread;
    uint64_t of = call->args[0].u, bytes, address;
    for (size_t i = 0; i < t->own_count; i++) {
        if (t->own[i].of == of) {
            call->result = (struct vm_cell){.u = t->own[i].address};
            return VM_OK;
        }
    }
    struct memory *memory = &call->vm->memory;
    if (lib_size(call, 1, &bytes, err) != 0 ||
        memory_make(memory, SEGMENT_GLOBAL, bytes, true, &call->site->made, &address, err) != 0 ||
        memory_copy(memory, address, of, bytes, err) != 0)
        return VM_FAIL;
    t->own = mem_grow(t->own, &t->own_capacity, t->own_count + 1, sizeof *t->own);
    t->own[t->own_count++] = (struct vm_own){of, address};
    call->result = (struct vm_cell){.u = address};
    return VM_OK;
}

const struct vm_builtin lib_own[] = {{"__ns_own", do_own, NULL}, {NULL, NULL, NULL}};

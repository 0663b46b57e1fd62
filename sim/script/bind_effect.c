/* What device operations do to memory when they end, and which of them are still to do it: a loop
 * of the host may wait to see that. */
#include "sim/script/binding_inside.h"

/* The address of a range, if its memory is still there; 0 otherwise. */
static uint64_t alive(const struct binding *binding, const struct program_range *range,
                      uint64_t bytes)
{
    if (range->alloc == 0 || range->alloc >= binding->alloc_count)
        return 0;
    const struct bind_alloc *alloc = &binding->allocs[range->alloc];
    uint64_t offset;
    const struct memory_segment *segment =
        memory_find(&binding->script->vm.memory, alloc->address, &offset);
    if (!segment || alloc->gone || bytes > alloc->bytes || range->offset > alloc->bytes - bytes ||
        (alloc->kind != MEMORY_REGISTERED && segment->handle != (uint64_t)range->alloc + 1))
        return 0;
    return alloc->address + range->offset;
}

static int move_rows(struct memory *memory, const struct program_copy *copy, uint64_t to,
                     uint64_t from, struct err *err)
{
    bool set = copy->kind == COPY_MEMSET;
    uint64_t bytes = copy->dst.bytes;
    for (uint64_t row = 0; row < copy->rows; row++) {
        int rc;
        if (set && copy->value >= 0)
            rc = memory_set(memory, to, copy->value, bytes, err);
        else if (set || !from)
            rc = memory_set_unknown(memory, to, bytes, err);
        else
            rc = memory_copy(memory, to, from, bytes, err);
        if (rc != 0)
            return -1;
        to += copy->dst_pitch;
        from += from ? copy->src_pitch : 0;
    }
    return 0;
}

/* The driver copies from and to pageable memory by the host's code: it reads through the caches and
 * writes past them (traces/experiments/host-held.txt). */
static void note_reuse(struct binding *binding, const struct program_copy *copy, uint64_t to,
                       uint64_t from)
{
    if (copy->host_memory != MEMORY_PAGEABLE || copy->kind == COPY_MEMSET)
        return;
    bool out = copy->kind == COPY_D2H;
    uint64_t address = out ? to : from;
    uint64_t bytes = program_copy_extent(copy, out);
    if (address && out)
        reuse_lose(&binding->script->reuse, address, bytes);
    else if (address && copy->kind == COPY_H2D)
        reuse_touch(&binding->script->reuse, address, bytes);
}

static int copy_effect(struct binding *binding, uint32_t row, struct err *err)
{
    const struct program_copy *copy = &binding->script->program->copies.rows[row];
    uint64_t to = alive(binding, &copy->dst, program_copy_extent(copy, true));
    uint64_t from = copy->kind == COPY_MEMSET
                        ? 0
                        : alive(binding, &copy->src, program_copy_extent(copy, false));
    note_reuse(binding, copy, to, from);
    size_t staged = binding->staged_count;
    if (copy->kind == COPY_H2D && copy->host_memory == MEMORY_PAGEABLE) {
        for (size_t i = 0; i < binding->staged_count && staged == binding->staged_count; i++) {
            if (binding->staged[i].copy == row)
                staged = i;
        }
    }
    if (staged < binding->staged_count)
        from = binding->staged[staged].address;
    if (to && to != from && move_rows(&binding->script->vm.memory, copy, to, from, err) != 0)
        return -1;
    return staged < binding->staged_count ? bind_unstage(binding, staged, err) : 0;
}

void binding_awaits(struct binding *binding, const struct program_record *record)
{
    const struct program *program = binding->script->program;
    enum call_object object = call_info((enum call)record->call)->object;
    bool enqueues = call_enqueues((enum call)record->call);
    bool shows = (object == OBJECT_LAUNCH && program_launch_shows(program, record->object)) ||
                 (object == OBJECT_COPY && enqueues && program_copy_shows(program, record->object));
    binding->script->vm.device_writes += shows;
}

/* It has ended. */
static void awaits_less(struct binding *binding, const struct timeline_op *op)
{
    const struct program *program = binding->script->program;
    bool shows = op->kind == OP_KERNEL ? program_launch_shows(program, op->detail)
                                       : program_copy_shows(program, op->detail);
    binding->script->vm.device_writes -= shows && binding->script->vm.device_writes > 0;
}

int binding_effect(struct binding *binding, const struct timeline_op *op, struct err *err)
{
    const struct program *program = binding->script->program;
    bool copies = op->kind == OP_COPY || op->kind == OP_MEMSET;
    if (!copies && op->kind != OP_KERNEL)
        return 0;
    awaits_less(binding, op);
    if (op->flags & OP_FAILED)
        return 0;
    if (copies)
        return copy_effect(binding, op->detail, err);
    const struct program_launch *launch = &program->launches.rows[op->detail];
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &program->accesses.rows[launch->first_access + i];
        /* were all that a list may lead to unknown, no program could walk it afterwards */
        bool changes = (access->mode & ACCESS_WRITE) && !access->followed;
        uint64_t address = changes ? alive(binding, &access->range, access->range.bytes) : 0;
        if (address &&
            memory_set_unknown(&binding->script->vm.memory, address, access->range.bytes, err) != 0)
            return -1;
    }
    return 0;
}

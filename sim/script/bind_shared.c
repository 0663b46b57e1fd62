/* Memory that a host function shares with the rest of the program: what its argument leads to, and
 * the variables that it names itself. CUDA knows none of it; what touches it is noted, as nothing
 * but the program orders that. */
#include "sim/base/mem.h"
#include "sim/script/binding_inside.h"
#include "sim/script/seek.h"

#include <stdlib.h>

enum { DEEPEST = 3, MEMBERS_MOST = 64 };

/* The variables that a function, or what it calls, names. */
struct bind_shared {
    int function; /* its index */
    const struct var **vars;
    size_t count, capacity;
};

/* Whether threads share it by a lock or other means of the library, or it is not known what it is.
 */
static bool is_shared(const struct type *type)
{
    if (type->kind == TYPE_ARRAY)
        return is_shared(type->base);
    if (type_is_library(type))
        return false;
    if (type->kind != TYPE_RECORD)
        return !type_is_scalar(type) || type->disguise != DISGUISE_NONE;
    bool shared = type->record->builtin;
    for (int i = 0; i < type->record->count && !shared; i++)
        shared = is_shared(type->record->members[i].type);
    return shared;
}

/* ---- names ---- */

struct naming {
    struct seek seek; /* first: what it calls back with */
    struct bind_shared *shared;
};

static bool add_var(struct seek *seek, const struct expr *e)
{
    struct bind_shared *shared = ((struct naming *)seek)->shared;
    const struct var *var = e->kind == EXPR_GLOBAL ? e->var : NULL;
    if (var == NULL || var->is_extern || var->is_device || var->is_constant || var->is_managed ||
        var->is_thread || var->type->is_const || is_shared(var->type))
        return false;
    for (size_t i = 0; i < shared->count; i++)
        if (shared->vars[i] == var)
            return false;
    shared->vars =
        mem_grow(shared->vars, &shared->capacity, shared->count + 1, sizeof *shared->vars);
    shared->vars[shared->count++] = var;
    return false; /* goes on */
}

static bool is_nothing(const char *function)
{
    (void)function;
    return false;
}

static const struct bind_shared *named_by(struct binding *binding, int function)
{
    for (size_t i = 0; i < binding->shared_count; i++)
        if (binding->shared[i].function == function)
            return &binding->shared[i];
    binding->shared = mem_grow(binding->shared, &binding->shared_capacity,
                               binding->shared_count + 1, sizeof *binding->shared);
    struct bind_shared *shared = &binding->shared[binding->shared_count++];
    *shared = (struct bind_shared){.function = function};
    const struct script *script = binding->script;
    struct naming naming = {
        .seek = {.is_expr = add_var,
                 .is_builtin = is_nothing,
                 .functions = mem_zalloc((size_t)script->tu->function_count + 1)},
        .shared = shared,
    };
    seek_function(&naming.seek, script->code.functions[function].source);
    free(naming.seek.functions);
    return shared;
}

void bind_shared_release(struct binding *binding)
{
    for (size_t i = 0; i < binding->shared_count; i++)
        free(binding->shared[i].vars);
    free(binding->shared);
}

/* ---- memory ---- */

/* How memory is come by. */
struct way {
    bool named;   /* by a variable that the function names */
    bool watched; /* which is volatile, or in a record with a member that is */
    int depth;    /* pointers followed */
};

static bool has_volatile(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    for (int i = 0; type->kind == TYPE_RECORD && i < type->record->count; i++)
        if (type->record->members[i].is_volatile || has_volatile(type->record->members[i].type))
            return true;
    return false;
}

static void note_at(struct binding *binding, uint64_t address, const struct type *type,
                    struct way way);

/* What stands there leads to: a pointer, or those of a record. */
static void note_led_to(struct binding *binding, uint64_t address, const struct type *type,
                        struct way way)
{
    if (type->kind == TYPE_RECORD && !type->record->is_union) {
        for (int i = 0; i < type->record->count && i < MEMBERS_MOST; i++)
            note_led_to(binding, address + (uint64_t)type->record->members[i].offset,
                        type->record->members[i].type, way);
        return;
    }
    struct memory *m = &binding->script->vm.memory;
    if (type->kind != TYPE_POINTER || way.depth >= DEEPEST || memory_left(m, address) < 8)
        return;
    const bool gave_times = m->gave_times;
    uint64_t to = 0;
    if (!(memory_get(m, address, &to, NULL, 8) & MEMORY_UNKNOWN) && to) {
        way.depth++;
        note_at(binding, to, type->base, way);
    }
    m->gave_times = gave_times;
}

static void note_at(struct binding *binding, uint64_t address, const struct type *type,
                    struct way way)
{
    struct memory *m = &binding->script->vm.memory;
    uint64_t offset;
    const struct memory_segment *segment =
        is_shared(type) ? NULL : memory_find(m, address, &offset);
    if (!segment || (segment->kind != SEGMENT_LOCAL && segment->kind != SEGMENT_HEAP &&
                     segment->kind != SEGMENT_GLOBAL))
        return;
    if (binding->script->settings->lenient) /* of the others nothing is to be held */
        memory_hold_local(m, address);
    const bool known = segment->handle != 0;
    if (!known) {
        uint32_t row = bind_range(binding, address, (uint64_t)type->size).alloc;
        struct program_alloc *alloc = &binding->script->program->allocs.rows[row];
        alloc->handed = row != 0;
        alloc->named = way.named && row != 0;
        alloc->watched = (way.watched || has_volatile(type)) && row != 0;
    }
    if (way.depth == 0 || !known)
        note_led_to(binding, address, type, way);
}

/* &flag, or a pointer that says that it leads to such a thing. */
static bool is_volatile(const struct expr *e)
{
    while (e && (e->kind == EXPR_CAST || e->kind == EXPR_ADDRESS || e->kind == EXPR_INDEX))
        e = e->a;
    if (e && e->kind == EXPR_MEMBER)
        return e->member->is_volatile;
    return e && (e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL) && e->var->is_volatile;
}

/* Memory of malloc or new that was freed before a host function got its address. */
static void note_freed(struct binding *binding, uint64_t address)
{
    struct memory *m = &binding->script->vm.memory;
    uint64_t offset;
    const struct memory_segment *found = memory_find_freed(m, address, &offset);
    if (found == NULL || found->kind != SEGMENT_HEAP || found->handle != 0 || m->untracked ||
        found->freed->line == 0)
        return;
    const char *name = found->made && found->made->name ? found->made->name : "";
    const uint32_t row = bind_add_alloc(binding, MEMORY_PAGEABLE,
                                        intern_adds(&binding->script->program->names, name),
                                        address - offset, found->size, 0);
    binding->script->program->allocs.rows[row].handed = true;
    m->segments[memory_segment_of(address)].handle = (uint64_t)row + 1;
    memory_track(m, address);
    memory_note_freed(m, address);
}

void bind_note_shared(const struct vm_call *call, uint64_t function)
{
    struct binding *binding = binding_of(call);
    uint64_t offset;
    const struct expr *data =
        call->site->call && call->site->call->arg_count > 2 ? call->site->call->args[2] : NULL;
    while (data && data->kind == EXPR_CAST)
        data = data->a;
    if (binding->script->settings->lenient && !(call->args[2].tag & MEMORY_UNKNOWN) &&
        memory_find(&call->vm->memory, call->args[2].u, &offset))
        memory_hold_heap(&call->vm->memory, call->args[2].u);
    else if (binding->script->settings->lenient && !(call->args[2].tag & MEMORY_UNKNOWN))
        note_freed(binding, call->args[2].u);
    if (data && data->type->kind == TYPE_POINTER && !(call->args[2].tag & MEMORY_UNKNOWN))
        note_at(binding, call->args[2].u, data->type->base,
                (struct way){.watched = is_volatile(data)});
    const struct bind_shared *shared =
        named_by(binding, bytecode_function_index(call->vm->code, function));
    for (size_t i = 0; i < shared->count; i++) {
        const uint64_t address = call->vm->code->globals[shared->vars[i]->index];
        if (address)
            note_at(binding, address, shared->vars[i]->type,
                    (struct way){.named = true, .watched = shared->vars[i]->is_volatile});
    }
}

static bool leads(const struct type *type)
{
    return type->kind == TYPE_POINTER || type->kind == TYPE_REFERENCE;
}

static void note_local(struct binding *binding, uint64_t address, const struct type *type)
{
    struct memory *m = &binding->script->vm.memory;
    uint64_t offset;
    const struct memory_segment *segment = memory_find(m, address, &offset);
    if (segment && segment->kind == SEGMENT_LOCAL && segment->handle == 0)
        note_at(binding, address, type, (struct way){.depth = DEEPEST});
}

void binding_note_lent(struct binding *binding, const struct vm_cell *value,
                       const struct type *type)
{
    struct memory *m = &binding->script->vm.memory;
    if ((value->tag & MEMORY_UNKNOWN) || !leads(type))
        return;
    note_local(binding, value->u, type->base);
    const struct type *closure = type->base->plain;
    const struct record *record = closure->disguise == DISGUISE_LAMBDA ? closure->record : NULL;
    for (int i = 0; record && i < record->count; i++) {
        const struct member *member = &record->members[i];
        uint64_t to = 0;
        if (leads(member->type) &&
            memory_left(m, value->u + (uint64_t)member->offset) >= sizeof to &&
            !(memory_get(m, value->u + (uint64_t)member->offset, &to, NULL, sizeof to) &
              MEMORY_UNKNOWN))
            note_local(binding, to, member->type->base);
    }
}

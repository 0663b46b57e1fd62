/* Memory: of the device, page-locked, managed, registered; what pointers mean to CUDA. */
#include "sim/script/binding_inside.h"

#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- allocations ---- */

uint32_t bind_add_alloc(struct binding *binding, enum memory_kind kind, uint32_t name,
                        uint64_t address, uint64_t bytes, uint32_t pool)
{
    uint32_t row = program_add_alloc(
        binding->script->program,
        &(struct program_alloc){.kind = kind, .name = name, .bytes = bytes, .pool = pool});
    size_t old = binding->alloc_capacity;
    binding->allocs = mem_grow(binding->allocs, &binding->alloc_capacity, (size_t)row + 1,
                               sizeof *binding->allocs);
    if (binding->alloc_capacity > old)
        memset(binding->allocs + old, 0, (binding->alloc_capacity - old) * sizeof *binding->allocs);
    binding->allocs[row] = (struct bind_alloc){.address = address, .bytes = bytes, .kind = kind};
    binding->alloc_count = (size_t)row + 1;
    binding->alloc_changes += kind == MEMORY_DEVICE || kind == MEMORY_MANAGED;
    return row;
}

static uint32_t registered_at(const struct binding *binding, uint64_t address)
{
    for (size_t i = 0; i < binding->registered_count; i++) {
        const struct bind_alloc *alloc = &binding->allocs[binding->registered[i]];
        if (address >= alloc->address && address - alloc->address < alloc->bytes)
            return binding->registered[i];
    }
    return 0;
}

static enum memory_kind kind_of_segment(const struct memory_segment *segment)
{
    switch (segment->kind) {
    case SEGMENT_DEVICE:
        return MEMORY_DEVICE;
    case SEGMENT_MANAGED:
        return MEMORY_MANAGED;
    case SEGMENT_PINNED:
        return MEMORY_PINNED;
    case SEGMENT_OPAQUE:
        return MEMORY_NONE;
    default:
        return MEMORY_PAGEABLE;
    }
}

enum memory_kind bind_memory_kind(const struct binding *binding, uint64_t address)
{
    uint64_t offset;
    const struct memory_segment *segment =
        memory_find(&binding->script->vm.memory, address, &offset);
    if (!segment)
        return MEMORY_NONE;
    enum memory_kind kind = kind_of_segment(segment);
    if (kind == MEMORY_PAGEABLE && registered_at(binding, address))
        return MEMORY_REGISTERED;
    return kind;
}

/* Where a row of the host's memory lies. */
static void note_home(struct binding *binding, const struct memory_segment *segment,
                      uint64_t address, uint32_t row)
{
    struct program_alloc *alloc = &binding->script->program->allocs.rows[row];
    alloc->home = memory_segment_of(address) + 1;
    if (segment->kind == SEGMENT_GLOBAL || segment->kind == SEGMENT_LOCAL)
        alloc->holder = HOLDER_VARIABLE;
    else if (segment->of_vector)
        alloc->holder = HOLDER_VECTOR;
}

enum { OWNER_LOOKS = 1 << 22 };

enum { MEMBERS_DEEP = 16 };

struct owner {
    struct binding *binding;
    uint64_t begin;                    /* of the elements */
    const char *members[MEMBERS_DEEP]; /* by which a vector in an object is reached */
};

/* Whether the vector at the address, or one that is a member of what lies there, has the elements.
 */
static bool is_owner(struct owner *o, uint64_t address, const struct type *type, int depth)
{
    if (type->kind == TYPE_RECORD && type->disguise == DISGUISE_VECTOR) {
        uint64_t first;
        memory_get(&o->binding->script->vm.memory, address, &first, NULL, sizeof first);
        return first == o->begin;
    }
    if (depth == MEMBERS_DEEP || type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE ||
        type->record->is_union)
        return false;
    for (int i = 0; i < type->record->count; i++) {
        const struct member *m = &type->record->members[i];
        o->binding->owner_looks++;
        o->members[depth] = m->name;
        if (is_owner(o, address + (uint64_t)m->offset, m->type, depth + 1))
            return true;
        o->members[depth] = NULL;
    }
    return false;
}

/* Elements that were made for a vector without a name, of which another took them over: the name of
 * that one. */
static void name_of_owner(struct binding *binding, uint64_t begin, struct strbuf *name)
{
    struct memory *memory = &binding->script->vm.memory;
    struct owner o = {.binding = binding, .begin = begin};
    for (size_t i = 0; i < memory->count && binding->owner_looks < OWNER_LOOKS; i++) {
        const struct memory_segment *s = &memory->segments[i];
        const struct type *type = s->made ? s->made->type : NULL;
        binding->owner_looks++;
        if ((s->kind != SEGMENT_LOCAL && s->kind != SEGMENT_GLOBAL) || !s->used || s->freed ||
            !type || s->size != (uint64_t)type->size || !s->made->name || !*s->made->name)
            continue;
        if (!is_owner(&o, memory_address((uint32_t)i), type, 0))
            continue;
        strbuf_adds(name, s->made->name);
        for (int k = 0; k < MEMBERS_DEEP && o.members[k]; k++)
            if (o.members[k][0] && strncmp(o.members[k], "__ns_", 5) != 0)
                strbuf_addf(name, ".%s", o.members[k]);
        return;
    }
}

struct program_range bind_range(struct binding *binding, uint64_t address, uint64_t bytes)
{
    struct memory *memory = &binding->script->vm.memory;
    uint64_t offset;
    struct memory_segment *segment = memory_find(memory, address, &offset);
    if (!segment || segment->kind == SEGMENT_OPAQUE)
        return (struct program_range){.bytes = bytes == LAUNCH_ACCESS_REST ? 0 : bytes};
    uint64_t left = segment->size - offset;
    if (bytes > left)
        bytes = left;
    uint32_t row = binding->registered_count ? registered_at(binding, address) : 0;
    if (row) {
        offset = address - binding->allocs[row].address;
        if (bytes > binding->allocs[row].bytes - offset)
            bytes = binding->allocs[row].bytes - offset;
        return (struct program_range){.alloc = row, .offset = offset, .bytes = bytes};
    }
    if (segment->handle == 0) {
        const char *name = segment->made && segment->made->name ? segment->made->name : "";
        struct strbuf owner;
        strbuf_init(&owner);
        if (!*name && segment->of_vector)
            name_of_owner(binding, address - offset, &owner);
        uint32_t id =
            intern_adds(&binding->script->program->names, owner.length > 0 ? owner.text : name);
        strbuf_release(&owner);
        uint32_t made = bind_add_alloc(binding, kind_of_segment(segment), id, address - offset,
                                       segment->size, 0);
        segment = memory_find(memory, address, &offset);
        segment->handle = (uint64_t)made + 1;
        note_home(binding, segment, address, made);
        if (segment->kind != SEGMENT_DEVICE && segment->kind != SEGMENT_LITERAL)
            memory_track(memory, address);
    }
    binding->script->program->allocs.rows[segment->handle - 1].handed = false; /* so far as known */
    return (struct program_range){
        .alloc = (uint32_t)(segment->handle - 1), .offset = offset, .bytes = bytes};
}

void binding_note_lock(struct binding *binding, uint64_t address)
{
    uint64_t offset;
    const struct memory_segment *segment =
        memory_find(&binding->script->vm.memory, address, &offset);
    if (segment && segment->handle)
        binding->script->program->allocs.rows[segment->handle - 1].locks = true;
    uint32_t row = binding->registered_count ? registered_at(binding, address) : 0;
    if (row)
        binding->script->program->allocs.rows[row].locks = true;
}

struct program_range binding_row_at(const struct binding *binding, uint64_t address, uint64_t bytes)
{
    const struct memory *memory = &binding->script->vm.memory;
    uint32_t id = memory_segment_of(address);
    const struct memory_segment *segment = &memory->segments[id];
    struct program_range range = {.offset = address - memory_address(id), .bytes = bytes};
    if (segment->handle)
        range.alloc = (uint32_t)(segment->handle - 1);
    for (size_t i = 0; segment->locked && i < binding->registered_count; i++) {
        const struct bind_alloc *alloc = &binding->allocs[binding->registered[i]];
        if (alloc->address > address && alloc->address - address < range.bytes)
            range.bytes = alloc->address - address;
        if (address < alloc->address || address - alloc->address >= alloc->bytes)
            continue;
        uint64_t offset = address - alloc->address, left = alloc->bytes - offset;
        return (struct program_range){binding->registered[i], offset, bytes < left ? bytes : left};
    }
    return range;
}

uint32_t bind_find_alloc(const struct binding *binding, uint64_t address)
{
    uint64_t offset;
    const struct memory_segment *segment =
        memory_find(&binding->script->vm.memory, address, &offset);
    return segment && segment->handle && offset == 0 ? (uint32_t)(segment->handle - 1) : 0;
}

/* Where the current call stands, for segments. */
static const struct memory_site *site_of(struct binding *binding, const struct vm_call *call,
                                         uint32_t name)
{
    int line = (int)vm_place(call->vm, call->thread).line;
    const char *text = program_name(binding->script->program, name);
    for (size_t i = binding->site_count; i-- > 0 && binding->site_count - i <= 64;) {
        if (binding->sites[i]->line == line && strcmp(binding->sites[i]->name, text) == 0)
            return binding->sites[i];
    }
    struct memory_site *site = mem_zalloc(sizeof *site);
    site->name = mem_strdup(text);
    site->line = line;
    binding->sites = mem_grow(binding->sites, &binding->site_capacity, binding->site_count + 1,
                              sizeof *binding->sites);
    binding->sites[binding->site_count++] = site;
    return site;
}

/* ---- allocating ---- */

/* cudaMalloc and the others: argument 0 gets the address. */
static enum vm_action make(struct vm_call *call, enum call which, enum memory_kind kind,
                           uint64_t bytes, unsigned flags, struct err *err)
{
    uint64_t address;
    if (bind_pointer(call, 0, "pointer to the address", &address, err) != 0)
        return VM_FAIL;
    if (address == 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    struct binding *binding = binding_of(call);
    uint32_t row = bind_add_alloc(binding, kind, bind_name(call, 0, address), 0, bytes, 0);
    binding->allocs[row].flags = flags;
    bind_record(call, which)->object = row;
    struct bind_pending *pending = bind_pending(call);
    *pending = (struct bind_pending){.row = row, .address = address, .bytes = bytes};
    return VM_SUSPEND;
}

static enum vm_action make_sized(struct vm_call *call, enum call which, enum memory_kind kind,
                                 int flags_at, struct err *err)
{
    uint64_t bytes, flags = 0;
    if (bind_number(call, 1, "size", &bytes, err) != 0 ||
        (flags_at > 0 && flags_at < call->arg_count &&
         bind_number(call, flags_at, "flags", &flags, err) != 0))
        return VM_FAIL;
    /* cudaMemAttachGlobal or cudaMemAttachHost; cudaHostAlloc...: three bits */
    bool managed = kind == MEMORY_MANAGED;
    if (flags_at > 0 && flags_at < call->arg_count &&
        (managed ? flags != 1 && flags != 2 : flags > 7))
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    return make(call, which, kind, bytes, (unsigned)flags, err);
}

static enum vm_action malloc_begin(struct vm_call *call, struct err *err)
{
    return make_sized(call, CALL_cudaMalloc, MEMORY_DEVICE, 0, err);
}

static enum vm_action malloc_host_begin(struct vm_call *call, struct err *err)
{
    return make_sized(call, CALL_cudaMallocHost, MEMORY_PINNED, 2, err);
}

static enum vm_action host_alloc_begin(struct vm_call *call, struct err *err)
{
    return make_sized(call, CALL_cudaHostAlloc, MEMORY_PINNED, 2, err);
}

static enum vm_action managed_begin(struct vm_call *call, struct err *err)
{
    return make_sized(call, CALL_cudaMallocManaged, MEMORY_MANAGED, 2, err);
}

enum { PITCH_UNIT = 512 }; /* texturePitchAlignment and below, as cudaMallocPitch rounds */

static enum vm_action pitch_begin(struct vm_call *call, struct err *err)
{
    uint64_t width, height, pitch_address;
    if (bind_pointer(call, 1, "pointer to the pitch", &pitch_address, err) != 0 ||
        bind_number(call, 2, "width", &width, err) != 0 ||
        bind_number(call, 3, "height", &height, err) != 0)
        return VM_FAIL;
    uint64_t bytes, pitch = (width + PITCH_UNIT - 1) / PITCH_UNIT * PITCH_UNIT;
    if (pitch_address == 0 || width > INT64_MAX / 2)
        return bind_refuse(call, CALL_cudaMallocPitch, CUDA_cudaErrorInvalidValue);
    if (__builtin_mul_overflow(pitch, height, &bytes))
        bytes = INT64_MAX;
    return make(call, CALL_cudaMallocPitch, MEMORY_DEVICE, bytes, 0, err);
}

static enum segment_kind segment_kind(enum memory_kind kind)
{
    return kind == MEMORY_DEVICE    ? SEGMENT_DEVICE
           : kind == MEMORY_MANAGED ? SEGMENT_MANAGED
                                    : SEGMENT_PINNED;
}

/* The allocation is there: its memory, and its address where the program wants it. */
enum vm_action bind_make_finish(struct vm_call *call, const void *answer, struct err *err)
{
    struct binding *binding = binding_of(call);
    const struct bind_pending *pending = bind_pending(call);
    if (((const struct runtime_answer *)answer)->error != 0) {
        binding->lacks_memory = true;
        return bind_finish(call, answer, err);
    }
    uint64_t address = 0;
    struct bind_alloc *alloc = &binding->allocs[pending->row];
    if (pending->bytes > 0) {
        struct memory *memory = &binding->script->vm.memory;
        uint64_t offset;
        uint32_t name = binding->script->program->allocs.rows[pending->row].name;
        if (memory_make(memory, segment_kind(alloc->kind), pending->bytes, false,
                        site_of(binding, call, name), &address, err) != 0)
            return VM_FAIL;
        memory_find(memory, address, &offset)->handle = (uint64_t)pending->row + 1;
        alloc->address = address;
        if (alloc->kind != MEMORY_DEVICE)
            memory_track(memory, address);
    }
    if (bind_write(call, pending->address, address, 8, err) != 0)
        return VM_FAIL;
    return bind_finish(call, answer, err);
}

static enum vm_action pitch_finish(struct vm_call *call, const void *answer, struct err *err)
{
    uint64_t pitch = (call->args[2].u + PITCH_UNIT - 1) / PITCH_UNIT * PITCH_UNIT;
    if (((const struct runtime_answer *)answer)->error == 0 &&
        bind_write(call, call->args[1].u, pitch, 8, err) != 0)
        return VM_FAIL;
    return bind_make_finish(call, answer, err);
}

/* ---- freeing ---- */

static enum vm_action release(struct vm_call *call, enum call which, bool host, struct err *err)
{
    uint64_t address;
    if (bind_pointer(call, 0, "pointer", &address, err) != 0)
        return VM_FAIL;
    uint32_t row = 0;
    if (address != 0) {
        struct binding *binding = binding_of(call);
        row = bind_find_alloc(binding, address);
        enum memory_kind kind = row ? binding->allocs[row].kind : MEMORY_NONE;
        bool fits = host ? kind == MEMORY_PINNED : kind == MEMORY_DEVICE || kind == MEMORY_MANAGED;
        if (!fits) {
            if (!bind_fault_memory(call, which, address, 1, "a free"))
                bind_fault(call, which, FAULT_REFUSED, 0,
                           host ? "this memory is none of cudaMallocHost"
                                : "this memory is none of cudaMalloc");
            return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
        }
    }
    bind_record(call, which)->object = row;
    bind_pending(call)->row = row;
    return VM_SUSPEND;
}

static enum vm_action free_begin(struct vm_call *call, struct err *err)
{
    return release(call, CALL_cudaFree, false, err);
}

static enum vm_action free_host_begin(struct vm_call *call, struct err *err)
{
    return release(call, CALL_cudaFreeHost, true, err);
}

int bind_end_alloc(struct binding *binding, const struct vm_call *call, uint32_t row,
                   struct err *err)
{
    struct bind_alloc *alloc = &binding->allocs[row];
    if (row == 0 || alloc->gone || alloc->address == 0)
        return 0;
    alloc->gone = true;
    binding->alloc_changes++;
    return memory_free(&binding->script->vm.memory, alloc->address, segment_kind(alloc->kind),
                       "cudaFree", site_of(binding, call, 0), err);
}

static enum vm_action free_finish(struct vm_call *call, const void *answer, struct err *err)
{
    /* A sticky error is returned, but the memory is gone. */
    if (((const struct runtime_answer *)answer)->error != CUDA_cudaErrorInvalidValue &&
        bind_end_alloc(binding_of(call), call, bind_pending(call)->row, err) != 0)
        return VM_FAIL;
    bind_pending(call)->row = 0;
    return bind_finish(call, answer, err);
}

/* ---- page-locking what is there ---- */

static enum vm_action register_begin(struct vm_call *call, struct err *err)
{
    struct binding *binding = binding_of(call);
    uint64_t address, bytes, flags, offset;
    if (bind_pointer(call, 0, "pointer", &address, err) != 0 ||
        bind_number(call, 1, "size", &bytes, err) != 0 ||
        bind_number(call, 2, "flags", &flags, err) != 0)
        return VM_FAIL;
    const struct memory_segment *segment =
        memory_find(&binding->script->vm.memory, address, &offset);
    enum memory_kind kind = bind_memory_kind(binding, address);
    if (kind == MEMORY_REGISTERED)
        return bind_refuse(call, CALL_cudaHostRegister, CUDA_cudaErrorHostMemoryAlreadyRegistered);
    if (kind != MEMORY_PAGEABLE || bytes == 0 || bytes > segment->size - offset || flags > 0xf)
        return bind_refuse(call, CALL_cudaHostRegister, CUDA_cudaErrorInvalidValue);
    const char *name = segment->made && segment->made->name ? segment->made->name : "";
    uint32_t row =
        bind_add_alloc(binding, MEMORY_REGISTERED,
                       intern_adds(&binding->script->program->names, name), address, bytes, 0);
    binding->allocs[row].flags = (unsigned)flags;
    note_home(binding, segment, address, row);
    bind_record(call, CALL_cudaHostRegister)->object = row;
    bind_pending(call)->row = row;
    return VM_SUSPEND;
}

static enum vm_action register_finish(struct vm_call *call, const void *answer, struct err *err)
{
    struct binding *binding = binding_of(call);
    if (((const struct runtime_answer *)answer)->error == 0) {
        binding->registered = mem_grow(binding->registered, &binding->registered_capacity,
                                       binding->registered_count + 1, sizeof *binding->registered);
        binding->registered[binding->registered_count++] = bind_pending(call)->row;
        uint64_t address = binding->allocs[bind_pending(call)->row].address, offset;
        struct memory_segment *segment = memory_find(&binding->script->vm.memory, address, &offset);
        if (segment) {
            segment->locked++;
            memory_track(&binding->script->vm.memory, address);
        }
    }
    return bind_finish(call, answer, err);
}

static enum vm_action unregister_begin(struct vm_call *call, struct err *err)
{
    struct binding *binding = binding_of(call);
    uint64_t address;
    if (bind_pointer(call, 0, "pointer", &address, err) != 0)
        return VM_FAIL;
    uint32_t row = registered_at(binding, address);
    bind_pending(call)->row = 0;
    if (!row || binding->allocs[row].address != address)
        return bind_refuse(call, CALL_cudaHostUnregister,
                           row ? CUDA_cudaErrorInvalidValue
                               : CUDA_cudaErrorHostMemoryNotRegistered);
    bind_record(call, CALL_cudaHostUnregister)->object = row;
    bind_pending(call)->row = row;
    return VM_SUSPEND;
}

static enum vm_action unregister_finish(struct vm_call *call, const void *answer, struct err *err)
{
    struct binding *binding = binding_of(call);
    for (size_t i = 0; i < binding->registered_count; i++) {
        if (binding->registered[i] == bind_pending(call)->row) {
            binding->registered[i] = binding->registered[--binding->registered_count];
            uint64_t address = binding->allocs[bind_pending(call)->row].address, offset;
            struct memory_segment *segment =
                memory_find(&binding->script->vm.memory, address, &offset);
            if (segment && segment->locked)
                segment->locked--;
            break;
        }
    }
    return bind_finish(call, answer, err);
}

const struct vm_builtin bind_memory_builtins[] = {
    {"cudaMalloc", malloc_begin, bind_make_finish},
    {"cudaMallocPitch", pitch_begin, pitch_finish},
    {"cudaMallocHost", malloc_host_begin, bind_make_finish},
    {"cudaHostAlloc", host_alloc_begin, bind_make_finish},
    {"cudaMallocManaged", managed_begin, bind_make_finish},
    {"cudaFree", free_begin, free_finish},
    {"cudaFreeHost", free_host_begin, free_finish},
    {"cudaHostRegister", register_begin, register_finish},
    {"cudaHostUnregister", unregister_begin, unregister_finish},
    {0},
};

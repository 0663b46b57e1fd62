/* malloc, new, memcpy: memory of the host, and what moving it costs. */
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/script/lib.h"

#include <inttypes.h>
#include <string.h>

enum { SPEND_TOGETHER = 1000 }; /* ns of host work worth a record of their own */

int lib_size(const struct vm_call *call, int index, uint64_t *bytes, struct err *err)
{
    if (vm_known(call, index, "size", err) != 0)
        return -1;
    *bytes = call->args[index].u;
    return 0;
}

/* Where the program made or freed memory: where the library did it for it, the line that called the
 * library, as nobody has the library's own. */
static const struct memory_site *site_of(const struct vm_call *call)
{
    struct script *script = script_of(call);
    const struct memory_site *own = &call->site->made;
    const struct sources *sources = &script->tu->sources;
    if (call->site->place.file >= sources->count || !sources->files[call->site->place.file].builtin)
        return own;
    const size_t line = vm_place(call->vm, call->thread).line;
    size_t known = script->user_site_lines;
    script->user_sites = mem_grow(script->user_sites, &script->user_site_lines, line + 1,
                                  sizeof(struct script_user_site *));
    for (; known < script->user_site_lines; known++)
        script->user_sites[known] = NULL;
    struct script_user_site *at = script->user_sites[line];
    while (at && (at->site.name != own->name || at->site.type != own->type))
        at = at->next;
    if (at)
        return &at->site;
    at = arena_alloc(&script->arena, sizeof *at);
    *at = (struct script_user_site){*own, script->user_sites[line]};
    at->site.line = (int)line;
    script->user_sites[line] = at;
    return &at->site;
}

int lib_allocate(struct vm_call *call, uint64_t bytes, bool zero, uint64_t *address,
                 struct err *err)
{
    if (memory_make(&call->vm->memory, SEGMENT_HEAP, bytes, zero, site_of(call), address, err) != 0)
        return -1;
    reuse_touch(&script_of(call)->reuse, *address, bytes);
    return 0;
}

/* Charges host time; the record that this may need is made when enough has come together. */
static enum vm_action spend(struct vm_call *call, int64_t ns, const char *moves, uint64_t bytes)
{
    struct script *script = script_of(call);
    struct script_thread *thread = script_running(call);
    bool alone = thread->debt == 0;
    script_charge(script, ns);
    if (thread->debt < SPEND_TOGETHER)
        return VM_OK;
    script->moves = moves;
    script->move_bytes = alone ? bytes : 0;
    script->record = (struct program_record){.call = CALL_host_work, .value = thread->debt};
    thread->debt = 0;
    return VM_SUSPEND;
}

static enum vm_action give(struct vm_call *call, uint64_t bytes, bool zero, struct err *err)
{
    return lib_allocate(call, bytes, zero, &call->result.u, err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_malloc(struct vm_call *call, struct err *err)
{
    uint64_t bytes;
    return lib_size(call, 0, &bytes, err) == 0 ? give(call, bytes, false, err) : VM_FAIL;
}

static enum vm_action do_calloc(struct vm_call *call, struct err *err)
{
    uint64_t count, each, bytes;
    if (lib_size(call, 0, &count, err) != 0 || lib_size(call, 1, &each, err) != 0)
        return VM_FAIL;
    if (__builtin_mul_overflow(count, each, &bytes))
        bytes = UINT64_MAX;
    return give(call, bytes, true, err);
}

static enum vm_action do_aligned_alloc(struct vm_call *call, struct err *err)
{
    uint64_t bytes;
    return lib_size(call, 1, &bytes, err) == 0 ? give(call, bytes, false, err) : VM_FAIL;
}

static enum vm_action do_posix_memalign(struct vm_call *call, struct err *err)
{
    uint64_t bytes, address;
    if (vm_known(call, 0, "pointer", err) != 0 || lib_size(call, 2, &bytes, err) != 0 ||
        lib_allocate(call, bytes, false, &address, err) != 0 ||
        vm_write_bytes(call, call->args[0].u, &address, sizeof address, 0, err) != 0)
        return VM_FAIL;
    return VM_OK;
}

int lib_release(struct vm_call *call, uint64_t address, const char *what, struct err *err)
{
    struct memory *m = &call->vm->memory;
    if (memory_free(m, address, SEGMENT_HEAP, what, site_of(call), err) != 0)
        return -1;
    if (m->lenient) { /* the user's line, of who calls the library */
        const struct place place = vm_place(call->vm, call->thread);
        memory_keep_place(m, address,
                          (struct memory_place){place.file, place.line, place.column, 0});
    }
    return 0;
}

static int release(struct vm_call *call, const char *what, struct err *err)
{
    if (vm_known(call, 0, "pointer", err) != 0)
        return -1;
    return call->args[0].u == 0 ? 0 : lib_release(call, call->args[0].u, what, err);
}

static enum vm_action do_free(struct vm_call *call, struct err *err)
{
    return release(call, "free", err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_delete(struct vm_call *call, struct err *err)
{
    return release(call, "delete", err) == 0 ? VM_OK : VM_FAIL;
}

/* The n of new T[n]{...} with so many values; an unknown one is refused as the size. */
static enum vm_action do_new_count(struct vm_call *call, struct err *err)
{
    call->result = call->args[0];
    if (call->args[0].tag & MEMORY_UNKNOWN || call->args[0].u >= call->args[1].u)
        return VM_OK;
    err_set(err, ERR_INPUT, "new of %" PRIu64 " elements, but %" PRIu64 " values in braces",
            call->args[0].u, call->args[1].u);
    err_hint(err, "a program that is run ends here, by std::bad_array_new_length");
    return VM_FAIL;
}

/* How much was allocated at this address; what delete[] then refuses has none. */
static enum vm_action do_new_bytes(struct vm_call *call, struct err *err)
{
    uint64_t offset;
    if (vm_known(call, 0, "pointer", err) != 0)
        return VM_FAIL;
    const struct memory_segment *s = memory_find(&call->vm->memory, call->args[0].u, &offset);
    bool whole = s != NULL && s->kind == SEGMENT_HEAP && offset == 0;
    call->result.u = whole ? s->size : 0;
    return VM_OK;
}

static enum vm_action do_munmap(struct vm_call *call, struct err *err)
{
    return release(call, "munmap", err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_mmap(struct vm_call *call, struct err *err)
{
    uint64_t bytes;
    return lib_size(call, 1, &bytes, err) == 0 ? give(call, bytes, true, err) : VM_FAIL;
}

static enum vm_action do_realloc(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    uint64_t bytes, old, offset;
    if (vm_known(call, 0, "pointer", err) != 0 || lib_size(call, 1, &bytes, err) != 0)
        return VM_FAIL;
    old = call->args[0].u;
    if (lib_allocate(call, bytes, false, &call->result.u, err) != 0)
        return VM_FAIL;
    if (old == 0)
        return VM_OK;
    const struct memory_segment *s = memory_find(m, old, &offset);
    uint64_t kept = s == NULL ? 0 : s->size < bytes ? s->size : bytes;
    memory_note(m, old, kept, false);
    if (s != NULL && s->kind == SEGMENT_HEAP && offset == 0 &&
        memory_copy(m, call->result.u, old, kept, err) != 0)
        return VM_FAIL;
    return lib_release(call, old, "realloc", err) == 0 ? VM_OK : VM_FAIL;
}

/* ---- moving ---- */

/* What it takes to read or to write the bytes, which are touched. */
static int64_t move_cost(struct vm_call *call, enum profile_key per_mib, uint64_t address,
                         uint64_t bytes)
{
    struct script *script = script_of(call);
    int64_t cost = reuse_cost(&script->reuse, &script->profile->curve[per_mib], address, bytes);
    reuse_touch(&script->reuse, address, bytes);
    return cost;
}

/* `from` 0: nothing is read. */
static enum vm_action spend_move(struct vm_call *call, const char *name, uint64_t to, uint64_t from,
                                 uint64_t bytes)
{
    if (script_of(call)->profile == NULL)
        return VM_OK;
    script_of(call)->program->moves_on_host = true;
    int64_t reads = from ? move_cost(call, PROFILE_host_read_per_mib, from, bytes) : 0;
    int64_t writes = move_cost(call, PROFILE_host_write_per_mib, to, bytes);
    enum vm_action action = spend(call, duration_add(reads, writes), name, bytes);
    if (action == VM_SUSPEND) {
        script_of(call)->move_from = from;
        script_of(call)->move_reads = bytes;
    }
    return action;
}

static enum vm_action do_memcpy(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    uint64_t bytes, to, from;
    if (vm_known(call, 0, "pointer", err) != 0 || vm_known(call, 1, "pointer", err) != 0 ||
        lib_size(call, 2, &bytes, err) != 0)
        return VM_FAIL;
    to = call->args[0].u;
    from = call->args[1].u;
    call->result.u = to;
    if (bytes == 0)
        return VM_OK;
    if (memory_check(m, from, bytes, true, "host read", err) != 0 ||
        memory_check_write(m, to, bytes, "host write", err) != 0)
        return VM_FAIL;
    memory_note(m, from, bytes, false);
    memory_note(m, to, bytes, true);
    if (memory_copy(m, to, from, bytes, err) != 0)
        return VM_FAIL;
    const char *name = call->site->function ? call->site->function->name : "memcpy";
    return spend_move(call, name, to, from, bytes);
}

static enum vm_action do_memset(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    uint64_t bytes, to;
    if (vm_known(call, 0, "pointer", err) != 0 || lib_size(call, 2, &bytes, err) != 0)
        return VM_FAIL;
    call->result.u = to = call->args[0].u;
    if (bytes == 0)
        return VM_OK;
    if (memory_check_write(m, to, bytes, "host write", err) != 0)
        return VM_FAIL;
    memory_note(m, to, bytes, true);
    int r = call->args[1].tag & MEMORY_UNKNOWN
                ? memory_set_unknown(m, to, bytes, err)
                : memory_set(m, to, (uint8_t)call->args[1].u, bytes, err);
    return r == 0 ? spend_move(call, "memset", to, 0, bytes) : VM_FAIL;
}

/* Both return their first argument. */
static enum vm_action finish_move(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer;
    (void)err;
    call->result.u = call->args[0].u;
    return VM_OK;
}

static enum vm_action do_memcmp(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    uint64_t bytes;
    if (vm_known(call, 0, "pointer", err) != 0 || vm_known(call, 1, "pointer", err) != 0 ||
        lib_size(call, 2, &bytes, err) != 0)
        return VM_FAIL;
    if (bytes == 0)
        return VM_OK;
    uint64_t a = call->args[0].u, b = call->args[1].u;
    if (memory_check(m, a, bytes, true, "host read", err) != 0 ||
        memory_check(m, b, bytes, true, "host read", err) != 0)
        return VM_FAIL;
    uint64_t done = 0;
    int order = 0;
    unsigned tags = 0;
    while (done < bytes && order == 0 && !(tags & MEMORY_UNKNOWN)) {
        uint8_t x[4096], y[4096];
        uint64_t part = bytes - done < sizeof x ? bytes - done : sizeof x;
        tags |= memory_get(m, a + done, x, NULL, part) | memory_get(m, b + done, y, NULL, part);
        for (uint64_t i = 0; i < part && order == 0; i++)
            order = x[i] - y[i]; /* as glibc's */
        done += part;
    }
    memory_note(m, a, done, false);
    memory_note(m, b, done, false);
    call->result.i = order;
    call->result.tag = tags;
    return VM_OK;
}

/* The cached path: a loop that assigns `{a, b}` zeroes the record in each turn. */
static bool zero_small(struct memory *m, uint64_t address, uint64_t bytes)
{
    enum { SMALL = 256 };
    const struct memory_line *line =
        bytes <= SMALL ? memory_fast(m, m->writes, address, (unsigned)bytes) : NULL;
    uint32_t at = (uint32_t)address % MEMORY_PAGE;
    if (line == NULL)
        return false;
    memset(line->data + at, 0, bytes);
    if (line->tags != NULL)
        memset(line->tags + at, 0, bytes);
    return true;
}

static enum vm_action do_zero(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    uint64_t bytes;
    if (vm_known(call, 0, "pointer", err) != 0 || lib_size(call, 1, &bytes, err) != 0)
        return VM_FAIL;
    if (bytes == 0 || zero_small(m, call->args[0].u, bytes))
        return VM_OK;
    if (memory_check_write(m, call->args[0].u, bytes, "host write", err) != 0)
        return VM_FAIL;
    memory_note(m, call->args[0].u, bytes, true);
    return memory_set_zero(m, call->args[0].u, bytes, err) == 0 ? VM_OK : VM_FAIL;
}

/* What goes into a file, or comes from one, that there is not: the bytes are touched all the same.
 */
static enum vm_action touch(struct vm_call *call, bool write, struct err *err)
{
    struct memory *m = &call->vm->memory;
    uint64_t bytes;
    if (vm_known(call, 0, "pointer", err) != 0 || lib_size(call, 1, &bytes, err) != 0)
        return VM_FAIL;
    uint64_t at = call->args[0].u;
    if (bytes == 0)
        return VM_OK;
    if (write ? memory_check_write(m, at, bytes, "host write", err)
              : memory_check(m, at, bytes, true, "host read", err))
        return VM_FAIL;
    memory_note(m, at, bytes, write);
    return VM_OK;
}

static enum vm_action do_read_bytes(struct vm_call *call, struct err *err)
{
    return touch(call, false, err);
}

static enum vm_action do_write_bytes(struct vm_call *call, struct err *err)
{
    return touch(call, true, err);
}

const struct vm_builtin lib_memory[] = {
    {"malloc", do_malloc, NULL},
    {"calloc", do_calloc, NULL},
    {"realloc", do_realloc, NULL},
    {"free", do_free, NULL},
    {"aligned_alloc", do_aligned_alloc, NULL},
    {"posix_memalign", do_posix_memalign, NULL},
    {"mmap", do_mmap, NULL},
    {"munmap", do_munmap, NULL},
    {"mlock", lib_nothing, NULL},
    {"munlock", lib_nothing, NULL},
    {"__ns_new", do_malloc, NULL},
    {"__ns_new_count", do_new_count, NULL},
    {"__ns_delete", do_delete, NULL},
    {"__ns_new_bytes", do_new_bytes, NULL},
    {"__ns_vla", do_malloc, NULL},
    {"__ns_vla_end", do_free, NULL},
    {"__ns_zero", do_zero, NULL},
    {"__ns_read_bytes", do_read_bytes, NULL},
    {"__ns_write_bytes", do_write_bytes, NULL},
    {"memcpy", do_memcpy, finish_move},
    {"memmove", do_memcpy, finish_move},
    {"memset", do_memset, finish_move},
    {"memcmp", do_memcmp, NULL},
    {NULL, NULL, NULL},
};

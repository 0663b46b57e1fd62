/* A launch's row of program.launches: geometry, cost, accesses, arguments. Equal launches are found
 * again without looking at the kernel. */
#include "sim/base/mem.h"
#include "sim/base/mix.h"
#include "sim/script/binding_inside.h"
#include "sim/script/kernel_hint.h"
#include "sim/script/launch_spin.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RECORD = 4096, CACHE_ROWS = 4096 };

/* ---- equal launches ---- */

struct cached {
    uint64_t *key;
    size_t length, capacity; /* in words */
    uint32_t row;
};

struct launch_cache {
    struct cached rows[CACHE_ROWS];
    struct cached key; /* of the launch being made; row: none */
};

struct launch_cache *launch_cache_new(void)
{
    return mem_zalloc(sizeof(struct launch_cache));
}

void launch_cache_free(struct launch_cache *cache)
{
    if (!cache)
        return;
    for (size_t i = 0; i < CACHE_ROWS; i++)
        free(cache->rows[i].key);
    free(cache->key.key);
    free(cache);
}

static void key_add(struct cached *key, uint64_t word)
{
    key->key = mem_grow(key->key, &key->capacity, key->length + 1, sizeof *key->key);
    key->key[key->length++] = word;
}

/* Everything that a launch's row depends on, records by their bytes. *hash: of the key; *scalars:
 * of what is no pointer. */
static void make_key(const struct vm_call *call, const struct bind_launching *l, uint64_t *hash,
                     uint64_t *scalars)
{
    const struct binding *binding = binding_of(call);
    struct cached *key = &binding->cache->key;
    const struct function *function = binding->costs.kernels[l->kernel].function;
    key->length = 0;
    key_add(key, (uint64_t)l->kernel | (uint64_t)l->cooperative << 32 | (uint64_t)l->cluster << 40);
    for (int i = 0; i < 3; i++)
        key_add(key, (uint64_t)l->grid[i] << 32 | l->block[i]);
    key_add(key, l->shared);
    if (binding->kernels[l->kernel].follows)
        key_add(key, binding->alloc_changes);
    key_add(key, (uint64_t)(uint32_t)l->priority << 32 | (uint32_t)l->carveout);
    size_t first = key->length;
    uint64_t tags = 0;
    *scalars = 0;
    for (int i = 0; i < l->arg_count; i++) {
        const struct type *type = function->locals[i]->type;
        tags = tags << 1 | (l->args[i].tag & MEMORY_UNKNOWN);
        if (type->kind != TYPE_RECORD) {
            uint64_t bits = l->args[i].u;
            if (type_is_floating(type) && type->size == 4) /* a float is half of its cell */
                bits = (uint32_t)bits;
            key_add(key, bits);
            if (type->kind != TYPE_POINTER && type->kind != TYPE_REFERENCE)
                *scalars = mix(*scalars, bits);
            continue;
        }
        uint64_t bytes[MOST_RECORD / 8] = {0};
        uint64_t size = (uint64_t)type->size, offset;
        const struct memory_segment *segment =
            memory_find(&call->vm->memory, l->args[i].u, &offset);
        if (size <= MOST_RECORD && segment && size <= segment->size - offset)
            tags = tags << 1 | (memory_get(&call->vm->memory, l->args[i].u, bytes, NULL, size) &
                                MEMORY_UNKNOWN);
        else
            size = 8;
        for (uint64_t w = 0; w < (size + 7) / 8; w++)
            key_add(key, bytes[w]);
    }
    key_add(key, tags);
    *hash = 0;
    for (size_t i = 0; i < first; i++)
        *hash = mix(*hash, key->key[i]);
    for (size_t i = first; i < key->length; i++)
        *hash = mix(*hash, key->key[i]);
}

/* ---- cost and accesses ---- */

#define CLAUSE_MOST 9e18 /* what a count of ns or bytes holds */

static int64_t to_ns(double ns)
{
    return ns < 0 ? -1 : ns > CLAUSE_MOST ? INT64_MAX / 2 : (int64_t)(ns + 0.5);
}

/* What a clause says: its name, and the unit that a reader knows its value in. */
struct clause_kind {
    const char *what, *unit;
    double scale; /* value / scale is in that unit */
};

static const struct clause_kind kernel_time = {"time", " us", 1000};
static const struct clause_kind flops = {"number of flops", "", 1};
static const struct clause_kind memory_bytes = {"memory traffic", " bytes", 1};
static const struct clause_kind registers = {"number of registers", "", 1};
static const struct clause_kind shared_bytes = {"shared memory", " bytes", 1};
static const struct clause_kind access_bytes = {"size of an access", " bytes", 1};

/* The value of a clause that has to be known. */
static int clause_value(const struct launch_scope *scope, const struct kernel_cost *cost,
                        const struct expr *e, const struct clause_kind *kind, double *value,
                        struct err *err)
{
    struct launch_value v = launch_value(scope, e);
    const char *name = cost->function->display_name;
    if (!v.known) {
        err_set(err, ERR_INPUT, "the %s of kernel `%s` depends on what is unknown here", kind->what,
                name);
        return launch_varies(e) ? err_hint(err, "a clause is for all blocks, whatever blockIdx and "
                                                "threadIdx are: where blocks take different times, "
                                                "time(E) says how long all of them take together")
                                : -1;
    }
    *value = launch_number(v);
    if (*value >= 0 && *value <= CLAUSE_MOST)
        return 0;
    if (isnan(*value))
        err_set(err, ERR_INPUT, "the %s of kernel `%s` is no number here", kind->what, name);
    else
        err_set(err, ERR_INPUT, "the %s of kernel `%s` is %g%s here: %s", kind->what, name,
                *value / kind->scale, kind->unit,
                *value < 0 ? "it cannot be less than 0" : "that is too much");
    return e->place.line ? err_hint(err, "line %d says how it is found", e->place.line) : -1;
}

static bool is_spinning(const struct kernel_cost *cost)
{
    return cost->spins && cost->fixed < 0;
}

static int set_cost(const struct launch_scope *scope, const struct kernel_cost *cost,
                    struct program_launch *row, struct err *err)
{
    double value;
    row->cost = cost->kind;
    if (cost->fixed >= 0) {
        row->time = cost->fixed;
    } else if (cost->guessed || is_spinning(cost)) { /* the latter: see set_spin() */
        row->time = DEFAULT_KERNEL_TIME;
    } else if (cost->kind != COST_WORK) {
        if (clause_value(scope, cost, cost->time, &kernel_time, &value, err) != 0)
            return -1;
        row->time = to_ns(value);
    } else {
        if (cost->flops) {
            if (clause_value(scope, cost, cost->flops, &flops, &value, err) != 0)
                return -1;
            row->flops = to_ns(value);
        }
        if (cost->bytes) {
            if (clause_value(scope, cost, cost->bytes, &memory_bytes, &value, err) != 0)
                return -1;
            row->bytes = to_ns(value);
        }
    }
    row->registers = DEFAULT_KERNEL_REGISTERS;
    if (cost->regs) {
        if (clause_value(scope, cost, cost->regs, &registers, &value, err) != 0)
            return -1;
        row->registers = value > 65536 ? 65536 : (uint32_t)value;
    }
    return 0;
}

/* Static shared memory, of the pragma or of the body. */
static int static_shared(const struct launch_scope *scope, const struct kernel_cost *cost,
                         uint64_t *bytes, struct err *err)
{
    double value;
    *bytes = cost->static_shared;
    if (!cost->shared)
        return 0;
    if (clause_value(scope, cost, cost->shared, &shared_bytes, &value, err) != 0)
        return -1;
    *bytes = (uint64_t)value;
    return 0;
}

static int find_accesses(const struct launch_scope *scope, const struct kernel_cost *cost,
                         struct launch_access_list *list, struct err *err)
{
    launch_access_begin(list);
    if (cost->clause_count == 0) {
        launch_access_find(scope, list);
        return 0;
    }
    for (int i = 0; i < cost->clause_count; i++) {
        const struct kernel_clause *clause = &cost->clauses[i];
        struct launch_value pointer = launch_value(scope, clause->pointer);
        double bytes;
        if (!pointer.known || pointer.floating)
            return err_set(err, ERR_INPUT, "a pointer that kernel `%s` %s is unknown here",
                           cost->function->display_name,
                           clause->mode == ACCESS_READ    ? "reads"
                           : clause->mode == ACCESS_WRITE ? "writes"
                                                          : "updates");
        if (clause_value(scope, cost, clause->bytes, &access_bytes, &bytes, err) != 0)
            return -1;
        if (pointer.i != 0 && bytes > 0)
            launch_access_add(list, (uint64_t)pointer.i, (uint64_t)bytes, clause->mode, true);
        else if (bytes > 0 && clause->pointer->kind == EXPR_LOCAL)
            launch_access_wild(list, &(struct launch_wild){.parameter = clause->pointer->var,
                                                           .mode = clause->mode});
    }
    launch_access_mark_atomics(scope, list);
    launch_access_find_unnamed(scope, list);
    return 0;
}

/* A kernel may be given what was freed already: `check` finds that. */
static struct program_range freed_range(const struct memory *memory, uint64_t address,
                                        uint64_t bytes)
{
    uint64_t offset;
    const struct memory_segment *segment = memory_find_freed(memory, address, &offset);
    if (segment == NULL || segment->handle == 0 || segment->kind == SEGMENT_OPAQUE)
        return (struct program_range){0};
    uint64_t left = segment->size - offset;
    return (struct program_range){.alloc = (uint32_t)(segment->handle - 1),
                                  .offset = offset,
                                  .bytes = bytes > left ? left : bytes};
}

/* Whether one of the rows says already that all of the allocation may be touched so. */
static bool is_covered(const struct program_access *rows, size_t count,
                       const struct program_access *wanted)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].range.alloc == wanted->range.alloc && rows[i].range.offset == 0 &&
            rows[i].range.bytes == wanted->range.bytes && (wanted->mode & ~rows[i].mode) == 0)
            return true;
    return false;
}

static bool is_leaving(const struct binding *binding, uint32_t alloc)
{
    for (size_t i = 0; i < binding->leaving_count; i++)
        if (binding->leaving[i].alloc == alloc)
            return true;
    return false;
}

/* What a kernel may touch that follows pointers in memory: all that the device has now. */
static size_t add_anywhere(struct binding *binding, uint8_t mode, size_t own)
{
    size_t count = own;
    for (uint32_t i = 1; i < binding->alloc_count; i++) {
        const struct bind_alloc *alloc = &binding->allocs[i];
        const struct program_access access = {
            .range = {.alloc = i, .bytes = alloc->bytes}, .mode = mode, .followed = true};
        if (alloc->gone || alloc->address == 0 || alloc->bytes == 0 || is_leaving(binding, i) ||
            (alloc->kind != MEMORY_DEVICE && alloc->kind != MEMORY_MANAGED) ||
            is_covered(binding->rows, own, &access))
            continue;
        binding->rows =
            mem_grow(binding->rows, &binding->row_capacity, count + 1, sizeof *binding->rows);
        binding->rows[count++] = access;
    }
    return count;
}

static size_t access_rows(struct binding *binding, const struct launch_access_list *list)
{
    size_t count = 0;
    binding->rows =
        mem_grow(binding->rows, &binding->row_capacity, list->count + 1, sizeof *binding->rows);
    for (size_t i = 0; i < list->count; i++) {
        const struct launch_access *access = &list->rows[i];
        struct program_range range = bind_range(binding, access->address, access->bytes);
        if (range.alloc == 0)
            range = freed_range(&binding->script->vm.memory, access->address, access->bytes);
        if (range.alloc == 0 || range.bytes == 0)
            continue;
        binding->rows[count++] = (struct program_access){
            .range = range, .mode = access->mode, .certain = access->certain};
    }
    return list->anywhere ? add_anywhere(binding, list->anywhere, count) : count;
}

/* Where an access is only possible: what would make it certain. */
static void note_hint(struct binding *binding, const struct program_launch *launch,
                      const struct kernel_cost *cost, size_t access_count)
{
    struct program *program = binding->script->program;
    struct program_kernel *kernel = &program->kernels.rows[launch->kernel];
    bool possible = false;
    for (size_t i = 0; i < access_count; i++)
        possible |= !binding->rows[i].certain;
    /* clauses for a thread an element would leave out what it touches in turns, or follows */
    if (!possible || kernel->touches || binding->accesses.in_loops || binding->accesses.anywhere)
        return;
    if (binding->accesses.sparse) {
        kernel->sparse = true;
        return;
    }
    struct strbuf hint;
    strbuf_init(&hint);
    kernel_hint(&hint, cost, launch->grid, launch->block, &binding->accesses);
    if (hint.length)
        kernel->touches = intern_adds(&program->names, hint.text);
    strbuf_release(&hint);
}

/* What a kernel by work reads of the host's memory counts as if it were the device's: said where
 * that is an eighth of its bytes or more. */
static void say_mapped(const struct vm_call *call, const struct bind_launching *l,
                       const struct program_launch *launch, size_t count)
{
    struct binding *binding = binding_of(call);
    const struct program *program = binding->script->program;
    bool *said = &binding->kernels[l->kernel].said_mapped;
    for (size_t i = 0; i < count && launch->bytes > 0 && !*said; i++) {
        const struct program_alloc *alloc = &program->allocs.rows[binding->rows[i].range.alloc];
        if ((alloc->kind != MEMORY_PINNED && alloc->kind != MEMORY_REGISTERED) ||
            binding->rows[i].range.bytes < (uint64_t)launch->bytes / 8)
            continue;
        *said = true;
        vm_warn(call->vm, call->site->place,
                "kernel `%.40s` touches `%.40s`, which is the host's, at the rate of the device's "
                "memory here; give it a time()",
                binding->costs.kernels[l->kernel].function->display_name,
                program_name(program, alloc->name));
    }
}

/* What the spin_us of the body come to; where that is not known, it is said why. */
static int set_spin(const struct vm_call *call, const struct bind_launching *l,
                    const struct launch_scope *scope, struct program_launch *row, struct err *err)
{
    struct binding *binding = binding_of(call);
    struct kernel_cost *cost = &binding->costs.kernels[l->kernel];
    struct program_kernel *kernel = &binding->script->program->kernels.rows[row->kernel];
    const char *name = cost->function->name;
    if (!is_spinning(cost))
        return 0;
    struct launch_spin spin = launch_spin(scope);
    cost->from_memory = cost->from_memory || spin.read_memory;
    if (spin.known && spin.us * 1000 > CLAUSE_MOST) {
        err_set(err, ERR_INPUT, "the time of kernel `%s` is %g us here: that is too much", name,
                spin.us);
        return err_hint(err, "line %d says how it is found", spin.place.line);
    }
    if (spin.known) {
        row->time = to_ns(spin.us * 1000);
        return 0;
    }
    if (binding->script->settings->strict) {
        err_set(err, ERR_INPUT, "how long kernel `%s` spins is not known: %s (line %" PRIu32 ")",
                name, spin.why, spin.place.line);
        return err_hint(err, "#pragma nullstream kernel(%s) %s goes before spin_us", name,
                        spin.by_block ? "time(E), how long all blocks take together,"
                                      : "block_time(E)");
    }
    row->cost = COST_TIME;
    kernel->guessed = true;
    if (binding->kernels[l->kernel].said)
        return 0;
    binding->kernels[l->kernel].said = true;
    if (spin.by_block)
        vm_remark(call->vm, spin.place,
                  "the blocks of kernel `%s` spin for different times, by blockIdx, which is not "
                  "followed: 100 us assumed; time(E) in a pragma, or --cost %s=TIME, says how long "
                  "all of them take together",
                  name, name);
    else
        vm_remark(call->vm, spin.place,
                  "how long kernel `%s` spins is not known, as %s: 100 us assumed; --cost %s=TIME "
                  "sets it",
                  name, spin.why, name);
    return 0;
}

static int make_row(const struct vm_call *call, enum call which, const struct bind_launching *l,
                    uint64_t scalars, uint32_t *row, bool *at_fault, struct err *err)
{
    struct binding *binding = binding_of(call);
    const struct kernel_cost *cost = &binding->costs.kernels[l->kernel];
    struct launch_scope scope = {.kernel = cost->function,
                                 .args = l->args,
                                 .arg_count = l->arg_count,
                                 .memory = &call->vm->memory,
                                 .globals = call->vm->code->globals};
    memcpy(scope.grid, l->grid, sizeof scope.grid);
    memcpy(scope.block, l->block, sizeof scope.block);
    struct program_launch launch = {.kernel = bind_kernel_row(binding, l->kernel),
                                    .carveout = l->carveout,
                                    .priority = l->priority,
                                    .cooperative = l->cooperative,
                                    .cluster_blocks =
                                        l->cluster < UINT8_MAX ? (uint8_t)l->cluster : UINT8_MAX,
                                    .fails = cost->fails,
                                    .arguments = scalars};
    memcpy(launch.grid, l->grid, sizeof launch.grid);
    memcpy(launch.block, l->block, sizeof launch.block);
    uint64_t fixed;
    if (set_cost(&scope, cost, &launch, err) != 0 || set_spin(call, l, &scope, &launch, err) != 0 ||
        static_shared(&scope, cost, &fixed, err) != 0 ||
        find_accesses(&scope, cost, &binding->accesses, err) != 0)
        return -1;
    uint64_t shared = fixed + l->shared;
    launch.shared_bytes =
        shared > UINT32_MAX || l->shared > UINT32_MAX ? UINT32_MAX : (uint32_t)shared;
    if (binding->accesses.anywhere)
        binding->kernels[l->kernel].follows = true;
    if (!launch.fails && bind_launch_fails(call))
        launch.fails = CUDA_cudaErrorIllegalAddress;
    size_t count = access_rows(binding, &binding->accesses);
    note_hint(binding, &launch, cost, count);
    say_mapped(call, l, &launch, count);
    *row = program_add_launch(binding->script->program, &launch, binding->rows, count);
    *at_fault = bind_launch_fault(call, which, *row);
    return 0;
}

static int say_guess(const struct vm_call *call, const struct bind_launching *l, struct err *err)
{
    struct binding *binding = binding_of(call);
    const struct kernel_cost *cost = &binding->costs.kernels[l->kernel];
    if (!cost->guessed || binding->kernels[l->kernel].said)
        return 0;
    const char *name = cost->function->name;
    if (binding->script->settings->strict) {
        err_set(err, ERR_INPUT, "kernel `%s` has no cost", name);
        return err_hint(err,
                        "say how long it takes: #pragma nullstream kernel(%s) time(400us), or "
                        "--cost %s=400us",
                        name, name);
    }
    binding->kernels[l->kernel].said = true;
    vm_remark(call->vm, cost->function->place,
              "kernel `%s` has no cost: 100 us assumed; --cost %s=TIME sets it", name, name);
    return 0;
}

enum vm_action bind_launch(struct vm_call *call, enum call which, const struct bind_launching *l,
                           struct err *err)
{
    struct binding *binding = binding_of(call);
    struct launch_cache *cache = binding->cache;
    uint64_t hash, scalars;
    uint32_t row;
    if (say_guess(call, l, err) != 0)
        return VM_FAIL;
    for (int i = 0; i < l->arg_count; i++)
        bind_note_timed(call, (unsigned)l->args[i].tag);
    /* more threads than __launch_bounds__ allows (tried on an H200) */
    int bound = binding->costs.kernels[l->kernel].function->max_threads;
    if (bound &&
        (uint64_t)l->block[0] * l->block[1] > (uint64_t)bound / (l->block[2] ? l->block[2] : 1)) {
        bind_fault(call, which, FAULT_REFUSED, 0,
                   "its blocks have more threads than __launch_bounds__ allows");
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    }
    make_key(call, l, &hash, &scalars);
    struct cached *slot = &cache->rows[hash % CACHE_ROWS];
    struct cached *key = &cache->key;
    if (slot->row && slot->length == key->length &&
        memcmp(slot->key, key->key, key->length * sizeof *key->key) == 0 &&
        !binding->costs.kernels[l->kernel].from_memory) {
        row = slot->row;
    } else {
        bool at_fault; /* to be told of each line that launches it */
        if (make_row(call, which, l, scalars, &row, &at_fault, err) != 0)
            return VM_FAIL;
        struct cached old = *slot;
        if (!at_fault) {
            *slot = *key;
            slot->row = row;
            *key = old;
        }
    }
    bind_launch_shared(call, which, l, row);
    struct program_record *record = bind_record(call, which);
    record->stream = l->stream;
    record->object = row;
    return VM_SUSPEND;
}

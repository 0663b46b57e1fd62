/* Launches: `<<<>>>` and the calls that do the same. Geometry, cost, accesses and arguments become
 * a row of program.launches; equal launches are found again without looking at the kernel. */
#include "sim/script/binding_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 256, MOST_RECORD = 4096, CACHE_ROWS = 4096 };

struct launching {
    int kernel; /* row of costs.kernels */
    uint32_t grid[3], block[3];
    uint64_t shared; /* dynamic bytes */
    uint32_t stream;
    int32_t priority;
    int carveout;
    bool cooperative;
    uint32_t cluster;
    const struct vm_cell *args;
    int arg_count;
};

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

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* Everything that a launch's row depends on, records by their bytes. *hash: of the key; *scalars:
 * of what is no pointer. */
static void make_key(const struct vm_call *call, const struct launching *l, uint64_t *hash,
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
    key_add(key, (uint64_t)(uint32_t)l->priority << 32 | (uint32_t)l->carveout);
    size_t first = key->length;
    uint64_t tags = 0;
    *scalars = 0;
    for (int i = 0; i < l->arg_count; i++) {
        const struct type *type = function->locals[i]->type;
        tags = tags << 1 | (l->args[i].tag & MEMORY_UNKNOWN);
        if (type->kind != TYPE_RECORD) {
            key_add(key, l->args[i].u);
            if (type->kind != TYPE_POINTER && type->kind != TYPE_REFERENCE)
                *scalars = mix(*scalars, l->args[i].u);
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

static int64_t to_ns(double ns)
{
    return ns < 0 ? -1 : ns > 9e18 ? INT64_MAX / 2 : (int64_t)(ns + 0.5);
}

/* The value of a clause that has to be known. */
static int clause_value(const struct launch_scope *scope, const struct kernel_cost *cost,
                        const struct expr *e, const char *what, double *value, struct err *err)
{
    struct launch_value v = launch_value(scope, e);
    const char *name = cost->function->display_name;
    if (!v.known)
        return err_set(err, ERR_INPUT, "the %s of kernel `%s` depends on what is unknown here",
                       what, name);
    *value = launch_number(v);
    if (!(*value >= 0) || *value > 9e18)
        return err_set(err, ERR_INPUT, "the %s of kernel `%s` is %g here", what, name, *value);
    return 0;
}

static int set_cost(const struct launch_scope *scope, const struct kernel_cost *cost,
                    struct program_launch *row, struct err *err)
{
    double value;
    row->cost = cost->kind;
    if (cost->fixed >= 0) {
        row->time = cost->fixed;
    } else if (cost->guessed) {
        row->time = DEFAULT_KERNEL_TIME;
    } else if (cost->kind != COST_WORK) {
        if (clause_value(scope, cost, cost->time, "time", &value, err) != 0)
            return -1;
        row->time = to_ns(cost->spins ? value * 1000 : value);
    } else {
        if (cost->flops) {
            if (clause_value(scope, cost, cost->flops, "flops", &value, err) != 0)
                return -1;
            row->flops = to_ns(value);
        }
        if (cost->bytes) {
            if (clause_value(scope, cost, cost->bytes, "bytes", &value, err) != 0)
                return -1;
            row->bytes = to_ns(value);
        }
    }
    row->registers = DEFAULT_KERNEL_REGISTERS;
    if (cost->regs) {
        if (clause_value(scope, cost, cost->regs, "registers", &value, err) != 0)
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
    if (clause_value(scope, cost, cost->shared, "shared memory", &value, err) != 0)
        return -1;
    *bytes = (uint64_t)value;
    return 0;
}

static int find_accesses(const struct launch_scope *scope, const struct kernel_cost *cost,
                         struct launch_access_list *list, struct err *err)
{
    list->count = 0;
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
                           clause->mode == ACCESS_READ ? "reads" : "writes");
        if (clause_value(scope, cost, clause->bytes, "bytes", &bytes, err) != 0)
            return -1;
        if (pointer.i != 0 && bytes > 0)
            launch_access_add(list, (uint64_t)pointer.i, (uint64_t)bytes, clause->mode, true);
    }
    return 0;
}

static size_t access_rows(struct binding *binding, const struct launch_access_list *list)
{
    size_t count = 0;
    binding->rows =
        mem_grow(binding->rows, &binding->row_capacity, list->count + 1, sizeof *binding->rows);
    for (size_t i = 0; i < list->count; i++) {
        const struct launch_access *access = &list->rows[i];
        struct program_range range = bind_range(binding, access->address, access->bytes);
        if (range.alloc == 0 || range.bytes == 0)
            continue;
        binding->rows[count++] = (struct program_access){
            .range = range, .mode = access->mode, .certain = access->certain};
    }
    return count;
}

static int make_row(const struct vm_call *call, const struct launching *l, uint64_t scalars,
                    uint32_t *row, struct err *err)
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
                                    .cluster_blocks = (uint8_t)l->cluster,
                                    .fails = cost->fails,
                                    .arguments = scalars};
    memcpy(launch.grid, l->grid, sizeof launch.grid);
    memcpy(launch.block, l->block, sizeof launch.block);
    uint64_t fixed;
    if (set_cost(&scope, cost, &launch, err) != 0 ||
        static_shared(&scope, cost, &fixed, err) != 0 ||
        find_accesses(&scope, cost, &binding->accesses, err) != 0)
        return -1;
    uint64_t shared = fixed + l->shared;
    launch.shared_bytes =
        shared > UINT32_MAX || l->shared > UINT32_MAX ? UINT32_MAX : (uint32_t)shared;
    size_t count = access_rows(binding, &binding->accesses);
    *row = program_add_launch(binding->script->program, &launch, binding->rows, count);
    return 0;
}

static int say_guess(const struct vm_call *call, const struct launching *l, struct err *err)
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

static enum vm_action launch(struct vm_call *call, enum call which, const struct launching *l,
                             struct err *err)
{
    struct binding *binding = binding_of(call);
    struct launch_cache *cache = binding->cache;
    uint64_t hash, scalars;
    uint32_t row;
    if (say_guess(call, l, err) != 0)
        return VM_FAIL;
    make_key(call, l, &hash, &scalars);
    struct cached *slot = &cache->rows[hash % CACHE_ROWS];
    struct cached *key = &cache->key;
    if (slot->row && slot->length == key->length &&
        memcmp(slot->key, key->key, key->length * sizeof *key->key) == 0 &&
        !binding->costs.kernels[l->kernel].from_memory) {
        row = slot->row;
    } else {
        if (make_row(call, l, scalars, &row, err) != 0)
            return VM_FAIL;
        struct cached old = *slot;
        *slot = *key;
        slot->row = row;
        *key = old;
    }
    struct program_record *record = bind_record(call, which);
    record->stream = l->stream;
    record->object = row;
    return VM_SUSPEND;
}

/* ---- arguments ---- */

static int read_dim3(struct vm_call *call, uint64_t address, const char *what, uint32_t dim[3],
                     struct err *err)
{
    return bind_read(call, address, dim, 12, what, err);
}

static int begin_launching(const struct vm_call *call, uint64_t function, struct launching *l,
                           struct err *err)
{
    const struct binding *binding = binding_of(call);
    l->kernel = bind_kernel(binding, function);
    if (l->kernel < 0)
        return err_set(err, ERR_INPUT, "what is launched here is no kernel");
    l->carveout = binding->kernels[l->kernel].carveout;
    l->priority = INT32_MIN;
    return 0;
}

/* function, grid, block, shared bytes, stream, then the kernel's arguments. */
static enum vm_action launch_begin(struct vm_call *call, struct err *err)
{
    struct launching l = {0};
    uint64_t function;
    if (bind_number(call, 0, "kernel", &function, err) != 0 ||
        begin_launching(call, function, &l, err) != 0 ||
        read_dim3(call, call->args[1].u, "the grid", l.grid, err) != 0 ||
        read_dim3(call, call->args[2].u, "the block", l.block, err) != 0 ||
        bind_number(call, 3, "shared memory size", &l.shared, err) != 0 ||
        bind_stream(call, 4, &l.stream, err) != 0)
        return VM_FAIL;
    l.args = call->args + 5;
    l.arg_count = call->arg_count - 5;
    return launch(call, CALL_cudaLaunchKernel, &l, err);
}

/* The arguments behind void **args: each points to a value of the parameter's type. */
static int read_arguments(struct vm_call *call, uint64_t table, struct launching *l,
                          struct vm_cell *cells, struct err *err)
{
    const struct function *function = binding_of(call)->costs.kernels[l->kernel].function;
    l->args = cells;
    l->arg_count = function->parameter_count;
    if (l->arg_count > MOST_ARGUMENTS)
        return err_set(err, ERR_INPUT, "a kernel with more than %d parameters", MOST_ARGUMENTS);
    for (int i = 0; i < l->arg_count; i++) {
        const struct type *type = function->locals[i]->type;
        uint64_t address;
        unsigned tag = 0;
        if (bind_read(call, table + (uint64_t)i * 8, &address, 8, "the list of arguments", err) !=
            0)
            return -1;
        cells[i] = (struct vm_cell){.u = address};
        if (type->kind == TYPE_RECORD)
            continue;
        uint64_t bits = 0, size = type->size > 8 ? 8 : (uint64_t)type->size;
        if (vm_read_bytes(call, address, &bits, size, &tag, err) != 0)
            return -1;
        if (type_is_integer(type) && !type_is_unsigned(type) && size < 8) {
            unsigned shift = (unsigned)(64 - size * 8);
            bits = (uint64_t)((int64_t)(bits << shift) >> shift);
        }
        cells[i] = (struct vm_cell){.u = bits, .tag = tag};
    }
    return 0;
}

static enum vm_action launch_call(struct vm_call *call, enum call which, struct err *err)
{
    struct launching l = {.cooperative = which == CALL_cudaLaunchCooperativeKernel};
    struct vm_cell cells[MOST_ARGUMENTS];
    uint64_t function, table;
    if (bind_number(call, 0, "kernel", &function, err) != 0)
        return VM_FAIL;
    if (bind_kernel(binding_of(call), function) < 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidResourceHandle);
    if (begin_launching(call, function, &l, err) != 0 ||
        read_dim3(call, call->args[1].u, "the grid", l.grid, err) != 0 ||
        read_dim3(call, call->args[2].u, "the block", l.block, err) != 0 ||
        bind_number(call, 3, "list of arguments", &table, err) != 0 ||
        bind_number(call, 4, "shared memory size", &l.shared, err) != 0 ||
        bind_stream(call, 5, &l.stream, err) != 0 ||
        read_arguments(call, table, &l, cells, err) != 0)
        return VM_FAIL;
    return launch(call, which, &l, err);
}

static enum vm_action launch_kernel_begin(struct vm_call *call, struct err *err)
{
    return launch_call(call, CALL_cudaLaunchKernel, err);
}

static enum vm_action cooperative_begin(struct vm_call *call, struct err *err)
{
    return launch_call(call, CALL_cudaLaunchCooperativeKernel, err);
}

/* cudaLaunchConfig_t and cudaLaunchAttribute as sim/script/headers/cuda_types.txt has them. */
struct launch_config {
    uint32_t grid[3], block[3];
    uint64_t shared, stream, attributes;
    uint32_t count, padding;
};

struct launch_attribute {
    int32_t id;
    char padding[4];
    uint32_t value[16];
};

enum {
    ATTRIBUTE_COOPERATIVE = 2,
    ATTRIBUTE_CLUSTER = 4,
    ATTRIBUTE_PRIORITY = 8,
    ATTRIBUTE_CARVEOUT = 14,
    MOST_ATTRIBUTES = 64
};

static enum vm_action launch_ex_begin(struct vm_call *call, struct err *err)
{
    struct launching l = {0};
    struct launch_config config;
    struct vm_cell cells[MOST_ARGUMENTS];
    uint64_t address, function, table;
    if (bind_pointer(call, 0, "configuration", &address, err) != 0 ||
        bind_number(call, 1, "kernel", &function, err) != 0 ||
        bind_number(call, 2, "list of arguments", &table, err) != 0)
        return VM_FAIL;
    if (bind_kernel(binding_of(call), function) < 0)
        return bind_refuse(call, CALL_cudaLaunchKernelExC, CUDA_cudaErrorInvalidResourceHandle);
    if (begin_launching(call, function, &l, err) != 0 ||
        bind_read(call, address, &config, offsetof(struct launch_config, padding),
                  "the launch configuration", err) != 0 ||
        bind_stream_handle(call, config.stream, &l.stream, err) != 0 ||
        read_arguments(call, table, &l, cells, err) != 0)
        return VM_FAIL;
    memcpy(l.grid, config.grid, sizeof l.grid);
    memcpy(l.block, config.block, sizeof l.block);
    l.shared = config.shared;
    if (config.count > MOST_ATTRIBUTES)
        return bind_refuse(call, CALL_cudaLaunchKernelExC, CUDA_cudaErrorInvalidValue);
    for (uint32_t i = 0; i < config.count; i++) {
        struct launch_attribute attribute = {0};
        uint64_t at = config.attributes + i * sizeof attribute;
        if (bind_read(call, at, &attribute.id, 4, "a launch attribute", err) != 0 ||
            bind_read(call, at + 8, attribute.value, attribute.id == ATTRIBUTE_CLUSTER ? 12 : 4,
                      "a launch attribute", err) != 0)
            return VM_FAIL;
        if (attribute.id == ATTRIBUTE_COOPERATIVE)
            l.cooperative = attribute.value[0] != 0;
        else if (attribute.id == ATTRIBUTE_PRIORITY)
            l.priority = (int32_t)attribute.value[0];
        else if (attribute.id == ATTRIBUTE_CARVEOUT)
            l.carveout = (int)attribute.value[0];
        else if (attribute.id == ATTRIBUTE_CLUSTER)
            l.cluster = attribute.value[0] * attribute.value[1] * attribute.value[2];
    }
    return launch(call, CALL_cudaLaunchKernelExC, &l, err);
}

/* ---- host functions ---- */

static const char *function_name(const struct vm_call *call, uint64_t address)
{
    int index = bytecode_function_index(call->vm->code, address);
    const struct function *f = index < 0 ? NULL : call->vm->code->functions[index].source;
    return f ? f->display_name : NULL;
}

static enum vm_action host_function(struct vm_call *call, enum call which, struct err *err)
{
    struct binding *binding = binding_of(call);
    uint64_t function;
    uint32_t stream;
    if (bind_stream(call, 0, &stream, err) != 0 ||
        bind_number(call, 1, "function", &function, err) != 0)
        return VM_FAIL;
    const char *name = function ? function_name(call, function) : NULL;
    if (function == 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    if (!name) {
        err_set(err, ERR_INPUT, "what is called here is no function of the program");
        return VM_FAIL;
    }
    bool callback = which == CALL_cudaStreamAddCallback;
    uint32_t row = program_add_hostfn(
        binding->script->program,
        &(struct program_hostfn){.name = intern_adds(&binding->script->program->names, name),
                                 .callback = callback});
    binding->hostfns = mem_grow(binding->hostfns, &binding->hostfn_capacity, (size_t)row + 1,
                                sizeof *binding->hostfns);
    binding->hostfns[row] = (struct bind_hostfn){.function = function,
                                                 .data = call->args[2],
                                                 .stream = call->args[0].u,
                                                 .callback = callback};
    struct program_record *record = bind_record(call, which);
    record->stream = stream;
    record->object = row;
    return VM_SUSPEND;
}

static enum vm_action host_function_begin(struct vm_call *call, struct err *err)
{
    return host_function(call, CALL_cudaLaunchHostFunc, err);
}

static enum vm_action callback_begin(struct vm_call *call, struct err *err)
{
    return host_function(call, CALL_cudaStreamAddCallback, err);
}

int binding_host_function(struct binding *binding, uint32_t hostfn, uint32_t worker, int32_t error,
                          struct err *err)
{
    const struct bind_hostfn *fn = &binding->hostfns[hostfn];
    struct vm_cell args[3] = {fn->data};
    int count = 1;
    if (fn->callback) {
        args[0] = (struct vm_cell){.u = fn->stream};
        args[1] = (struct vm_cell){.i = error};
        args[2] = fn->data;
        count = 3;
    }
    return script_start_thread(binding->script, worker, true, fn->function, args, count, err);
}

const struct vm_builtin bind_launch_builtins[] = {
    {"__ns_launch", launch_begin, NULL},
    {"cudaLaunchKernel", launch_kernel_begin, bind_finish},
    {"cudaLaunchCooperativeKernel", cooperative_begin, bind_finish},
    {"cudaLaunchKernelExC", launch_ex_begin, bind_finish},
    {"cudaLaunchHostFunc", host_function_begin, bind_finish},
    {"cudaStreamAddCallback", callback_begin, bind_finish},
    {0},
};

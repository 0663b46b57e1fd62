/* Launches: `<<<>>>` and the calls that do the same; host functions. */
#include "sim/base/mem.h"
#include "sim/script/binding_inside.h"

#include <stddef.h>
#include <string.h>

enum { MOST_ARGUMENTS = 256 };

/* ---- arguments ---- */

static int read_dim3(struct vm_call *call, uint64_t address, const char *what, uint32_t dim[3],
                     struct err *err)
{
    return bind_read(call, address, dim, 12, what, err);
}

static int begin_launching(const struct vm_call *call, uint64_t function, struct bind_launching *l,
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
    struct bind_launching l = {0};
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
    return bind_launch(call, CALL_cudaLaunchKernel, &l, err);
}

/* The arguments behind void **args: each points to a value of the parameter's type. */
static int read_arguments(struct vm_call *call, uint64_t table, struct bind_launching *l,
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
    struct bind_launching l = {.cooperative = which == CALL_cudaLaunchCooperativeKernel};
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
    return bind_launch(call, which, &l, err);
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
    ATTRIBUTE_PROGRAMMATIC = 6,
    ATTRIBUTE_PROGRAMMATIC_EVENT = 7,
    ATTRIBUTE_PRIORITY = 8,
    ATTRIBUTE_CARVEOUT = 14,
    MOST_ATTRIBUTES = 64
};

/* The configuration of argument 0, the kernel of argument 1. 1: CUDA refuses it with *error. */
static int read_config(struct vm_call *call, struct bind_launching *l, enum cuda_error *error,
                       struct err *err)
{
    struct launch_config config;
    uint64_t address, function;
    if (bind_pointer(call, 0, "configuration", &address, err) != 0 ||
        bind_number(call, 1, "kernel", &function, err) != 0)
        return -1;
    *error = CUDA_cudaErrorInvalidResourceHandle;
    if (bind_kernel(binding_of(call), function) < 0)
        return 1;
    if (begin_launching(call, function, l, err) != 0 ||
        bind_read(call, address, &config, offsetof(struct launch_config, padding),
                  "the launch configuration", err) != 0 ||
        bind_stream_handle(call, config.stream, &l->stream, err) != 0)
        return -1;
    memcpy(l->grid, config.grid, sizeof l->grid);
    memcpy(l->block, config.block, sizeof l->block);
    l->shared = config.shared;
    *error = CUDA_cudaErrorInvalidValue;
    if (config.count > MOST_ATTRIBUTES)
        return 1;
    for (uint32_t i = 0; i < config.count; i++) {
        struct launch_attribute attribute = {0};
        uint64_t at = config.attributes + i * sizeof attribute;
        if (bind_read(call, at, &attribute.id, 4, "a launch attribute", err) != 0 ||
            bind_read(call, at + 8, attribute.value, attribute.id == ATTRIBUTE_CLUSTER ? 12 : 4,
                      "a launch attribute", err) != 0)
            return -1;
        if (attribute.id == ATTRIBUTE_COOPERATIVE)
            l->cooperative = attribute.value[0] != 0;
        else if (attribute.id == ATTRIBUTE_PRIORITY)
            l->priority = (int32_t)attribute.value[0];
        else if (attribute.id == ATTRIBUTE_CARVEOUT)
            l->carveout = (int)attribute.value[0];
        else if (attribute.id == ATTRIBUTE_CLUSTER)
            l->cluster = attribute.value[0] * attribute.value[1] * attribute.value[2];
        else if ((attribute.id == ATTRIBUTE_PROGRAMMATIC && attribute.value[0]) ||
                 attribute.id == ATTRIBUTE_PROGRAMMATIC_EVENT)
            vm_warn(call->vm, call->site->place,
                    "programmatic launches are not modelled: the kernel waits here until what is "
                    "before it in its stream has ended");
    }
    return 0;
}

static enum vm_action launch_ex_begin(struct vm_call *call, struct err *err)
{
    struct bind_launching l = {0};
    struct vm_cell cells[MOST_ARGUMENTS];
    uint64_t table;
    enum cuda_error error;
    if (bind_number(call, 2, "list of arguments", &table, err) != 0)
        return VM_FAIL;
    int rc = read_config(call, &l, &error, err);
    if (rc > 0)
        return bind_refuse(call, CALL_cudaLaunchKernelExC, error);
    if (rc < 0 || read_arguments(call, table, &l, cells, err) != 0)
        return VM_FAIL;
    return bind_launch(call, CALL_cudaLaunchKernelExC, &l, err);
}

/* An argument behind the ..., converted to the parameter's type. */
static struct vm_cell converted(struct vm_cell cell, const struct type *from, const struct type *to)
{
    bool floating = from && type_is_floating(from);
    if (to->kind == TYPE_FLOAT) {
        float f = (float)(floating ? cell.d : (double)cell.i);
        cell.u = 0;
        cell.f = f;
    } else if (to->kind == TYPE_DOUBLE) {
        cell.d = floating ? cell.d : (double)cell.i;
    } else if (type_is_integer(to)) {
        if (floating)
            cell.i = cell.d > -9e18 && cell.d < 9e18 ? (int64_t)cell.d : 0;
        unsigned shift = to->size < 8 ? (unsigned)(64 - to->size * 8) : 0;
        cell.u = type_is_unsigned(to) ? cell.u << shift >> shift
                                      : (uint64_t)((int64_t)(cell.u << shift) >> shift);
    }
    return cell;
}

/* The C++ form: the kernel's arguments follow the configuration and the kernel. */
static enum vm_action launch_ex_typed_begin(struct vm_call *call, struct err *err)
{
    struct bind_launching l = {0};
    struct vm_cell cells[MOST_ARGUMENTS];
    enum cuda_error error;
    int rc = read_config(call, &l, &error, err);
    if (rc > 0)
        return bind_refuse(call, CALL_cudaLaunchKernelExC, error);
    if (rc < 0)
        return VM_FAIL;
    const struct function *function = binding_of(call)->costs.kernels[l.kernel].function;
    l.args = cells;
    l.arg_count = function->parameter_count;
    if (l.arg_count != call->arg_count - 2 || l.arg_count > MOST_ARGUMENTS) {
        err_set(err, ERR_INPUT, "kernel `%s` takes %d arguments, not %d", function->display_name,
                l.arg_count, call->arg_count - 2);
        return VM_FAIL;
    }
    for (int i = 0; i < l.arg_count; i++)
        cells[i] =
            converted(call->args[i + 2], call->site->arg_types[i + 2], function->locals[i]->type);
    return bind_launch(call, CALL_cudaLaunchKernelExC, &l, err);
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
    bind_note_shared(call, function);
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
    if (script_start_thread(binding->script, worker, true, fn->function, args, count, err) != 0)
        return -1;
    binding->script->threads[worker]->hostfn = hostfn;
    return 0;
}

void binding_host_function_ended(struct binding *binding, uint32_t hostfn)
{
    const struct vm_cell *data = &binding->hostfns[hostfn].data;
    if (binding->script->settings->lenient && !(data->tag & MEMORY_UNKNOWN))
        memory_let_go_heap(&binding->script->vm.memory, data->u);
}

const struct vm_builtin bind_launch_builtins[] = {
    {"__ns_launch", launch_begin, NULL},
    {"cudaLaunchKernel", launch_kernel_begin, bind_finish},
    {"cudaLaunchCooperativeKernel", cooperative_begin, bind_finish},
    {"cudaLaunchKernelExC", launch_ex_begin, bind_finish},
    {"cudaLaunchKernelEx", launch_ex_typed_begin, bind_finish},
    {"cudaLaunchHostFunc", host_function_begin, bind_finish},
    {"cudaStreamAddCallback", callback_begin, bind_finish},
    {0},
};

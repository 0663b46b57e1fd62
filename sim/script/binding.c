#include "sim/script/binding.h"

#include "sim/base/mem.h"
#include "sim/script/binding_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table ---- */

static const struct vm_builtin *const groups[] = {
    bind_stream_builtins,  bind_event_builtins, bind_copy_builtins,   bind_memory_builtins,
    bind_pointer_builtins, bind_pool_builtins,  bind_launch_builtins, bind_kernel_builtins,
    bind_device_builtins,  bind_host_builtins,
};

const struct vm_builtin *binding_builtins(int group, int *count)
{
    *count = 0;
    if (group < 0 || (size_t)group >= sizeof groups / sizeof *groups)
        return NULL;
    while (groups[group][*count].name)
        ++*count;
    return groups[group];
}

/* ---- life ---- */

struct binding *binding_new(struct script *script, struct err *err)
{
    struct binding *binding = mem_zalloc(sizeof *binding);
    binding->script = script;
    if (kernel_costs_read(&binding->costs, script->tu, script->settings, err) != 0) {
        binding_free(binding);
        return NULL;
    }
    int count = binding->costs.kernel_count;
    binding->kernels = mem_zalloc((size_t)(count > 0 ? count : 1) * sizeof *binding->kernels);
    for (int i = 0; i < count; i++)
        binding->kernels[i].carveout = -1;
    binding->cache = launch_cache_new();
    return binding;
}

bool binding_has_host_costs(const struct binding *binding)
{
    return binding->costs.host_count > 0;
}

const struct host_cost *binding_host_cost(const struct binding *binding,
                                          const struct function *function)
{
    for (int i = 0; i < binding->costs.host_count; i++) {
        if (binding->costs.hosts[i].function == function)
            return &binding->costs.hosts[i];
    }
    return NULL;
}

/* Variables of the device: the host cannot touch them, copies to and from symbols can. */
static void attach_globals(struct binding *binding)
{
    struct script *script = binding->script;
    for (int i = 0; i < script->tu->global_count; i++) {
        const struct var *var = script->tu->globals[i];
        uint64_t address = script->code.globals[i], offset;
        if (!address || (!var->is_device && !var->is_constant && !var->is_managed))
            continue;
        struct memory_segment *segment = memory_find(&script->vm.memory, address, &offset);
        if (!segment)
            continue;
        enum memory_kind kind = var->is_managed ? MEMORY_MANAGED : MEMORY_DEVICE;
        segment->kind = var->is_managed ? SEGMENT_MANAGED : SEGMENT_DEVICE;
        uint32_t row =
            bind_add_alloc(binding, kind, intern_adds(&script->program->names, var->name), address,
                           segment->size, 0);
        script->program->allocs.rows[row].is_symbol = true;
        segment = memory_find(&script->vm.memory, address, &offset);
        segment->handle = row + 1;
        if (var->is_managed)
            memory_track(&script->vm.memory, address);
    }
    memory_flush(&script->vm.memory);
}

/* A clause's value where no launch is needed to know it. */
static uint32_t constant(const struct binding *binding, const struct expr *e, uint64_t otherwise)
{
    struct launch_scope scope = {.memory = &binding->script->vm.memory,
                                 .globals = binding->script->code.globals};
    struct launch_value value = {0};
    if (e)
        value = launch_value(&scope, e);
    double number = value.known ? launch_number(value) : (double)otherwise;
    return number >= 0 && number < UINT32_MAX ? (uint32_t)number : 0;
}

uint32_t bind_kernel_row(struct binding *binding, int kernel)
{
    struct bind_kernel *state = &binding->kernels[kernel];
    const struct kernel_cost *cost = &binding->costs.kernels[kernel];
    struct program *program = binding->script->program;
    if (state->row == 0)
        state->row = program_add_kernel(
            program,
            &(struct program_kernel){
                .name = intern_adds(&program->names, cost->function->display_name),
                .guessed = cost->guessed,
                .registers = constant(binding, cost->regs, DEFAULT_KERNEL_REGISTERS),
                .static_shared_bytes = constant(binding, cost->shared, cost->static_shared)});
    return state->row;
}

/* What the variables of a body take is settled by the compiler, which refuses more than a launch
 * may have without asking for it. */
static int check_shared(const struct script *script, const struct kernel_cost *cost,
                        struct err *err)
{
    int64_t most = script->profile->value[PROFILE_sm_shared_default];
    if (cost->static_shared <= (uint64_t)most)
        return 0;
    sources_error(&script->tu->sources, cost->function->place, err,
                  "kernel `%s` declares %" PRIu64 " bytes of __shared__ variables, but %" PRId64
                  " is the most that ptxas takes",
                  cost->function->display_name, cost->static_shared, most);
    if (script->profile->value[PROFILE_sm_shared_block] <= most)
        return err_hint(err, "this device has no more for a block");
    return err_hint(err,
                    "declare them extern __shared__, pass the size in the launch, and allow it "
                    "with cudaFuncSetAttribute(..., "
                    "cudaFuncAttributeMaxDynamicSharedMemorySize, ...)");
}

int binding_attach(struct binding *binding, struct err *err)
{
    attach_globals(binding);
    for (int i = 0; i < binding->costs.kernel_count; i++)
        if (check_shared(binding->script, &binding->costs.kernels[i], err) != 0)
            return -1;
    return 0;
}

void binding_free(struct binding *binding)
{
    if (!binding)
        return;
    kernel_costs_release(&binding->costs);
    launch_access_release(&binding->accesses);
    launch_cache_free(binding->cache);
    for (size_t i = 0; i < binding->site_count; i++) {
        free((void *)(uintptr_t)binding->sites[i]->name);
        free(binding->sites[i]);
    }
    free(binding->sites);
    free(binding->kernels);
    free(binding->pending);
    free(binding->allocs);
    free(binding->registered);
    free(binding->hostfns);
    bind_shared_release(binding);
    free(binding->leaving);
    free(binding->staged);
    free(binding->rows);
    free(binding->streams_said);
    bind_scope_release(binding);
    free(binding);
}

/* ---- records ---- */

struct bind_pending *bind_pending(const struct vm_call *call)
{
    struct binding *binding = binding_of(call);
    size_t thread = binding->script->running, old = binding->pending_capacity;
    if (thread >= old) {
        binding->pending = mem_grow(binding->pending, &binding->pending_capacity, thread + 1,
                                    sizeof *binding->pending);
        memset(binding->pending + old, 0,
               (binding->pending_capacity - old) * sizeof *binding->pending);
    }
    return &binding->pending[thread];
}

struct program_record *bind_record(const struct vm_call *call, enum call which)
{
    struct program_record *record = &script_of(call)->record;
    record->call = (uint16_t)which;
    record->flags = 0;
    record->result = 0;
    record->stream = record->object = record->count = 0;
    record->value = 0;
    return record;
}

enum vm_action bind_refuse(const struct vm_call *call, enum call which, enum cuda_error error)
{
    struct program_record *record = bind_record(call, which);
    record->flags = RECORD_REFUSED;
    record->result = (uint16_t)error;
    return VM_SUSPEND;
}

void bind_fault(const struct vm_call *call, enum call which, enum program_fault_kind kind,
                uint32_t launch, const char *words)
{
    struct script *script = script_of(call);
    struct program *program = script->program;
    struct place place = vm_place(call->vm, call->thread);
    struct program_fault fault = {.place = script_place_row(script, place),
                                  .call = (uint16_t)which,
                                  .kind = (uint16_t)kind,
                                  .launch = launch,
                                  .words = intern_adds(&program->names, words)};
    if (place.column > 0 && place.column <= UINT8_MAX)
        fault.column = (uint32_t)place.column;
    enum { FAULTS_MOST = 64 };
    if (fault.place == 0)
        return;
    for (size_t i = 0; i < program->faults.count; i++) {
        struct program_fault *known = &program->faults.rows[i];
        if (known->place != fault.place || known->column != fault.column ||
            known->call != fault.call)
            continue;
        if (fault.column == 0 && known->words != fault.words)
            known->words = 0;
        return;
    }
    if (program->faults.count >= FAULTS_MOST)
        return;
    program->faults.rows = mem_grow(program->faults.rows, &program->faults.capacity,
                                    program->faults.count + 1, sizeof fault);
    program->faults.rows[program->faults.count++] = fault;
}

bool bind_fault_memory(const struct vm_call *call, enum call which, uint64_t address,
                       uint64_t bytes, const char *what)
{
    struct err fault;
    err_init(&fault);
    if (memory_check(&call->vm->memory, address, bytes, false, what, &fault) == 0)
        return false;
    bind_fault(call, which, FAULT_REFUSED, 0, fault.message);
    return true;
}

enum vm_action bind_plain(const struct vm_call *call, enum call which)
{
    bind_record(call, which);
    return VM_SUSPEND;
}

enum vm_action bind_finish(struct vm_call *call, const void *answer, struct err *err)
{
    (void)err;
    call->result = (struct vm_cell){.i = ((const struct runtime_answer *)answer)->error};
    return VM_OK;
}

enum vm_action bind_finish_writing(struct vm_call *call, const void *answer, uint64_t address,
                                   uint64_t value, unsigned bytes, struct err *err)
{
    if (((const struct runtime_answer *)answer)->error == 0 &&
        bind_write(call, address, value, bytes, err) != 0)
        return VM_FAIL;
    return bind_finish(call, answer, err);
}

static enum vm_action finish_number(struct vm_call *call, const void *answer, unsigned bytes,
                                    struct err *err)
{
    uint64_t number = (uint64_t)((const struct runtime_answer *)answer)->value;
    return bind_finish_writing(call, answer, call->args[0].u, number, bytes, err);
}

enum vm_action bind_finish_int(struct vm_call *call, const void *answer, struct err *err)
{
    return finish_number(call, answer, sizeof(int), err);
}

enum vm_action bind_finish_size(struct vm_call *call, const void *answer, struct err *err)
{
    return finish_number(call, answer, sizeof(size_t), err);
}

enum vm_action bind_finish_timed(struct vm_call *call, const void *answer, struct err *err)
{
    bind_finish(call, answer, err);
    call->result.tag = MEMORY_POLLED;
    return VM_OK;
}

/* ---- arguments and results ---- */

void bind_note_timed(const struct vm_call *call, unsigned tag)
{
    struct vm *vm = call->vm;
    if (!(tag & MEMORY_TIMED))
        return;
    vm->timed = vm->timed_way = true;
    if (vm->timed_branch.line == 0)
        vm->timed_branch = call->site->place;
}

int bind_number(const struct vm_call *call, int index, const char *what, uint64_t *value,
                struct err *err)
{
    const struct script *script = script_of(call);
    *value = 0;
    if (index < call->arg_count && (call->args[index].tag & MEMORY_UNSET) &&
        runtime_has_failed(script->runtime, script->running))
        return 0; /* whoever was to set it returned an error, as this call will */
    if (vm_known(call, index, what, err) != 0)
        return -1;
    bind_note_timed(call, (unsigned)call->args[index].tag);
    *value = call->args[index].u;
    return 0;
}

int bind_pointer(const struct vm_call *call, int index, const char *what, uint64_t *address,
                 struct err *err)
{
    return bind_number(call, index, what, address, err);
}

int bind_write(struct vm_call *call, uint64_t address, uint64_t value, unsigned bytes,
               struct err *err)
{
    return vm_write_bytes(call, address, &value, bytes, 0, err);
}

int bind_write_float(struct vm_call *call, uint64_t address, float value, unsigned tag,
                     struct err *err)
{
    return vm_write_bytes(call, address, &value, sizeof value, tag, err);
}

int bind_read(struct vm_call *call, uint64_t address, void *bytes, uint64_t count, const char *what,
              struct err *err)
{
    unsigned tag = 0;
    if (vm_read_bytes(call, address, bytes, count, &tag, err) != 0)
        return -1;
    if (tag & MEMORY_UNSET)
        return err_set(err, ERR_INPUT, "%s: part of it was never written", what);
    if (tag & MEMORY_UNKNOWN) {
        err_set(err, ERR_INPUT, "%s is unknown: a kernel would have computed it", what);
        return vm_unknown_hint(call->vm, err);
    }
    bind_note_timed(call, tag);
    return 0;
}

int bind_stream_handle(const struct vm_call *call, uint64_t handle, uint32_t *row, struct err *err)
{
    struct script *script = script_of(call);
    if (handle == 0) {
        *row = runtime_default_stream(script->runtime, script->running);
    } else if (handle == 1) { /* cudaStreamLegacy */
        *row = PROGRAM_STREAM_LEGACY;
    } else if (handle == 2) { /* cudaStreamPerThread */
        *row = runtime_per_thread_stream(script->runtime, script->running);
    } else {
        uint64_t index = (handle - HANDLE_STREAM) / 16;
        if (handle < HANDLE_STREAM || handle % 16 || index >= script->program->streams.count)
            return err_set(err, ERR_INPUT, "this value is no stream");
        *row = (uint32_t)index;
    }
    return 0;
}

/* How the source calls the stream, once for each call in it. */
static void note_stream_text(const struct vm_call *call, int index)
{
    struct binding *binding = binding_of(call);
    const struct bytecode *code = &binding->script->code;
    const struct expr *e = call->site->call;
    if (!e || call->site < code->sites || call->site >= code->sites + code->site_count)
        return;
    if (!binding->streams_said)
        binding->streams_said = mem_zalloc(code->site_count + 1);
    uint8_t *said = &binding->streams_said[call->site - code->sites];
    if (*said)
        return;
    *said = 1;
    const struct expr *stream = e->kind == EXPR_LAUNCH ? e->launch->stream
                                : index < e->arg_count ? e->args[index]
                                                       : NULL;
    struct program *program = binding->script->program;
    struct place at = vm_place(call->vm, call->thread);
    uint32_t place = script_place_row(binding->script, at);
    struct strbuf text;
    strbuf_init(&text);
    bind_scope_note(call, stream, place, (uint32_t)at.column);
    if (stream && bind_source_text(&text, stream)) {
        struct program_stream_text row = {.place = place,
                                          .column = (uint32_t)at.column,
                                          .name = intern_adds(&program->names, text.text)};
        program->stream_texts.rows =
            mem_grow(program->stream_texts.rows, &program->stream_texts.capacity,
                     program->stream_texts.count + 1, sizeof row);
        program->stream_texts.rows[program->stream_texts.count++] = row;
    }
    strbuf_release(&text);
}

int bind_stream(const struct vm_call *call, int index, uint32_t *row, struct err *err)
{
    uint64_t handle;
    if (bind_number(call, index, "stream", &handle, err) != 0)
        return -1;
    note_stream_text(call, index);
    return bind_stream_handle(call, handle, row, err);
}

int bind_event(const struct vm_call *call, int index, uint32_t *row, struct err *err)
{
    uint64_t handle;
    *row = 0;
    if (bind_number(call, index, "event", &handle, err) != 0)
        return -1;
    if (handle == 0)
        return 0;
    uint64_t event = (handle - HANDLE_EVENT) / 16;
    if (handle < HANDLE_EVENT || handle % 16 || event == 0 ||
        event >= script_of(call)->program->events.count)
        return err_set(err, ERR_INPUT, "this value is no event");
    *row = (uint32_t)event;
    return 0;
}

int bind_kernel(const struct binding *binding, uint64_t address)
{
    int index = bytecode_function_index(&binding->script->code, address);
    if (index < 0)
        return -1;
    const struct function *function = binding->script->code.functions[index].source;
    return function && function->is_kernel ? binding->costs.by_function[function->index] : -1;
}

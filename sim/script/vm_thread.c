/* Threads of the interpreter: their frames, and what suspends and resumes them. */
#include "sim/base/mem.h"
#include "sim/script/vm_inside.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void vm_init(struct vm *vm, const struct memory_limits *memory)
{
    memset(vm, 0, sizeof *vm);
    memory_init(&vm->memory, memory);
    strbuf_init(&vm->output);
    vm->limits = (struct vm_limits){.turns = 1000000000, .depth = 10000, .output = 16 << 20};
}

void vm_release(struct vm *vm)
{
    memory_release(&vm->memory);
    strbuf_release(&vm->output);
    free(vm->branch_seen);
    free(vm->warnings);
    memset(vm, 0, sizeof *vm);
}

static const char *function_name(const struct vm *vm, int index)
{
    const struct function *source = vm->code->functions[index].source;
    return source != NULL ? source->display_name : "the initialization of globals";
}

int vm_push_frame(struct vm *vm, struct vm_thread *thread, int index, unsigned first,
                  unsigned count, struct err *err)
{
    const struct bytecode_function *f = &vm->code->functions[index];
    if (f->entry == 0 && f->source != NULL)
        return err_set(err, ERR_INPUT, "`%s` is called but has no body", function_name(vm, index));
    if (thread->frame_count >= vm->limits.depth) {
        err_set(err, ERR_INPUT, "more than %" PRIu32 " calls inside each other, the last of `%s`",
                vm->limits.depth, function_name(vm, index));
        return err_hint(err, "recursion without end? --limit depth=N raises the limit");
    }
    uint32_t from = 0, base = 0;
    if (thread->frame_count > 0) {
        const struct vm_frame *caller = &thread->frames[thread->frame_count - 1];
        const struct bytecode_function *c = &vm->code->functions[caller->function];
        from = caller->base + first;
        base = caller->base + c->fixed + c->constant_count + c->local_count;
    }
    size_t need = (size_t)base + f->fixed + f->constant_count + f->local_count + count;
    if (need > thread->cell_capacity)
        thread->cells =
            mem_grow(thread->cells, &thread->cell_capacity, need, sizeof *thread->cells);
    struct vm_cell *r = thread->cells + base;
    const struct vm_cell *args = thread->cells + from;
    for (unsigned i = 0; thread->frame_count > 0 && i < count; i++)
        r[i] = args[i];
    for (unsigned i = count; i < f->parameters; i++)
        r[i] = (struct vm_cell){.u = 0};
    r += f->fixed;
    for (unsigned i = 0; i < f->constant_count; i++, r++)
        *r = (struct vm_cell){.i = vm->code->constants[f->constant_first + i]};
    thread->frames = mem_grow(thread->frames, &thread->frame_capacity, thread->frame_count + 1,
                              sizeof *thread->frames);
    thread->frames[thread->frame_count++] =
        (struct vm_frame){(uint32_t)index, f->entry, base, (uint32_t)thread->local_count, false};
    if (f->local_count == 0)
        return 0;
    thread->locals = mem_grow(thread->locals, &thread->local_capacity,
                              thread->local_count + f->local_count, sizeof *thread->locals);
    for (unsigned i = 0; i < f->local_count; i++, r++) {
        const struct bytecode_local *local = &vm->code->locals[f->local_first + i];
        uint64_t address;
        if (memory_make(&vm->memory, SEGMENT_LOCAL, local->bytes, false, &local->made, &address,
                        err) != 0)
            return -1;
        thread->locals[thread->local_count++] = address;
        *r = (struct vm_cell){.u = address};
    }
    return 0;
}

void vm_pop_frame(struct vm *vm, struct vm_thread *thread)
{
    if (vm->memory.holds)
        vm_note_place(vm, vm_place(vm, thread)); /* of the ends of what is held */
    const struct vm_frame *frame = &thread->frames[thread->frame_count - 1];
    const struct function *source = vm->code->functions[frame->function].source;
    if ((vm->memory.holds || vm->keeps_main) && thread->id == 0 && source &&
        strcmp(source->name, "main") == 0) {
        vm->memory.holds = false; /* the process ends: that is what there is to be said */
        if (vm->keeps_main)
            thread->local_count = frame->locals;
    }
    while (thread->local_count > frame->locals)
        memory_end_local(&vm->memory, thread->locals[--thread->local_count]);
    thread->frame_count--;
}

int vm_called_function(struct vm *vm, const struct vm_cell *pointer, const struct expr *call,
                       struct err *err)
{
    if (pointer->tag & MEMORY_UNKNOWN)
        return err_set(err, ERR_INPUT, "the function to call is unknown");
    if (pointer->u == 0)
        return err_set(err, ERR_INPUT, "call of a null function pointer");
    int index = bytecode_function_index(vm->code, pointer->u);
    if (index < 0)
        return err_set(err, ERR_INPUT, "call of 0x%" PRIx64 ", which is no function", pointer->u);
    const struct function *source = vm->code->functions[index].source;
    if (source == NULL || (call != NULL && source->parameter_count != call->arg_count))
        return err_set(err, ERR_INPUT, "`%s` is called through a pointer of another type",
                       function_name(vm, index));
    return index;
}

/* A function without arguments or variables of its own has no cells. */
static void pass(struct vm_thread *thread, const struct vm_cell *args, int count)
{
    if (count > 0)
        memcpy(thread->cells, args, (size_t)count * sizeof *args);
}

int vm_thread_init(struct vm *vm, struct vm_thread *thread, uint64_t function,
                   const struct vm_cell *args, int count, struct err *err)
{
    memset(thread, 0, sizeof *thread);
    struct vm_cell pointer = {.u = function};
    int index = vm_called_function(vm, &pointer, NULL, err);
    if (index < 0)
        return -1;
    if (vm->code->functions[index].parameters != count)
        return err_set(err, ERR_INPUT, "`%s` takes %d arguments, not %d", function_name(vm, index),
                       vm->code->functions[index].parameters, count);
    if (vm_push_frame(vm, thread, index, 0, (unsigned)count, err) != 0)
        return -1;
    pass(thread, args, count);
    return 0;
}

int vm_thread_end_own(struct vm *vm, struct vm_thread *thread, const struct function *function,
                      struct err *err)
{
    if (thread->ends_own) {
        thread->result = thread->kept;
        return 0;
    }
    if (function == NULL || thread->own_count == 0)
        return 0;
    thread->ends_own = true;
    thread->leaves = false;
    thread->kept = thread->result;
    return vm_push_frame(vm, thread, function->index, 0, 0, err) == 0 ? 1 : -1;
}

int vm_thread_init_main(struct vm *vm, struct vm_thread *thread, const struct vm_cell *args,
                        int count, struct err *err)
{
    memset(thread, 0, sizeof *thread);
    if (vm_push_frame(vm, thread, vm->code->function_count - 1, 0, (unsigned)count, err) != 0)
        return -1;
    pass(thread, args, count);
    return 0;
}

void vm_thread_release(struct vm_thread *thread)
{
    free(thread->cells);
    free(thread->frames);
    free(thread->locals);
    free(thread->handlers);
    free(thread->guards);
    free(thread->caught);
    free(thread->own);
    memset(thread, 0, sizeof *thread);
}

/* The call that is pending, for whoever fills a record from it. */
static struct vm_call pending_call(struct vm *vm, struct vm_thread *thread)
{
    const struct vm_frame *frame = &thread->frames[thread->frame_count - 1];
    return (struct vm_call){vm,
                            thread,
                            thread->pending,
                            thread->cells + thread->pending_args,
                            vm->code->code[frame->pc - 2].b,
                            {.u = 0},
                            false};
}

enum vm_action vm_resume(struct vm *vm, struct vm_thread *thread, const void *answer,
                         struct err *err)
{
    struct vm_call call = pending_call(vm, thread);
    const struct vm_builtin *builtin = &vm->builtins[thread->pending->builtin];
    vm_note_place(vm, thread->pending->place);
    enum vm_action action = builtin->finish != NULL ? builtin->finish(&call, answer, err) : VM_OK;
    if (action == VM_SUSPEND)
        return action;
    if (action == VM_FAIL) {
        vm_error_place(vm, thread, err);
        return action;
    }
    thread->pending = NULL;
    thread->cells[thread->pending_args] = call.result;
    return VM_OK;
}

struct place vm_place(const struct vm *vm, const struct vm_thread *thread)
{
    struct place place = {0, 0, 0};
    for (size_t i = thread->frame_count; i-- > 0;) {
        uint32_t pc = thread->frames[i].pc;
        place = vm->code->places[pc > 0 ? pc - 1 : 0];
        if (vm->sources == NULL || place.file >= vm->sources->count ||
            !vm->sources->files[place.file].builtin)
            break;
    }
    return place;
}

int vm_error_place(const struct vm *vm, const struct vm_thread *thread, struct err *err)
{
    struct place place = vm_place(vm, thread);
    if (err->line != 0 || err->file[0] != '\0' || place.line == 0 || vm->sources == NULL ||
        place.file >= vm->sources->count)
        return -1;
    snprintf(err->file, sizeof err->file, "%s", vm->sources->files[place.file].path);
    err->line = (int)place.line;
    err->column = (int)place.column;
    int length;
    const char *line = sources_line(vm->sources, place, &length);
    if (line != NULL)
        err_excerpt(err, line, length);
    return -1;
}

static void add_warning(struct vm *vm, struct place place, bool remark, const char *format,
                        va_list args)
{
    struct vm_warning warning = {.place = place, .remark = remark};
    vsnprintf(warning.text, sizeof warning.text, format, args);
    for (size_t i = 0; i < vm->warning_count; i++) {
        const struct vm_warning *old = &vm->warnings[i];
        if (old->place.file == place.file && old->place.line == place.line &&
            old->place.column == place.column && strcmp(old->text, warning.text) == 0)
            return;
    }
    vm->warnings =
        mem_grow(vm->warnings, &vm->warning_capacity, vm->warning_count + 1, sizeof *vm->warnings);
    vm->warnings[vm->warning_count++] = warning;
}

void vm_warn(struct vm *vm, struct place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_warning(vm, place, false, format, args);
    va_end(args);
}

void vm_remark(struct vm *vm, struct place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_warning(vm, place, true, format, args);
    va_end(args);
}

/* The process: its end, its environment. */
#include "sim/script/lib.h"

#include "sim/model/cuda_errors.h"
#include "sim/model/last_error.h"

#include <string.h>

static enum vm_action leave(struct vm_call *call, int status)
{
    call->vm->exited = true;
    call->vm->exit_status = status;
    return VM_OK;
}

static void add_line(struct strbuf *sb, const struct program *program, uint32_t record)
{
    const struct program_record *row = &program->records.rows[record];
    strbuf_adds(sb, call_info((enum call)row->call)->name);
    if (row->place)
        strbuf_addf(sb, " in line %d", (int)program->places.rows[row->place].line);
}

/* It may have given up early: what follows is not in the prediction. Why, as far as the thread's
 * last call tells: an answer, or an error that another call had left. */
static void warn_of_end(struct vm_call *call, int status)
{
    const struct program *program = script_of(call)->program;
    struct last_error last = last_error_find(program, (uint32_t)call->thread->id);
    struct strbuf why;
    strbuf_init(&why);
    if (last.told != LAST_ERROR_NONE) {
        strbuf_adds(&why, ": ");
        add_line(&why, program, last.told);
        strbuf_addf(&why, " returned %s", cuda_error_name(last.error));
    }
    if (last.cause != last.told && last.cause != LAST_ERROR_NONE) {
        strbuf_adds(&why, ", which ");
        add_line(&why, program, last.cause);
        strbuf_adds(&why, " had left");
    }
    vm_warn(call->vm, call->site->place, "the program ends here with exit status %d%s", status,
            why.text);
    strbuf_release(&why);
}

static enum vm_action do_exit(struct vm_call *call, struct err *err)
{
    (void)err;
    int status = (int)(call->args[0].u & 0xff);
    if (call->args[0].tag & MEMORY_UNKNOWN)
        vm_remark(call->vm, call->site->place, "the exit status is unknown, taken as 0");
    else if (status != 0)
        warn_of_end(call, status);
    if (strcmp(call->site->function->name, "exit") == 0) /* _exit destroys nothing */
        joinable_at_exit(script_of(call));
    return leave(call, call->args[0].tag & MEMORY_UNKNOWN ? 0 : status);
}

static enum vm_action do_abort(struct vm_call *call, struct err *err)
{
    (void)err;
    vm_warn(call->vm, call->site->place, "the program aborts here");
    return leave(call, 134); /* 128 + SIGABRT, as a shell shows it */
}

static enum vm_action do_assert(struct vm_call *call, struct err *err)
{
    struct strbuf text;
    strbuf_init(&text);
    int r = vm_string(call, call->args[0].u, &text, err);
    if (r == 0)
        vm_warn(call->vm, call->site->place, "the assertion `%s` fails", text.text);
    strbuf_release(&text);
    return r == 0 ? leave(call, 134) : VM_FAIL;
}

static int name_argument(struct vm_call *call, int index, struct strbuf *text, struct err *err)
{
    if (vm_known(call, index, "string", err) != 0)
        return -1;
    return vm_string(call, call->args[index].u, text, err);
}

static enum vm_action do_getenv(struct vm_call *call, struct err *err)
{
    static const struct memory_site nowhere;
    struct memory *m = &call->vm->memory;
    struct strbuf name;
    strbuf_init(&name);
    int r = name_argument(call, 0, &name, err);
    const char *value = r == 0 ? script_variable(script_of(call), name.text) : NULL;
    if (value != NULL) {
        size_t bytes = strlen(value) + 1;
        r = memory_make(m, SEGMENT_GLOBAL, bytes, true, &nowhere, &call->result.u, err);
        if (r == 0)
            r = memory_put(m, call->result.u, value, bytes, 0, err);
    }
    strbuf_release(&name);
    return r == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action set_variable(struct vm_call *call, const struct strbuf *text)
{
    struct script *script = script_of(call);
    script->record = (struct program_record){
        .call = CALL_set_variable,
        .object = intern_add(&script->program->names, text->text, text->length)};
    return VM_SUSPEND;
}

static enum vm_action do_setenv(struct vm_call *call, struct err *err)
{
    struct strbuf text;
    strbuf_init(&text);
    enum vm_action action = VM_OK;
    if (name_argument(call, 0, &text, err) != 0) {
        action = VM_FAIL;
    } else if (call->args[2].u != 0 || script_variable(script_of(call), text.text) == NULL) {
        strbuf_addc(&text, '=');
        action = name_argument(call, 1, &text, err) == 0 ? set_variable(call, &text) : VM_FAIL;
    }
    strbuf_release(&text);
    return action;
}

static enum vm_action do_unsetenv(struct vm_call *call, struct err *err)
{
    struct strbuf text;
    strbuf_init(&text);
    enum vm_action action = VM_FAIL;
    if (name_argument(call, 0, &text, err) == 0) {
        strbuf_addc(&text, '=');
        action = set_variable(call, &text);
    }
    strbuf_release(&text);
    return action;
}

static enum vm_action do_putenv(struct vm_call *call, struct err *err)
{
    struct strbuf text;
    strbuf_init(&text);
    enum vm_action action =
        name_argument(call, 0, &text, err) == 0 ? set_variable(call, &text) : VM_FAIL;
    strbuf_release(&text);
    return action;
}

/* What is to be written opens, as programs give up otherwise; nothing is kept of it. */
/* One for all threads: only what fopen leaves in it is known to be looked at. */
static int error_number(struct vm_call *call, struct err *err)
{
    static const struct memory_site made = {.name = "errno"};
    struct script *script = script_of(call);
    if (script->errno_at != 0)
        return 0;
    return memory_make(&call->vm->memory, SEGMENT_GLOBAL, sizeof(int32_t), true, &made,
                       &script->errno_at, err);
}

static enum vm_action do_errno_at(struct vm_call *call, struct err *err)
{
    if (error_number(call, err) != 0)
        return VM_FAIL;
    call->result.u = script_of(call)->errno_at;
    return VM_OK;
}

static enum vm_action do_fopen(struct vm_call *call, struct err *err)
{
    struct strbuf mode;
    strbuf_init(&mode);
    if (vm_known(call, 1, "mode", err) != 0 || vm_string(call, call->args[1].u, &mode, err) != 0) {
        strbuf_release(&mode);
        return VM_FAIL;
    }
    bool writes = mode.length > 0 && (mode.text[0] == 'w' || mode.text[0] == 'a');
    strbuf_release(&mode);
    static const int32_t no_such_file = 2;
    call->result.u = writes ? LIB_FILE : 0;
    if (!writes && (error_number(call, err) != 0 ||
                    memory_put(&call->vm->memory, script_of(call)->errno_at, &no_such_file,
                               sizeof no_such_file, 0, err) != 0))
        return VM_FAIL;
    vm_remark(call->vm, vm_place(call->vm, call->thread),
              writes ? "there are no files: what is written into this one is not kept"
                     : "there are no files: fopen gives NULL here");
    return VM_OK;
}

static enum vm_action do_getpid(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.i = 1000;
    return VM_OK;
}

static enum vm_action do_sysconf(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.i = call->args[0].i == 30 ? 4096 : call->args[0].i == 84 ? 16 : -1;
    return VM_OK;
}

static enum vm_action do_entropy(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.tag = MEMORY_UNKNOWN;
    return VM_OK;
}

const struct vm_builtin lib_process[] = {
    {"exit", do_exit, NULL},
    {"_exit", do_exit, NULL},
    {"abort", do_abort, NULL},
    {"__ns_assert", do_assert, NULL},
    {"getenv", do_getenv, NULL},
    {"setenv", do_setenv, NULL},
    {"unsetenv", do_unsetenv, NULL},
    {"putenv", do_putenv, NULL},
    {"fopen", do_fopen, NULL},
    {"__ns_errno_at", do_errno_at, NULL},
    {"getpid", do_getpid, NULL},
    {"sysconf", do_sysconf, NULL},
    {"__ns_entropy", do_entropy, NULL},
    {NULL, NULL, NULL},
};

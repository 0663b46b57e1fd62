/* Threads and mutexes. */
#include "sim/script/binding.h"
#include "sim/script/lib.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Of std::__ns_async, which no program names: async. */
static const char *shown_name(const char *name)
{
    static const char ours[] = "std::__ns_";
    return strncmp(name, ours, sizeof ours - 1) == 0 ? name + sizeof ours - 1 : name;
}

static enum vm_action start(struct vm_call *call, uint64_t function, const struct vm_cell *args,
                            int count, struct err *err)
{
    struct script *script = script_of(call);
    char name[96];
    if (script->program->threads.count >= script->max_threads) {
        err_set(err, ERR_INPUT, "more than %" PRIu32 " threads", script->max_threads);
        err_hint(err, "--limit threads=N raises the limit");
        return VM_FAIL;
    }
    int index = bytecode_function_index(&script->code, function);
    snprintf(name, sizeof name, "%s",
             index >= 0 && script->code.functions[index].source != NULL
                 ? shown_name(script->code.functions[index].source->display_name)
                 : "thread");
    uint32_t id = program_add_thread(
        script->program,
        &(struct program_thread){.kind = THREAD_HOST,
                                 .name = intern_adds(&script->program->names, name)});
    if (script_start_thread(script, id, false, function, args, count, err) != 0)
        return VM_FAIL;
    script->vm.concurrent = true;
    script->threads[id]->began = call->site->call;
    for (int i = 0; i < count && i < SCRIPT_GIVEN; i++)
        script->threads[id]->given[i] = args[i];
    script_running(call)->created = id;
    script->record = (struct program_record){.call = CALL_thread_create, .object = id};
    return VM_SUSPEND;
}

static enum vm_action do_pthread_create(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 2, "function", err) != 0)
        return VM_FAIL;
    return start(call, call->args[2].u, &call->args[3], 1, err);
}

static enum vm_action do_thread_start(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 0, "function", err) != 0)
        return VM_FAIL;
    return start(call, call->args[0].u, call->args + 1, call->arg_count - 1, err);
}

static enum vm_action thread_started(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer;
    (void)err;
    uint32_t id = script_running(call)->created;
    script_of(call)->threads[id]->made = call->site->place;
    call->result.u = script_thread_handle(id);
    return VM_OK;
}

static struct script_thread *thread_of(struct vm_call *call, uint64_t handle, uint32_t *id,
                                       struct err *err)
{
    struct script *script = script_of(call);
    if (handle < 2 || handle > script->thread_count || script->threads[handle - 1] == NULL) {
        err_set(err, ERR_INPUT, "%s: there is no such thread", call->site->function->name);
        return NULL;
    }
    *id = (uint32_t)(handle - 1);
    return script->threads[*id];
}

static enum vm_action join(struct vm_call *call, uint64_t handle, struct err *err)
{
    uint32_t id;
    struct script_thread *thread = thread_of(call, handle, &id, err);
    if (thread == NULL)
        return VM_FAIL;
    if (thread->joined || thread->detached) {
        err_set(err, ERR_INPUT, "the thread was %s already",
                thread->joined ? "joined" : "detached");
        return VM_FAIL;
    }
    thread->joined = true;
    script_of(call)->record = (struct program_record){.call = CALL_thread_join, .object = id};
    return VM_SUSPEND;
}

static enum vm_action do_pthread_join(struct vm_call *call, struct err *err)
{
    return vm_known(call, 0, "thread", err) == 0 ? join(call, call->args[0].u, err) : VM_FAIL;
}

static enum vm_action pthread_joined(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer;
    const struct script_thread *thread = script_of(call)->threads[call->args[0].u - 1];
    const struct vm_cell *result = &thread->vm.result;
    if (call->args[1].u != 0 &&
        vm_write_bytes(call, call->args[1].u, &result->u, 8, (unsigned)result->tag, err) != 0)
        return VM_FAIL;
    return VM_OK;
}

static int handle_at(struct vm_call *call, uint64_t *handle, struct err *err)
{
    unsigned tag;
    if (vm_known(call, 0, "thread", err) != 0 ||
        vm_read_bytes(call, call->args[0].u, handle, 8, &tag, err) != 0)
        return -1;
    if (tag & MEMORY_UNKNOWN || *handle == 0)
        return err_set(err, ERR_INPUT, "the std::thread runs nothing");
    return 0;
}

static enum vm_action do_thread_join(struct vm_call *call, struct err *err)
{
    uint64_t handle;
    return handle_at(call, &handle, err) == 0 ? join(call, handle, err) : VM_FAIL;
}

static enum vm_action thread_joined(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer;
    uint64_t none = 0;
    return vm_write_bytes(call, call->args[0].u, &none, 8, 0, err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action detach(struct vm_call *call, uint64_t handle, struct err *err)
{
    uint32_t id;
    struct script_thread *thread = thread_of(call, handle, &id, err);
    if (thread == NULL)
        return VM_FAIL;
    thread->detached = true;
    if (script_of(call)->settings->lenient)
        for (int i = 1; thread->began && i < thread->began->arg_count && i <= SCRIPT_GIVEN; i++)
            binding_note_lent(script_of(call)->binding, &thread->given[i - 1],
                              thread->began->args[i]->type);
    return VM_OK;
}

static enum vm_action do_pthread_detach(struct vm_call *call, struct err *err)
{
    return vm_known(call, 0, "thread", err) == 0 ? detach(call, call->args[0].u, err) : VM_FAIL;
}

/* With attributes that say PTHREAD_CREATE_DETACHED nobody joins it. */
static enum vm_action pthread_created(struct vm_call *call, const void *answer, struct err *err)
{
    (void)answer;
    uint64_t handle = script_thread_handle(script_running(call)->created);
    uint64_t attributes = call->args[1].u;
    int32_t state = 0;
    unsigned tag = 0;
    if (call->args[0].u != 0 &&
        vm_write_bytes(call, call->args[0].u, &handle, sizeof handle, 0, err) != 0)
        return VM_FAIL;
    if (attributes != 0 && vm_read_bytes(call, attributes, &state, sizeof state, &tag, err) != 0)
        return VM_FAIL;
    return state == 1 && tag == 0 ? detach(call, handle, err) : VM_OK;
}

static enum vm_action do_thread_detach(struct vm_call *call, struct err *err)
{
    uint64_t handle;
    if (handle_at(call, &handle, err) != 0 || detach(call, handle, err) != VM_OK)
        return VM_FAIL;
    return thread_joined(call, NULL, err);
}

static enum vm_action do_pthread_exit(struct vm_call *call, struct err *err)
{
    (void)err;
    call->thread->leaves = true;
    call->thread->result = call->args[0];
    return VM_OK;
}

static enum vm_action do_self(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.u = script_thread_handle(script_of(call)->running);
    return VM_OK;
}

static enum vm_action refuse(struct vm_call *call, struct err *err)
{
    err_set(err, ERR_INPUT, "%s is not supported", call->site->function->name);
    return VM_FAIL;
}

/* ---- mutexes ---- */

enum { E_BUSY = 16 }; /* EBUSY of Linux, which <errno.h> there says */
void lib_note_lock(struct script *script, uint64_t address)
{
    binding_note_lock(script->binding, address);
}

int lib_number_at(struct vm_call *call, int index, uint32_t (*make)(struct script *),
                  uint32_t *number, struct err *err)
{
    int64_t word;
    unsigned tag;
    if (vm_known(call, index, "pointer", err) != 0 ||
        vm_read_bytes(call, call->args[index].u, &word, 8, &tag, err) != 0)
        return -1;
    if (tag & MEMORY_UNKNOWN)
        return err_set(err, ERR_INPUT, "%s: it was never initialised", call->site->function->name);
    lib_note_lock(script_of(call), call->args[index].u);
    if (word == 0) {
        word = make(script_of(call));
        if (vm_write_bytes(call, call->args[index].u, &word, 8, 0, err) != 0)
            return -1;
    }
    *number = (uint32_t)word;
    return 0;
}

uint32_t lib_new_lock(struct script *script)
{
    return ++script->lock_count;
}

enum vm_action lib_lock_record(struct vm_call *call, enum call what, uint32_t lock)
{
    script_of(call)->record = (struct program_record){.call = (uint16_t)what, .object = lock};
    return VM_SUSPEND;
}

static enum vm_action lock_call(struct vm_call *call, enum call what, struct err *err)
{
    uint32_t lock;
    return lib_number_at(call, 0, lib_new_lock, &lock, err) == 0 ? lib_lock_record(call, what, lock)
                                                                 : VM_FAIL;
}

void lib_be_late(struct vm_call *call)
{
    const struct script *script = script_of(call);
    struct script_thread *thread = script_running(call);
    if (script->settings->late_thread == script->running + 1 && !thread->was_late) {
        thread->was_late = true;
        thread->debt += script->settings->late_ns;
    }
}

enum vm_action lib_init(struct vm_call *call, struct err *err)
{
    int64_t none = 0;
    return vm_known(call, 0, "pointer", err) == 0 &&
                   vm_write_bytes(call, call->args[0].u, &none, 8, 0, err) == 0
               ? VM_OK
               : VM_FAIL;
}

/* Of a pthread_mutex_t, behind its number (headers/pthread.txt). */
struct again {
    int32_t kind, times;
    uint64_t owner;
};

enum { AGAIN_AT = 8, KIND_RECURSIVE = 1 };

static int again_put(struct vm_call *call, const struct again *again, struct err *err)
{
    return vm_write_bytes(call, call->args[0].u + AGAIN_AT, again, sizeof *again, 0, err);
}

/* 1: it is one that its thread may take again. */
static int again_get(struct vm_call *call, struct again *again, struct err *err)
{
    unsigned tag;
    if (!script_of(call)->recursive)
        return 0;
    if (vm_known(call, 0, "pointer", err) != 0 ||
        vm_read_bytes(call, call->args[0].u + AGAIN_AT, again, sizeof *again, &tag, err) != 0)
        return -1;
    return !(tag & MEMORY_UNKNOWN) && again->kind == KIND_RECURSIVE;
}

static enum vm_action do_mutex_init(struct vm_call *call, struct err *err)
{
    struct again again = {0};
    unsigned tag = 0;
    if (lib_init(call, err) != VM_OK || vm_known(call, 1, "pointer", err) != 0)
        return VM_FAIL;
    if (call->args[1].u != 0 &&
        vm_read_bytes(call, call->args[1].u, &again.kind, sizeof again.kind, &tag, err) != 0)
        return VM_FAIL;
    script_of(call)->recursive |= again.kind == KIND_RECURSIVE;
    return again_put(call, &again, err) == 0 ? VM_OK : VM_FAIL;
}

/* 1: the calling thread had it, and has taken it once more. */
static int take_again(struct vm_call *call, struct err *err)
{
    struct again again;
    const int may = again_get(call, &again, err);
    if (may <= 0 || again.owner != script_thread_handle(script_of(call)->running))
        return may < 0 ? -1 : 0;
    again.times++;
    return again_put(call, &again, err) == 0 ? 1 : -1;
}

static enum vm_action do_lock(struct vm_call *call, struct err *err)
{
    lib_be_late(call);
    const int taken = take_again(call, err);
    if (taken == 0)
        return lock_call(call, CALL_lock_acquire, err);
    return taken > 0 ? VM_OK : VM_FAIL;
}

static enum vm_action locked(struct vm_call *call, const void *answer, struct err *err)
{
    struct again again;
    (void)answer;
    const int may = again_get(call, &again, err);
    again.times = 1;
    again.owner = script_thread_handle(script_of(call)->running);
    return may == 0 || (may > 0 && again_put(call, &again, err) == 0) ? VM_OK : VM_FAIL;
}

static enum vm_action do_try_lock(struct vm_call *call, struct err *err)
{
    lib_be_late(call);
    const int taken = take_again(call, err);
    if (taken != 0) {
        call->result.i = 0;
        return taken > 0 ? VM_OK : VM_FAIL;
    }
    enum vm_action action = lock_call(call, CALL_lock_acquire, err);
    script_of(call)->record.count = 1;
    return action;
}

static enum vm_action tried_lock(struct vm_call *call, const void *answer, struct err *err)
{
    bool is_had = ((const struct runtime_answer *)answer)->value != 0;
    if (is_had && locked(call, answer, err) != VM_OK)
        return VM_FAIL;
    call->result.i = is_had ? 0 : E_BUSY;
    call->result.tag = MEMORY_POLLED;
    return VM_OK;
}

static enum vm_action do_unlock(struct vm_call *call, struct err *err)
{
    struct again again;
    const int may = again_get(call, &again, err);
    if (may < 0)
        return VM_FAIL;
    if (may && --again.times > 0)
        return again_put(call, &again, err) == 0 ? VM_OK : VM_FAIL;
    again.owner = 0;
    if (may && again_put(call, &again, err) != 0)
        return VM_FAIL;
    return lock_call(call, CALL_lock_release, err);
}

enum vm_action lib_nothing(struct vm_call *call, struct err *err)
{
    (void)call;
    (void)err;
    return VM_OK;
}

const struct vm_builtin lib_thread[] = {
    {"pthread_create", do_pthread_create, pthread_created},
    {"pthread_join", do_pthread_join, pthread_joined},
    {"pthread_detach", do_pthread_detach, NULL},
    {"pthread_exit", do_pthread_exit, NULL},
    {"pthread_cancel", refuse, NULL},
    {"pthread_mutex_trylock", do_try_lock, tried_lock},
    {"pthread_self", do_self, NULL},
    {"__ns_thread_start", do_thread_start, thread_started},
    {"__ns_thread_join", do_thread_join, thread_joined},
    {"__ns_thread_detach", do_thread_detach, NULL},
    {"__ns_thread_self", do_self, NULL},
    {"pthread_mutex_init", do_mutex_init, NULL},
    {"pthread_mutex_destroy", lib_nothing, NULL},
    {"pthread_mutex_lock", do_lock, locked},
    {"pthread_mutex_unlock", do_unlock, NULL},
    {"__ns_mutex_lock", do_lock, NULL},
    {"__ns_mutex_unlock", do_unlock, NULL},
    {NULL, NULL, NULL},
};

/* Exceptions: the tries that a thread is in, what is to end when one is thrown, those that are
 * caught. The code that goes through them is in headers/cxx_objects.txt. */
#include "sim/base/mem.h"
#include "sim/script/lib.h"

#include <string.h>

struct vm_handler {
    size_t frames, result; /* the frame, and the cell that tells the try */
    uint32_t pc;
    size_t guards, caught;
};

struct vm_guard {
    uint64_t object, end;
};

struct vm_exception {
    uint64_t object, types, what, name; /* as struct __ns_thrown of headers/cxx_objects.txt */
};

static enum vm_action do_try(struct vm_call *call, struct err *err)
{
    struct vm_thread *t = call->thread;
    (void)err;
    t->handlers =
        mem_grow(t->handlers, &t->handler_capacity, t->handler_count + 1, sizeof *t->handlers);
    t->handlers[t->handler_count++] = (struct vm_handler){.frames = t->frame_count,
                                                          .result = (size_t)(call->args - t->cells),
                                                          .pc = t->frames[t->frame_count - 1].pc,
                                                          .guards = t->guard_count,
                                                          .caught = t->caught_count};
    return VM_OK;
}

static enum vm_action do_try_end(struct vm_call *call, struct err *err)
{
    (void)err;
    if (call->thread->handler_count > 0)
        call->thread->handler_count--;
    return VM_OK;
}

static enum vm_action do_catch_end(struct vm_call *call, struct err *err)
{
    (void)err;
    if (call->thread->caught_count > 0)
        call->thread->caught_count--;
    return VM_OK;
}

static enum vm_action do_guard(struct vm_call *call, struct err *err)
{
    struct vm_thread *t = call->thread;
    (void)err;
    t->guards = mem_grow(t->guards, &t->guard_capacity, t->guard_count + 1, sizeof *t->guards);
    t->guards[t->guard_count++] = (struct vm_guard){call->args[0].u, call->args[1].u};
    return VM_OK;
}

/* The newest of that address: it ends in the ordinary way, or nobody ends it. */
static enum vm_action do_unguard(struct vm_call *call, struct err *err)
{
    struct vm_thread *t = call->thread;
    (void)err;
    for (size_t i = t->guard_count; i-- > 0;) {
        if (t->guards[i].object != call->args[0].u)
            continue;
        memmove(t->guards + i, t->guards + i + 1, (--t->guard_count - i) * sizeof *t->guards);
        break;
    }
    return VM_OK;
}

static enum vm_action do_handled(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.u = call->thread->handler_count > 0;
    return VM_OK;
}

static enum vm_action do_uncaught(struct vm_call *call, struct err *err)
{
    uint64_t told = call->args[0].u;
    struct strbuf name, text;
    strbuf_init(&name);
    strbuf_init(&text);
    int rc = vm_string(call, call->args[1].u, &name, err);
    if (rc == 0 && told != 0)
        rc = vm_string(call, told, &text, err);
    if (rc == 0) {
        err_set(err, ERR_INPUT, "nothing catches this %s%s%s", name.text, told != 0 ? ": " : "",
                told != 0 ? text.text : "");
        err_hint(err, "a program that is run ends here, by std::terminate");
    }
    strbuf_release(&name);
    strbuf_release(&text);
    return VM_FAIL;
}

static enum vm_action do_throwing(struct vm_call *call, struct err *err)
{
    struct vm_thread *t = call->thread;
    const struct vm_cell *a = call->args;
    (void)err;
    t->caught = mem_grow(t->caught, &t->caught_capacity, t->caught_count + 1, sizeof *t->caught);
    t->caught[t->caught_count++] = (struct vm_exception){a[0].u, a[1].u, a[2].u, a[3].u};
    return VM_OK;
}

static enum vm_action do_rethrowing(struct vm_call *call, struct err *err)
{
    struct vm_thread *t = call->thread;
    if (t->caught_count > 0) {
        const struct vm_exception *e = &t->caught[t->caught_count - 1];
        return vm_write_bytes(call, call->args[0].u, e, sizeof *e, 0, err) == 0 ? VM_OK : VM_FAIL;
    }
    err_set(err, ERR_INPUT, "throw without a value, where no exception is being handled");
    return VM_FAIL;
}

/* The next object to end, and by what; NULL: none is left in the try. */
static enum vm_action do_guarded(struct vm_call *call, struct err *err)
{
    struct vm_thread *t = call->thread;
    if (t->handler_count == 0 || t->guard_count <= t->handlers[t->handler_count - 1].guards)
        return VM_OK;
    const struct vm_guard *g = &t->guards[--t->guard_count];
    call->result.u = g->object;
    return vm_write_bytes(call, call->args[0].u, &g->end, sizeof g->end, 0, err) == 0 ? VM_OK
                                                                                      : VM_FAIL;
}

/* Back to the try, as from a call of its __ns_try() that returns 1: the way of a failed attempt.
 * No attempt is in progress: what one evaluates calls only functions that return an expression
 * without assignments (is_repeatable() in compile_skip.c), and a throw assigns. */
static enum vm_action do_land(struct vm_call *call, struct err *err)
{
    struct vm_thread *t = call->thread;
    if (t->handler_count == 0 || t->caught_count == 0) {
        err_set(err, ERR_INPUT, "nothing catches this");
        return VM_FAIL;
    }
    const struct vm_handler *h = &t->handlers[--t->handler_count];
    if (h->frames > t->frame_count || h->caught >= t->caught_count) {
        err_set(err, ERR_INPUT, "the try of this throw is over");
        return VM_FAIL;
    }
    t->caught[h->caught] = t->caught[t->caught_count - 1];
    t->caught_count = h->caught + 1;
    t->guard_count = h->guards < t->guard_count ? h->guards : t->guard_count;
    t->cells[h->result] = (struct vm_cell){.i = 1};
    t->attempt = h->pc;
    t->attempt_frames = h->frames;
    err_set(err, ERR_INPUT, "thrown");
    return VM_FAIL;
}

static enum vm_action do_exception(struct vm_call *call, struct err *err)
{
    const struct vm_thread *t = call->thread;
    (void)err;
    call->result.u = t->caught_count > 0 ? t->caught[t->caught_count - 1].object : 0;
    return VM_OK;
}

static enum vm_action do_types(struct vm_call *call, struct err *err)
{
    const struct vm_thread *t = call->thread;
    (void)err;
    call->result.u = t->caught_count > 0 ? t->caught[t->caught_count - 1].types : 0;
    return VM_OK;
}

const struct vm_builtin lib_throw[] = {
    {"__ns_try", do_try, NULL},
    {"__ns_try_end", do_try_end, NULL},
    {"__ns_catch_end", do_catch_end, NULL},
    {"__ns_guard", do_guard, NULL},
    {"__ns_unguard", do_unguard, NULL},
    {"__ns_handled", do_handled, NULL},
    {"__ns_uncaught", do_uncaught, NULL},
    {"__ns_throwing", do_throwing, NULL},
    {"__ns_rethrowing", do_rethrowing, NULL},
    {"__ns_guarded", do_guarded, NULL},
    {"__ns_land", do_land, NULL},
    {"__ns_exception", do_exception, NULL},
    {"__ns_exception_types", do_types, NULL},
    {NULL, NULL, NULL},
};

/* Who makes a static local: the first thread that comes to it, and all others wait until it has.
 * Nobody waits in a program of one thread, nor is anything recorded there.
 */
#include "sim/script/lib.h"

/* The word beside the variable: 0 nobody has begun, a number of struct script_waiters while a
 * thread makes it, that number's negative when it is made. */
static int word_at(struct vm_call *call, int64_t *word, struct err *err)
{
    unsigned tag;
    return vm_known(call, 0, "pointer", err) == 0
               ? vm_read_bytes(call, call->args[0].u, word, 8, &tag, err)
               : -1;
}

static int set_word(struct vm_call *call, int64_t word, struct err *err)
{
    return vm_write_bytes(call, call->args[0].u, &word, 8, 0, err);
}

enum { LOOKS, SEES }; /* what the thread was about when it made a record */

/* Whether the caller is to make it; a thread that waited for the one that does looks again. */
static enum vm_action begin_next(struct vm_call *call, const void *answer, struct err *err)
{
    struct script *script = script_of(call);
    struct script_thread *thread = script_running(call);
    int64_t word;
    (void)answer;
    if (word_at(call, &word, err) != 0)
        return VM_FAIL;
    if (word < 0 || thread->step == SEES) {
        thread->step = SEES;
        return lib_see(call, call->args[0].u);
    }
    if (word == 0) {
        word = lib_new_waiters(script);
        script->waiters[word - 1].expected = script->running + 1;
        call->result.i = 1;
        return set_word(call, word, err) == 0 ? VM_OK : VM_FAIL;
    }
    if (script->waiters[word - 1].expected == script->running + 1) {
        err_set(err, ERR_INPUT, "a static variable is used by what makes it");
        return VM_FAIL;
    }
    if (lib_own_lock(call))
        return VM_SUSPEND;
    lib_waiters_add(&script->waiters[word - 1], script->running);
    return lib_lock_record(call, CALL_lock_acquire, thread->waits_on);
}

static enum vm_action do_begin(struct vm_call *call, struct err *err)
{
    script_running(call)->step = LOOKS;
    return begin_next(call, NULL, err);
}

static enum vm_action wake_next(struct vm_call *call, const void *answer, struct err *err)
{
    struct script *script = script_of(call);
    (void)answer, (void)err;
    return lib_wake(call, &script->waiters[script_running(call)->step]);
}

/* Wakes who waits for it. */
static enum vm_action leave(struct vm_call *call, bool made, struct err *err)
{
    int64_t word;
    if (word_at(call, &word, err) != 0 || set_word(call, made ? -word : 0, err) != 0)
        return VM_FAIL;
    script_running(call)->step = (int)(word - 1);
    script_running(call)->woken = UINT32_MAX;
    return wake_next(call, NULL, err);
}

static enum vm_action do_made(struct vm_call *call, struct err *err)
{
    return leave(call, true, err);
}

/* An exception came instead: the next one tries again. */
static enum vm_action do_thrown(struct vm_call *call, struct err *err)
{
    return leave(call, false, err);
}

const struct vm_builtin lib_static[] = {
    {"__ns_static_begin", do_begin, begin_next},
    {"__ns_static_made", do_made, wake_next},
    {"__ns_static_thrown", do_thrown, wake_next},
    {NULL, NULL, NULL},
};

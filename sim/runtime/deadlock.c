/* Who waits when nobody can go on. */
#include "sim/runtime/inside.h"

#include "sim/base/hot.h"

/* "cudaFree of thread 2". */
static void add_call_of(const struct host_thread *thread, struct strbuf *sb)
{
    strbuf_addf(sb, "%s of thread %u", call_info((enum call)thread->record.call)->name,
                thread->record.thread);
}

/* Whose call has the lock of the context, or stands before this one's. */
static void add_context_holder(const struct runtime *runtime, const struct host_thread *thread,
                               struct strbuf *sb)
{
    const struct host_thread *holder = runtime->context_owner;
    for (size_t i = 0; holder == NULL && i < runtime->thread_count; i++)
        if (runtime->threads[i] != thread && runtime->threads[i]->holds_context)
            holder = runtime->threads[i];
    if (holder == NULL) {
        strbuf_adds(sb, "all calls of other threads to return");
        return;
    }
    add_call_of(holder, sb);
    strbuf_adds(sb, " to return");
    const struct host_thread *next = runtime->context_next;
    if (next != NULL && next != holder && next != thread) {
        strbuf_adds(sb, ", behind ");
        add_call_of(next, sb);
    }
}

static void add_blocked(const struct runtime *runtime, uint32_t id, struct strbuf *sb)
{
    const struct host_thread *thread = runtime->threads[id];
    const struct program *program = runtime->program;
    const char *name = "";
    if (id < program->threads.count)
        name = program_name(program, program->threads.rows[id].name);
    strbuf_addf(sb, "%sthread %u", sb->length ? "; " : "", id);
    if (*name)
        strbuf_addf(sb, " (%.40s)", name);
    strbuf_addf(sb, " at %s ", place_text(runtime, thread->record.place).text);
    switch (thread->blocked) {
    case BLOCK_JOIN:
        strbuf_addf(sb, "joins thread %u", thread->target);
        break;
    case BLOCK_LOCK:
        if (runtime->locks.rows[thread->target].holder == id)
            strbuf_adds(sb, "waits to be woken, or for a lock that it holds itself");
        else
            strbuf_addf(sb, "waits for lock %u, which thread %u holds", thread->target,
                        runtime->locks.rows[thread->target].holder);
        break;
    case BLOCK_TOLD:
        strbuf_adds(sb, "waits for an atomic to be written");
        break;
    case BLOCK_CONTEXT:
        strbuf_addf(sb, "waits in %s for ", call_info((enum call)thread->record.call)->name);
        add_context_holder(runtime, thread, sb);
        break;
    case BLOCK_STREAM:
        strbuf_addf(sb, "waits in %s for a call of another thread into the same stream to return",
                    call_info((enum call)thread->record.call)->name);
        break;
    default:
        strbuf_addf(sb, "waits in %s for the device",
                    call_info((enum call)thread->record.call)->name);
        break;
    }
}

/* Threads that still wait when the process has ended have ended with it; not so a host function.
 * The first that is blocked, or NULL. */
static const struct host_thread *add_all_blocked(const struct runtime *runtime, struct strbuf *sb)
{
    const struct host_thread *first = NULL;
    for (uint32_t i = 0; i < runtime->thread_count; i++) {
        const struct host_thread *thread = runtime->threads[i];
        if (thread->state != THREAD_BLOCKED || (!thread->worker && runtime->exited))
            continue;
        if (!first)
            first = thread;
        add_blocked(runtime, i, sb);
    }
    return first;
}

COLD int deadlock_check(struct runtime *runtime, struct err *err)
{
    struct strbuf sb;
    strbuf_init(&sb);
    const struct host_thread *first = add_all_blocked(runtime, &sb);
    int rc = STEP_DONE;
    if (first)
        rc = call_error(runtime, first, err, "deadlock: %s", sb.text);
    strbuf_release(&sb);
    return rc;
}

bool runtime_stands_still(const struct runtime *runtime, uint32_t thread)
{
    /* before the first call that needs the device there is none */
    if (runtime->engine && engine_next(runtime->engine) != DURATION_NEVER)
        return false;
    for (size_t i = 0; i < runtime->thread_count; i++)
        if (i != thread && runtime->threads[i]->state == THREAD_READY)
            return false;
    return true;
}

void runtime_blocked_text(const struct runtime *runtime, struct strbuf *sb)
{
    add_all_blocked(runtime, sb);
}

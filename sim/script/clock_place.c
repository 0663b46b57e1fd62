/* Where a program reads a clock: in a function of its own that does nothing else, a clock is read
 * by whoever calls it, and what lies between two of its calls is what they measure. */
#include "sim/base/mem.h"
#include "sim/base/text.h"
#include "sim/script/script_inside.h"

#include <string.h>

enum { UNSEEN, LOOKING, NO_READER, READER };

/* What a function does: clocks that it reads, or other things as well. */
struct doings {
    uint8_t *functions; /* by index: one of the above */
    int readings;
    bool others;
    int depth;
};

static void see_stmt(struct doings *d, const struct stmt *s);

static bool is_clock(const char *name)
{
    static const char *const clocks[] = {"__ns_clock_now", "clock",        "time",
                                         "clock_gettime",  "gettimeofday", "host_time_us"};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        if (strcmp(name, clocks[i]) == 0)
            return true;
    return false;
}

/* What takes time, or is worth being timed. */
static bool works(const char *name)
{
    static const char *const prefixes[] = {"cuda",    "ns_", "nvtx",   "pthread_", "host_",
                                           "__ns_th", "mem", "usleep", "sleep",    "nanosleep"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (text_begins_with(name, prefixes[i]))
            return true;
    return false;
}

static bool reads_a_clock(struct doings *d, const struct function *f)
{
    uint8_t *state = &d->functions[f->index];
    if (*state == UNSEEN) {
        struct doings inside = {.functions = d->functions, .depth = d->depth};
        *state = LOOKING;
        see_stmt(&inside, f->body);
        *state = inside.readings == 1 && !inside.others ? READER : NO_READER;
    }
    return *state == READER;
}

static void see_call(struct doings *d, const struct function *f)
{
    if (f == NULL) /* a pointer to one, or a virtual one */
        d->others = true;
    else if (is_clock(f->name) || (!f->is_builtin && f->body && reads_a_clock(d, f)))
        d->readings++;
    else if (f->is_builtin && f->body) /* std::chrono's now() is one that reads */
        d->readings += reads_a_clock(d, f);
    else
        d->others |= !f->is_builtin || works(f->name);
}

static void see_expr(struct doings *d, const struct expr *e)
{
    if (e == NULL || d->others)
        return;
    if (e->kind == EXPR_LAUNCH || e->kind == EXPR_OPAQUE || d->depth > 1000) {
        d->others = true;
        return;
    }
    d->depth++;
    see_expr(d, e->a);
    see_expr(d, e->b);
    see_expr(d, e->c);
    if (e->kind == EXPR_CALL) {
        see_call(d, e->function);
        for (int i = 0; i < e->arg_count; i++)
            see_expr(d, e->args[i]);
    }
    d->depth--;
}

static void see_stmt(struct doings *d, const struct stmt *s)
{
    for (; s != NULL && !d->others; s = s->next) {
        if (s->kind == STMT_WHILE || s->kind == STMT_DO || s->kind == STMT_FOR ||
            s->kind == STMT_GOTO || d->depth > 1000)
            d->others = true;
        d->depth++;
        see_expr(d, s->a);
        see_stmt(d, s->body);
        see_stmt(d, s->other);
        for (const struct init *i = s->kind == STMT_VAR && s->var ? s->var->inits : NULL; i;
             i = i->next)
            see_expr(d, i->value);
        d->depth--;
    }
}

/* What ends an object is called where that was declared, as what begins it. */
static bool is_reader(struct script *script, const struct function *f)
{
    if (f == NULL || f->body == NULL || strchr(f->name, '~'))
        return false;
    if (script->clock_readers == NULL)
        script->clock_readers = mem_zalloc((size_t)script->tu->function_count + 1);
    struct doings d = {.functions = script->clock_readers};
    return reads_a_clock(&d, f);
}

struct place script_clock_place(struct script *script, const struct vm_thread *thread, bool *begins)
{
    const struct bytecode *code = &script->code;
    *begins = false;
    for (size_t i = thread->frame_count; i-- > 0;) {
        uint32_t pc = thread->frames[i].pc;
        struct place place = code->places[pc > 0 ? pc - 1 : 0];
        const struct function *f = code->functions[thread->frames[i].function].source;
        bool of_library =
            place.file < script->tu->sources.count && script->tu->sources.files[place.file].builtin;
        if (of_library || (i > 0 && is_reader(script, f)))
            continue;
        *begins = script_clock_begins(script, f, place);
        return place;
    }
    return vm_place(&script->vm, thread);
}

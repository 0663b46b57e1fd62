/* From where on in main nothing that is still called matters to the timeline.
 *
 * A branch on times behind that decides what is printed, and at most whether something is given
 * back: it makes no program depend on time. It is found in main's own statements, of which the last
 * one that matters may be a loop around the rest.
 */
#include "sim/base/mem.h"
#include "sim/script/compiler.h"

#include <stdlib.h>
#include <string.h>

struct looker {
    uint8_t *functions; /* by index: 0 not looked at, 1 looking, 2 no, 3 yes */
    int depth;
};

static bool matters_stmt(struct looker *l, const struct stmt *s);

static bool begins_with(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* What the library does. Times of the host alone are no work of the device and no wait for it. */
static bool matters_builtin(const char *name)
{
    static const char *const harmless[] = {
        "cudaFree",
        "cudaFreeHost",
        "cudaFreeAsync",
        "cudaStreamDestroy",
        "cudaEventDestroy",
        "cudaHostUnregister",
        "cudaGetErrorString",
        "cudaGetErrorName",
        "cudaGetLastError",
        "cudaPeekAtLastError",
        "cudaMemPoolDestroy",
        "cudaDeviceReset",
        "cudaEventElapsedTime",
        "cudaGetDevice",
        "cudaGetDeviceProperties",
    };
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strcmp(name, harmless[i]) == 0)
            return false;
    return begins_with(name, "cuda") || begins_with(name, "ns_") || begins_with(name, "nvtx") ||
           begins_with(name, "pthread_create") || begins_with(name, "__ns_thread");
}

static bool matters_function(struct looker *l, const struct function *f)
{
    if (f == NULL) /* a pointer to one, or a virtual one */
        return true;
    if (f->is_builtin || f->body == NULL)
        return matters_builtin(f->name);
    uint8_t *state = &l->functions[f->index];
    if (*state == 0) {
        *state = 1;
        *state = matters_stmt(l, f->body) ? 3 : 2;
    }
    return *state == 3;
}

static bool matters_expr(struct looker *l, const struct expr *e)
{
    if (e == NULL)
        return false;
    if (e->kind == EXPR_LAUNCH || e->kind == EXPR_OPAQUE || l->depth > 3000)
        return true;
    l->depth++;
    bool yes = matters_expr(l, e->a) || matters_expr(l, e->b) || matters_expr(l, e->c);
    if (!yes && e->kind == EXPR_CALL) {
        yes = matters_function(l, e->function);
        for (int i = 0; i < e->arg_count && !yes; i++)
            yes = matters_expr(l, e->args[i]);
    }
    l->depth--;
    return yes;
}

static bool matters_one(struct looker *l, const struct stmt *s)
{
    if (s->kind == STMT_GOTO) /* it may go back */
        return true;
    bool yes = matters_expr(l, s->a) || matters_expr(l, s->step) || matters_stmt(l, s->body) ||
               matters_stmt(l, s->other) || matters_stmt(l, s->init);
    const struct init *i = s->kind == STMT_VAR && s->var != NULL ? s->var->inits : NULL;
    for (; i != NULL && !yes; i = i->next)
        yes = matters_expr(l, i->value);
    return yes;
}

static bool matters_stmt(struct looker *l, const struct stmt *s)
{
    bool yes = l->depth > 3000;
    l->depth++;
    for (; s != NULL && !yes; s = s->next)
        yes = matters_one(l, s);
    l->depth--;
    return yes;
}

const struct stmt *late_find(const struct translation_unit *tu)
{
    struct looker l = {.functions = mem_zalloc((size_t)tu->function_count)};
    const struct stmt *s = tu->main->body, *last = NULL;
    while (s != NULL && s->kind == STMT_BLOCK && s->next == NULL)
        s = s->body;
    for (; s != NULL; s = s->next)
        if (matters_one(&l, s))
            last = s;
    if (tu->at_exit && matters_function(&l, tu->at_exit))
        last = NULL;
    free(l.functions);
    return last;
}

#include "sim/script/seek.h"

#include <stddef.h>

enum { DEEPEST = 3000 };

bool seek_function(struct seek *seek, const struct function *f)
{
    if (f == NULL) /* a pointer to one, or a virtual one */
        return seek->unknown;
    if (f->is_builtin || f->body == NULL)
        return seek->is_builtin(f->name);
    uint8_t *state = &seek->functions[f->index];
    if (*state == 0) {
        *state = 1;
        *state = seek_stmt(seek, f->body) ? 3 : 2;
    }
    return *state == 3;
}

bool seek_expr(struct seek *seek, const struct expr *e)
{
    if (e == NULL)
        return false;
    if (seek->is_expr(seek, e))
        return true;
    if (seek->depth > DEEPEST)
        return seek->unknown;
    seek->depth++;
    bool yes = seek_expr(seek, e->a) || seek_expr(seek, e->b) || seek_expr(seek, e->c);
    if (!yes && e->kind == EXPR_CALL) {
        yes = seek_function(seek, e->function);
        for (int i = 0; i < e->arg_count && !yes; i++)
            yes = seek_expr(seek, e->args[i]);
    }
    seek->depth--;
    return yes;
}

bool seek_one(struct seek *seek, const struct stmt *s)
{
    if (seek->is_stmt && seek->is_stmt(s))
        return true;
    bool yes = seek_expr(seek, s->a) || seek_expr(seek, s->step) || seek_stmt(seek, s->body) ||
               seek_stmt(seek, s->other) || seek_stmt(seek, s->init);
    const struct init *i = s->kind == STMT_VAR && s->var != NULL ? s->var->inits : NULL;
    for (; i != NULL && !yes; i = i->next)
        yes = seek_expr(seek, i->value);
    return yes;
}

bool seek_stmt(struct seek *seek, const struct stmt *s)
{
    if (seek->depth > DEEPEST)
        return seek->unknown;
    bool yes = false;
    seek->depth++;
    for (; s != NULL && !yes; s = s->next)
        yes = seek_one(seek, s);
    seek->depth--;
    return yes;
}

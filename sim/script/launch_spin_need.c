#include "sim/script/launch_spin_walk.h"

/* ---- what stands in it ---- */

const struct init *spin_inits(const struct stmt *s)
{
    return s->kind == STMT_VAR && s->var ? s->var->inits : NULL;
}

/* A statement, without those behind it. */
bool spin_in_stmt(const struct stmt *s)
{
    if (launch_spins_in(s->a) || launch_spins_in(s->step))
        return true;
    for (const struct init *i = spin_inits(s); i; i = i->next)
        if (launch_spins_in(i->value))
            return true;
    const struct stmt *const lists[] = {s->init, s->body, s->other};
    for (int i = 0; i < 3; i++)
        for (const struct stmt *t = lists[i]; t; t = t->next)
            if (spin_in_stmt(t))
                return true;
    return false;
}

int spin_arguments(const struct expr *e)
{
    bool has = e->kind == EXPR_CALL || e->kind == EXPR_OPAQUE || e->kind == EXPR_LAUNCH;
    return has ? e->arg_count : 0;
}

/* Whether its evaluation does anything that matters here. */
bool spin_acts(const struct expr *e)
{
    if (!e)
        return false;
    if (expr_assigns(e) || e->kind == EXPR_OPAQUE || launch_is_spin(e) ||
        (e->kind == EXPR_CALL && launch_spins(e->function)) || spin_acts(e->a) || spin_acts(e->b) ||
        spin_acts(e->c))
        return true;
    for (int i = 0; i < spin_arguments(e); i++)
        if (spin_acts(e->args[i]))
            return true;
    return false;
}

bool spin_has_goto(const struct stmt *s)
{
    for (; s; s = s->next)
        if (s->kind == STMT_GOTO || spin_has_goto(s->body) || spin_has_goto(s->other))
            return true;
    return false;
}

/* Whether nobody comes to what follows it in the function. */
bool spin_returns(const struct stmt *s)
{
    for (; s; s = s->next)
        if (s->kind == STMT_RETURN || (s->kind == STMT_BLOCK && spin_returns(s->body)) ||
            (s->kind == STMT_IF && spin_returns(s->body) && spin_returns(s->other)))
            return true;
    return false;
}

/* Whether it may go elsewhere than to what follows it. */
static bool leaves(const struct stmt *s)
{
    for (; s; s = s->next)
        if (s->kind == STMT_RETURN || s->kind == STMT_BREAK || s->kind == STMT_CONTINUE ||
            s->kind == STMT_GOTO || leaves(s->body) || leaves(s->other))
            return true;
    return false;
}

bool spin_reads_memory(const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_DEREF || e->kind == EXPR_INDEX ||
        (e->kind == EXPR_GLOBAL && !e->var->has_value && !e->var->is_extern))
        return true;
    for (int i = 0; i < spin_arguments(e); i++)
        if (spin_reads_memory(e->args[i]))
            return true;
    return spin_reads_memory(e->a) || spin_reads_memory(e->b) || spin_reads_memory(e->c);
}

/* ---- which variables matter ---- */

bool spin_mentions(const struct expr *e, const struct var *var)
{
    if (!e)
        return false;
    if (e->kind == EXPR_LOCAL)
        return e->var == var;
    for (int i = 0; i < spin_arguments(e); i++)
        if (spin_mentions(e->args[i], var))
            return true;
    return spin_mentions(e->a, var) || spin_mentions(e->b, var) || spin_mentions(e->c, var);
}

static int need(struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return 0;
    int news = need(w, e->a) | need(w, e->b) | need(w, e->c);
    for (int i = 0; i < spin_arguments(e); i++)
        news |= need(w, e->args[i]);
    if (e->kind != EXPR_LOCAL || w->needed[e->var->index])
        return news;
    return w->needed[e->var->index] = true;
}

/* Whether it calls spin_us or changes a variable that is needed. */
bool spin_matters(const struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return false;
    if (launch_is_spin(e) || (e->kind == EXPR_CALL && launch_spins(e->function)) ||
        (expr_assigns(e) && e->a->kind == EXPR_LOCAL && w->needed[e->a->var->index]))
        return true;
    for (int i = 0; i < spin_arguments(e); i++)
        if (spin_matters(w, e->args[i]))
            return true;
    return spin_matters(w, e->a) || spin_matters(w, e->b) || spin_matters(w, e->c);
}

/* The variable that an lvalue is, or is part of: nothing is known of it any more. */
static void alias(struct spin_walk *w, const struct expr *e)
{
    while (e->kind == EXPR_MEMBER || e->kind == EXPR_DECAY || expr_assigns(e) ||
           (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY))
        e = e->a;
    if (e->kind == EXPR_COMMA || e->kind == EXPR_CONDITIONAL)
        alias(w, e->b);
    if (e->kind == EXPR_CONDITIONAL)
        alias(w, e->c);
    if (e->kind == EXPR_LOCAL)
        w->aliased[e->var->index] = true;
}

/* The pointers that what is written is found by, or that are given to who may write. */
static void store(struct spin_walk *w, const struct expr *e, bool behind)
{
    if (!e)
        return;
    if (behind && e->kind == EXPR_LOCAL && e->type->kind == TYPE_POINTER)
        w->stored[e->var->index] = true;
    behind = behind || e->kind == EXPR_INDEX || e->kind == EXPR_DEREF;
    store(w, e->a, behind);
    store(w, e->b, behind);
    store(w, e->c, behind);
}

/* What is given to spin_us, and to functions that call it, in an expression. */
static int need_spins(struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return 0;
    int news = need_spins(w, e->a) | need_spins(w, e->b) | need_spins(w, e->c);
    bool spins = launch_is_spin(e) || (e->kind == EXPR_CALL && launch_spins(e->function));
    for (int i = 0; i < spin_arguments(e); i++) {
        news |= need_spins(w, e->args[i]) | (spins ? need(w, e->args[i]) : 0);
        store(w, e->args[i], e->args[i]->type->kind == TYPE_POINTER);
    }
    if (expr_assigns(e))
        store(w, e->a, false);
    if (e->kind == EXPR_ADDRESS ||
        (expr_assigns(e) && (e->a->kind != EXPR_LOCAL || e->a->type->kind == TYPE_RECORD)) ||
        (e->kind == EXPR_OPAQUE && e->a))
        alias(w, e->a);
    bool sets = e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP;
    if (sets && e->a->kind == EXPR_LOCAL && w->needed[e->a->var->index])
        news |= need(w, e->b);
    bool decides =
        e->kind == EXPR_LOGICAL_AND || e->kind == EXPR_LOGICAL_OR || e->kind == EXPR_CONDITIONAL;
    if (decides && (spin_matters(w, e->b) || spin_matters(w, e->c)))
        news |= need(w, e->a);
    return news;
}

/* Whether it changes a variable that is needed. */
static bool changes(const struct spin_walk *w, const struct stmt *s)
{
    for (; s; s = s->next)
        if (spin_matters(w, s->a) || spin_matters(w, s->step) || changes(w, s->init) ||
            changes(w, s->body) || changes(w, s->other))
            return true;
    return false;
}

int spin_need(struct spin_walk *w, const struct stmt *s)
{
    int news = 0;
    for (; s; s = s->next) {
        bool decides = s->kind == STMT_IF || s->kind == STMT_WHILE || s->kind == STMT_DO ||
                       s->kind == STMT_FOR || s->kind == STMT_SWITCH;
        bool matter =
            leaves(s->body) || leaves(s->other) || changes(w, s->body) || changes(w, s->other);
        if (decides && (spin_in_stmt(s) || (matter && !spin_reads_memory(s->a))))
            news |= need(w, s->a);
        news |= need_spins(w, s->a) | need_spins(w, s->step) | spin_need(w, s->init) |
                spin_need(w, s->body) | spin_need(w, s->other);
        for (const struct init *i = spin_inits(s); i; i = i->next) {
            news |= need_spins(w, i->value);
            if (!s->var->is_global && w->needed[s->var->index])
                news |= need(w, i->value);
        }
    }
    return news;
}

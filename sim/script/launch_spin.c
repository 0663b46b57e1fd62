#include "sim/script/launch_spin.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 200000, MOST_CALLS = 8 };

/* What keeps a value from being known. */
enum { BY_THREAD = 1, BY_BLOCK = 2, BY_OTHER = 4 };

struct spin_walk {
    struct launch_scope scope;
    const struct function *function;
    struct launch_value *values; /* by local */
    uint8_t *causes;             /* likewise, where the value is unknown */
    bool *needed;                /* likewise: what a spin or whether there is one depends on */
    struct launch_spin *found;
    int *steps;
    int calls;
};

enum flow { ON, BREAK, CONTINUE, RETURN, STUCK };

static enum flow walk(struct spin_walk *w, const struct stmt *s);

/* ---- what stands in it ---- */

static bool in_function(const struct function *f, int depth);

static bool is_spin(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->function && e->arg_count == 1 &&
           strcmp(e->function->name, "spin_us") == 0;
}

static bool in_expr(const struct expr *e, int depth)
{
    if (!e)
        return false;
    bool yes = is_spin(e) || in_expr(e->a, depth) || in_expr(e->b, depth) || in_expr(e->c, depth);
    bool called = e->kind == EXPR_CALL || e->kind == EXPR_OPAQUE;
    for (int i = 0; called && i < e->arg_count && !yes; i++)
        yes = in_expr(e->args[i], depth);
    return yes || (e->kind == EXPR_CALL && in_function(e->function, depth));
}

static const struct init *inits_of(const struct stmt *s)
{
    return s->kind == STMT_VAR && s->var ? s->var->inits : NULL;
}

/* A statement, without those behind it. */
static bool in_stmt(const struct stmt *s, int depth)
{
    if (in_expr(s->a, depth) || in_expr(s->step, depth))
        return true;
    for (const struct init *i = inits_of(s); i; i = i->next)
        if (in_expr(i->value, depth))
            return true;
    const struct stmt *const lists[] = {s->init, s->body, s->other};
    for (int i = 0; i < 3; i++)
        for (const struct stmt *t = lists[i]; t; t = t->next)
            if (in_stmt(t, depth))
                return true;
    return false;
}

static bool in_function(const struct function *f, int depth)
{
    if (!f || !f->body || depth >= MOST_CALLS)
        return false;
    for (const struct stmt *s = f->body; s; s = s->next)
        if (in_stmt(s, depth + 1))
            return true;
    return false;
}

static bool spins_in(const struct stmt *s)
{
    return in_stmt(s, 0);
}

bool launch_spins(const struct function *kernel)
{
    return in_function(kernel, 0);
}

/* Whether it may go elsewhere than to what follows it. */
static bool leaves(const struct stmt *s)
{
    for (; s; s = s->next)
        if (s->kind == STMT_RETURN || s->kind == STMT_BREAK || s->kind == STMT_CONTINUE ||
            leaves(s->body) || leaves(s->other))
            return true;
    return false;
}

static bool reads_memory(const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_DEREF || e->kind == EXPR_INDEX ||
        (e->kind == EXPR_GLOBAL && !e->var->has_value && !e->var->is_extern))
        return true;
    bool called = e->kind == EXPR_CALL;
    for (int i = 0; called && i < e->arg_count; i++)
        if (reads_memory(e->args[i]))
            return true;
    return reads_memory(e->a) || reads_memory(e->b) || reads_memory(e->c);
}

/* ---- which variables matter ---- */

static int need(struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return 0;
    int news = need(w, e->a) | need(w, e->b) | need(w, e->c);
    for (int i = 0; e->kind == EXPR_CALL && i < e->arg_count; i++)
        news |= need(w, e->args[i]);
    if (e->kind != EXPR_LOCAL || w->needed[e->var->index])
        return news;
    return w->needed[e->var->index] = true;
}

/* What is given to spin_us, and to functions that call it, in an expression. */
static int need_spins(struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return 0;
    int news = need_spins(w, e->a) | need_spins(w, e->b) | need_spins(w, e->c);
    bool spins = e->kind == EXPR_CALL && (is_spin(e) || in_function(e->function, 0));
    for (int i = 0; spins && i < e->arg_count; i++)
        news |= need(w, e->args[i]);
    const struct expr *to = e->a;
    bool sets = e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP;
    if (sets && to->kind == EXPR_LOCAL && w->needed[to->var->index])
        news |= need(w, e->b);
    return news;
}

static int need_stmts(struct spin_walk *w, const struct stmt *s)
{
    int news = 0;
    for (; s; s = s->next) {
        bool decides = s->kind == STMT_IF || s->kind == STMT_WHILE || s->kind == STMT_DO ||
                       s->kind == STMT_FOR || s->kind == STMT_SWITCH;
        if (decides && (spins_in(s) || (leaves(s->body) && !reads_memory(s->a))))
            news |= need(w, s->a);
        news |= need_spins(w, s->a) | need_spins(w, s->step) | need_stmts(w, s->init) |
                need_stmts(w, s->body) | need_stmts(w, s->other);
        for (const struct init *i = inits_of(s); i; i = i->next) {
            news |= need_spins(w, i->value);
            if (!s->var->is_global && w->needed[s->var->index])
                news |= need(w, i->value);
        }
    }
    return news;
}

/* ---- values ---- */

static uint8_t causes_of(const struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return 0;
    if (e->kind == EXPR_LOCAL)
        return w->values[e->var->index].known ? 0 : w->causes[e->var->index];
    if (launch_dimension(e, "threadIdx") >= 0)
        return BY_THREAD;
    if (launch_dimension(e, "blockIdx") >= 0)
        return BY_BLOCK;
    uint8_t all = causes_of(w, e->a) | causes_of(w, e->b) | causes_of(w, e->c);
    for (int i = 0; e->kind == EXPR_CALL && i < e->arg_count; i++)
        all |= causes_of(w, e->args[i]);
    if (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_OPAQUE)
        all |= BY_OTHER;
    return all;
}

static struct launch_value value_of(struct spin_walk *w, const struct expr *e)
{
    w->found->read_memory = w->found->read_memory || reads_memory(e);
    return launch_value(&w->scope, e);
}

static void set(struct spin_walk *w, const struct var *var, const struct expr *value)
{
    if (var->is_global || !w->needed[var->index])
        return;
    struct launch_value v = value ? value_of(w, value) : (struct launch_value){0};
    uint8_t causes = value ? causes_of(w, value) : BY_OTHER;
    w->values[var->index] = v;
    w->causes[var->index] = causes ? causes : BY_OTHER;
}

/* What is assigned in it is not known any more, and depends on what decides about it. */
static void forget_expr(struct spin_walk *w, const struct expr *e, uint8_t causes)
{
    if (!e)
        return;
    forget_expr(w, e->a, causes);
    forget_expr(w, e->b, causes);
    forget_expr(w, e->c, causes);
    for (int i = 0; e->kind == EXPR_CALL && i < e->arg_count; i++)
        forget_expr(w, e->args[i], causes);
    bool sets = e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP || e->kind == EXPR_PRE_STEP ||
                e->kind == EXPR_POST_STEP || e->kind == EXPR_ADDRESS;
    if (!sets || e->a->kind != EXPR_LOCAL)
        return;
    w->values[e->a->var->index].known = false;
    w->causes[e->a->var->index] |= causes;
}

static void forget(struct spin_walk *w, const struct stmt *s, uint8_t causes)
{
    for (; s; s = s->next) {
        forget_expr(w, s->a, causes);
        forget_expr(w, s->step, causes);
        for (const struct init *i = inits_of(s); i; i = i->next)
            forget_expr(w, i->value, causes);
        forget(w, s->init, causes);
        forget(w, s->body, causes);
        forget(w, s->other, causes);
    }
}

/* ---- going through ---- */

static enum flow stuck(struct spin_walk *w, struct place place, const char *why)
{
    w->found->known = false;
    w->found->why = why;
    w->found->place = place;
    return STUCK;
}

static const char *reason(uint8_t causes)
{
    return causes & BY_OTHER    ? "it depends on what only the device knows"
           : causes & BY_BLOCK  ? "it depends on blockIdx"
           : causes & BY_THREAD ? "it depends on threadIdx"
                                : "it depends on what is unknown here";
}

/* What the expression assigns; its value is taken before. */
static void change(struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return;
    bool own = e->a && e->a->kind == EXPR_LOCAL;
    if (own && e->kind == EXPR_ASSIGN) {
        set(w, e->a->var, e->b);
    } else if (own && e->kind == EXPR_ASSIGN_OP && e->op != EXPR_POINTER_ADD) {
        struct expr old = {.kind = EXPR_CAST, .type = e->compute, .a = e->a};
        struct expr sum = {.kind = e->op, .type = e->compute, .a = &old, .b = e->b};
        struct expr made = {.kind = EXPR_CAST, .type = e->type, .a = &sum};
        set(w, e->a->var, &made);
    } else if (own && (e->kind == EXPR_PRE_STEP || e->kind == EXPR_POST_STEP)) {
        struct expr by = {.kind = EXPR_INT, .type = e->type};
        by.value = e->value;
        struct expr made = {.kind = EXPR_ADD, .type = e->type, .a = e->a, .b = &by};
        set(w, e->a->var, e->type->kind == TYPE_POINTER ? NULL : &made);
    } else {
        change(w, e->a);
        change(w, e->b);
        change(w, e->c);
        for (int i = 0; e->kind == EXPR_CALL && i < e->arg_count; i++)
            forget_expr(w, e->args[i], BY_OTHER);
    }
}

/* The value of a condition, behind which what it changes is changed. */
static struct launch_value condition(struct spin_walk *w, const struct expr *e)
{
    struct launch_value v = value_of(w, e);
    change(w, e);
    return v;
}

static enum flow walk_function(struct spin_walk *outer, const struct expr *call);

static enum flow walk_spin(struct spin_walk *w, const struct expr *call)
{
    struct launch_value v = value_of(w, call->args[0]);
    if (!v.known)
        return stuck(w, call->place, reason(causes_of(w, call->args[0])));
    if (launch_number(v) < 0)
        return stuck(w, call->place, "it cannot be less than 0");
    w->found->us += launch_number(v);
    w->found->place = call->place;
    return ON;
}

static enum flow walk_expr(struct spin_walk *w, const struct expr *e)
{
    while (e && e->kind == EXPR_CAST)
        e = e->a;
    if (!e)
        return ON;
    if (e->kind == EXPR_COMMA) {
        enum flow flow = walk_expr(w, e->a);
        return flow == ON ? walk_expr(w, e->b) : flow;
    }
    if (is_spin(e))
        return walk_spin(w, e);
    if (e->kind == EXPR_CALL && in_function(e->function, 0))
        return walk_function(w, e);
    if (in_expr(e, 0))
        return stuck(w, e->place, "it stands in another expression");
    change(w, e);
    return ON;
}

static enum flow walk_if(struct spin_walk *w, const struct stmt *s)
{
    bool spins = spins_in(s);
    bool looks = spins || !reads_memory(s->a);
    struct launch_value v = looks ? condition(w, s->a) : (struct launch_value){0};
    if (v.known)
        return walk(w, launch_number(v) != 0 ? s->body : s->other);
    uint8_t causes = causes_of(w, s->a);
    if (spins && !(causes & BY_THREAD))
        return stuck(w, s->a->place, reason(causes));
    /* some of the block's threads take either arm: the longer one counts, and who leaves leaves
     * the others behind */
    double before = w->found->us, longest = before;
    const struct stmt *const arms[] = {s->body, s->other};
    for (int i = 0; spins && i < 2; i++) {
        w->found->us = before;
        if (arms[i] && walk(w, arms[i]) == STUCK)
            return STUCK;
        longest = w->found->us > longest ? w->found->us : longest;
    }
    w->found->us = longest;
    forget(w, s->body, causes);
    forget(w, s->other, causes);
    return ON;
}

static enum flow walk_loop(struct spin_walk *w, const struct stmt *s)
{
    enum flow flow = s->init ? walk(w, s->init) : ON;
    if (flow != ON)
        return flow;
    if (!spins_in(s)) {
        forget(w, s->body, BY_OTHER);
        forget_expr(w, s->step, BY_OTHER);
        return ON;
    }
    for (bool first = true;; first = false) {
        if (++*w->steps > MOST_STEPS)
            return stuck(w, s->place, "the loop turns too often to be followed");
        if (s->a && !(first && s->kind == STMT_DO)) {
            struct launch_value v = condition(w, s->a);
            if (!v.known)
                return stuck(w, s->a->place, reason(causes_of(w, s->a)));
            if (launch_number(v) == 0)
                return ON;
        }
        flow = s->body ? walk(w, s->body) : ON;
        if (flow == BREAK)
            return ON;
        if (flow == RETURN || flow == STUCK)
            return flow;
        flow = walk_expr(w, s->step);
        if (flow != ON)
            return flow;
    }
}

static enum flow walk_switch(struct spin_walk *w, const struct stmt *s)
{
    struct launch_value v = value_of(w, s->a);
    if (!spins_in(s) && !v.known) {
        forget(w, s->body, causes_of(w, s->a));
        return ON;
    }
    if (!v.known)
        return stuck(w, s->a->place, reason(causes_of(w, s->a)));
    const struct stmt *list = s->body;
    while (list && list->kind == STMT_BLOCK && !list->next)
        list = list->body;
    const struct stmt *taken = NULL;
    for (const struct stmt *t = list; t; t = t->next)
        if (t->kind == STMT_CASE && (t->is_default ? !taken : t->value == v.i))
            taken = t;
    enum flow flow = taken ? walk(w, taken) : ON;
    return flow == BREAK ? ON : flow;
}

static enum flow walk_one(struct spin_walk *w, const struct stmt *s)
{
    switch (s->kind) {
    case STMT_EXPR:
        return walk_expr(w, s->a);
    case STMT_VAR:
        if (!s->var)
            return ON;
        if (s->var->inits && in_expr(s->var->inits->value, 0))
            return stuck(w, s->place, "it stands in another expression");
        set(w, s->var,
            s->var->inits && !s->var->inits->next && s->var->inits->offset == 0
                ? s->var->inits->value
                : NULL);
        return ON;
    case STMT_BLOCK:
        return walk(w, s->body);
    case STMT_IF:
        return walk_if(w, s);
    case STMT_WHILE:
    case STMT_DO:
    case STMT_FOR:
        return walk_loop(w, s);
    case STMT_SWITCH:
        return walk_switch(w, s);
    case STMT_BREAK:
        return BREAK;
    case STMT_CONTINUE:
        return CONTINUE;
    case STMT_RETURN:
        return RETURN;
    case STMT_GOTO:
        return stuck(w, s->place, "goto is not followed");
    default:
        return ON;
    }
}

static enum flow walk(struct spin_walk *w, const struct stmt *s)
{
    enum flow flow = ON;
    for (; s && flow == ON; s = s->next) {
        if (++*w->steps > MOST_STEPS)
            return stuck(w, s->place, "its statements are too many to be followed");
        flow = walk_one(w, s);
    }
    return flow;
}

/* ---- functions ---- */

static void begin(struct spin_walk *w, const struct launch_scope *scope, const struct function *f)
{
    size_t count = (size_t)f->local_count + 1;
    w->scope = *scope;
    w->function = f;
    w->values = mem_zalloc(count * sizeof *w->values);
    w->causes = mem_zalloc(count * sizeof *w->causes);
    w->needed = mem_zalloc(count * sizeof *w->needed);
    memset(w->causes, BY_OTHER, count * sizeof *w->causes);
    while (need_stmts(w, f->body))
        continue;
}

static void end(struct spin_walk *w)
{
    free(w->values);
    free(w->causes);
    free(w->needed);
}

static enum flow walk_function(struct spin_walk *outer, const struct expr *call)
{
    const struct function *f = call->function;
    if (outer->calls >= MOST_CALLS)
        return stuck(outer, call->place, "it stands in functions that call each other");
    struct spin_walk w = {.found = outer->found, .steps = outer->steps, .calls = outer->calls + 1};
    begin(&w, &outer->scope, f);
    w.scope.args = NULL; /* those are the kernel's */
    w.scope.arg_count = 0;
    for (int i = 0; i < f->parameter_count && i < call->arg_count; i++) {
        if (!w.needed[i])
            continue;
        w.values[i] = value_of(outer, call->args[i]);
        uint8_t causes = causes_of(outer, call->args[i]);
        w.causes[i] = causes ? causes : BY_OTHER;
    }
    w.scope.locals = w.values;
    enum flow flow = walk(&w, f->body);
    end(&w);
    return flow == STUCK ? STUCK : ON;
}

struct launch_spin launch_spin(const struct launch_scope *scope)
{
    struct launch_spin found = {.known = true};
    struct spin_walk w = {.found = &found};
    int steps = 0;
    w.steps = &steps;
    begin(&w, scope, scope->kernel);
    for (int i = 0; i < scope->arg_count; i++) {
        const struct var *var = scope->kernel->locals[i];
        struct expr use = {.kind = EXPR_LOCAL, .type = var->type};
        use.var = scope->kernel->locals[i];
        if (w.needed[i])
            w.values[i] = launch_value(scope, &use);
    }
    w.scope.locals = w.values;
    walk(&w, scope->kernel->body);
    end(&w);
    return found;
}

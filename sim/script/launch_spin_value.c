#include "sim/script/launch_spin_walk.h"

static const struct launch_value unknown = {0};

/* ---- values ---- */

uint8_t spin_causes(const struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return 0;
    if (e->kind == EXPR_LOCAL)
        return w->values[e->var->index].known ? 0 : w->causes[e->var->index];
    if (launch_dimension(e, "threadIdx") >= 0)
        return BY_THREAD;
    if (launch_dimension(e, "blockIdx") >= 0)
        return BY_BLOCK;
    if (e->kind == EXPR_GLOBAL && e->var->is_device && e->var->written)
        return BY_OTHER;
    uint8_t all = spin_causes(w, e->a) | spin_causes(w, e->b) | spin_causes(w, e->c);
    for (int i = 0; i < spin_arguments(e); i++)
        all |= spin_causes(w, e->args[i]);
    bool other = e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_OPAQUE ||
                 (e->kind == EXPR_CALL && e->function && e->function->body);
    return other ? all | BY_OTHER : all;
}

static bool is_stored(const struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_LOCAL)
        return w->stored[e->var->index];
    return is_stored(w, e->a) || is_stored(w, e->b) || is_stored(w, e->c);
}

/* Variables, records and memory that may not be any more what they were at the launch. */
bool spin_has_aliased(const struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_LOCAL)
        return w->aliased[e->var->index];
    if (e->kind == EXPR_GLOBAL && e->var->is_device && e->var->written && !e->var->is_managed)
        return true;
    if ((e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) && is_stored(w, e))
        return true;
    for (int i = 0; i < spin_arguments(e); i++)
        if (spin_has_aliased(w, e->args[i]))
            return true;
    return spin_has_aliased(w, e->a) || spin_has_aliased(w, e->b) || spin_has_aliased(w, e->c);
}

/* Of what does nothing. */
static struct launch_value value_of(struct spin_walk *w, const struct expr *e)
{
    w->found->read_memory = w->found->read_memory || spin_reads_memory(e);
    return spin_has_aliased(w, e) ? unknown : launch_value(&w->scope, e);
}

void spin_put(struct spin_walk *w, const struct var *var, struct launch_value v, uint8_t causes)
{
    if (w->aliased[var->index] || !w->needed[var->index])
        v = unknown;
    w->values[var->index] = v;
    w->causes[var->index] = causes && !w->aliased[var->index] ? causes : BY_OTHER;
    w->made_of[var->index] = NULL;
}

/* The nodes of an expression of threadIdx and of what does not change; MOST_NODES: it is none. */
static int lasting(const struct spin_walk *w, const struct expr *e)
{
    if (!e)
        return 0;
    bool local = e->kind == EXPR_LOCAL;
    if (local && (e->var->written || w->aliased[e->var->index]))
        return MOST_NODES;
    int nodes = 1 + lasting(w, e->a) + lasting(w, e->b) + lasting(w, e->c);
    for (int i = 0; i < spin_arguments(e) && nodes < MOST_NODES; i++)
        nodes += lasting(w, e->args[i]);
    if (local && w->made_of[e->var->index])
        nodes += lasting(w, w->made_of[e->var->index]);
    return nodes < MOST_NODES ? nodes : MOST_NODES;
}

void spin_begin_var(struct spin_walk *w, const struct var *var)
{
    const struct init *init = var->inits;
    bool needed = !var->is_global && w->needed[var->index];
    bool one = init && !init->next && init->offset == 0 && init->value->type->kind != TYPE_VOID;
    uint8_t causes = one && needed ? spin_causes(w, init->value) : BY_OTHER;
    bool lasts = needed && one && causes == BY_THREAD && !var->written && !spin_acts(init->value) &&
                 lasting(w, init->value) < MOST_NODES;
    struct launch_value v = unknown;
    for (const struct init *i = init; i; i = i->next)
        v = spin_take(w, i->value, needed && one);
    if (var->is_global)
        return;
    spin_put(w, var, one ? v : unknown, causes);
    if (lasts && !w->aliased[var->index])
        w->made_of[var->index] = init->value;
}

/* The variables that are an lvalue. */
static void forget_lvalue(struct spin_walk *w, const struct expr *e, uint8_t causes)
{
    while (expr_assigns(e))
        e = e->a;
    if (e->kind == EXPR_COMMA || e->kind == EXPR_CONDITIONAL)
        forget_lvalue(w, e->b, causes);
    if (e->kind == EXPR_CONDITIONAL)
        forget_lvalue(w, e->c, causes);
    if (e->kind != EXPR_LOCAL)
        return;
    uint8_t before = w->values[e->var->index].known ? 0 : w->causes[e->var->index];
    spin_put(w, e->var, unknown, before | causes);
}

/* What is assigned in it is not known any more, and depends on what decides about it. */
static void forget_expr(struct spin_walk *w, const struct expr *e, uint8_t causes)
{
    if (!e)
        return;
    forget_expr(w, e->a, causes);
    forget_expr(w, e->b, causes);
    forget_expr(w, e->c, causes);
    for (int i = 0; i < spin_arguments(e); i++)
        forget_expr(w, e->args[i], causes);
    if (expr_assigns(e))
        forget_lvalue(w, e->a, causes);
}

void spin_forget(struct spin_walk *w, const struct stmt *s, uint8_t causes)
{
    for (; s; s = s->next) {
        forget_expr(w, s->a, causes);
        forget_expr(w, s->step, causes);
        for (const struct init *i = spin_inits(s); i; i = i->next)
            forget_expr(w, i->value, causes);
        if (s->kind == STMT_VAR && s->var && !s->var->is_global)
            spin_put(w, s->var, unknown, causes);
        spin_forget(w, s->init, causes);
        spin_forget(w, s->body, causes);
        spin_forget(w, s->other, causes);
    }
}

void spin_forget_loop(struct spin_walk *w, const struct stmt *s, uint8_t causes)
{
    forget_expr(w, s->a, causes);
    forget_expr(w, s->step, causes);
    spin_forget(w, s->body, causes);
}

/* ---- expressions ---- */

static const char by_block[] = "it depends on blockIdx";

enum flow spin_stuck(struct spin_walk *w, struct place place, const char *why)
{
    if (!w->found->known)
        return STUCK;
    w->found->known = false;
    w->found->why = why;
    w->found->by_block = why == by_block;
    w->found->place = place;
    return STUCK;
}

const char *spin_reason(uint8_t causes)
{
    return causes & BY_OTHER                ? "it depends on what only the device knows"
           : causes & BY_BLOCK              ? by_block
           : causes & (BY_THREAD | BY_ARMS) ? "it depends on threadIdx"
                                            : "it depends on what is unknown here";
}

static struct expr constant(struct launch_value v, struct type *type)
{
    struct expr e = {.kind = v.floating ? EXPR_FLOAT : EXPR_INT, .type = type};
    if (v.floating)
        e.number = v.d;
    else
        e.value = v.i;
    return e;
}

/* Whether `by` changes what `e` reads. */
static bool disturbs(const struct expr *by, const struct expr *e)
{
    if (!by || !e)
        return false;
    if (expr_assigns(by) && (by->a->kind != EXPR_LOCAL || spin_mentions(e, by->a->var)))
        return true;
    for (int i = 0; i < spin_arguments(by); i++)
        if (disturbs(by->args[i], e))
            return true;
    return disturbs(by->a, e) || disturbs(by->b, e) || disturbs(by->c, e);
}

/* Of parts whose order is not said: those that change what others read make it unknown. */
static void settle(struct spin_walk *w, struct expr *const *parts, int count)
{
    bool clash = false;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            clash = clash || (i != j && disturbs(parts[i], parts[j]));
    for (int i = 0; clash && i < count; i++)
        forget_expr(w, parts[i], BY_OTHER);
}

static struct launch_value take_change(struct spin_walk *w, const struct expr *e, bool want)
{
    if (e->a->kind != EXPR_LOCAL || e->a->type->kind == TYPE_RECORD) {
        bool binary = e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP;
        if (binary)
            spin_take(w, e->b, false);
        spin_take(w, e->a, false);
        forget_lvalue(w, e->a, BY_OTHER);
        return unknown;
    }
    const struct var *var = e->a->var;
    bool needed = w->needed[var->index];
    struct launch_value old = needed ? value_of(w, e->a) : unknown, v = unknown;
    uint8_t causes = spin_causes(w, e->a);
    if (e->kind == EXPR_ASSIGN) {
        causes = spin_causes(w, e->b);
        v = spin_take(w, e->b, needed || want);
    } else if (e->kind == EXPR_ASSIGN_OP) {
        causes |= spin_causes(w, e->b);
        struct launch_value by = spin_take(w, e->b, needed);
        old = needed ? value_of(w, e->a) : unknown;
        struct expr a = constant(old, e->a->type), b = constant(by, e->b->type);
        struct expr wide = {.kind = EXPR_CAST, .type = e->compute, .a = &a};
        struct expr sum = {.kind = e->op, .type = e->compute, .a = &wide, .b = &b};
        struct expr made = {.kind = EXPR_CAST, .type = e->type, .a = &sum};
        if (old.known && by.known && e->op != EXPR_POINTER_ADD)
            v = launch_value(&w->scope, &made);
    } else if (old.known && e->type->kind != TYPE_POINTER) {
        struct expr a = constant(old, e->type), by = {.kind = EXPR_INT, .type = e->type};
        by.value = e->value;
        struct expr made = {.kind = EXPR_ADD, .type = e->type, .a = &a, .b = &by};
        v = launch_value(&w->scope, &made);
    }
    spin_put(w, var, v, causes);
    return e->kind == EXPR_POST_STEP ? old : v;
}

/* What may be evaluated or not, by a value that is not known. */
static void take_perhaps(struct spin_walk *w, const struct expr *e, uint8_t causes)
{
    if (e && launch_spins_in(e))
        spin_stuck(w, e->place, spin_reason(causes));
    forget_expr(w, e, causes | (causes & BY_THREAD ? BY_ARMS : 0));
}

static struct launch_value take_either(struct spin_walk *w, const struct expr *e, bool want)
{
    uint8_t causes = spin_causes(w, e->a);
    bool decides = want || spin_matters(w, e->b) || spin_matters(w, e->c);
    struct launch_value a = spin_take(w, e->a, decides);
    bool yes = launch_number(a) != 0, ends = e->kind == EXPR_LOGICAL_OR;
    if (e->kind == EXPR_CONDITIONAL) {
        if (a.known)
            return spin_take(w, yes ? e->b : e->c, want);
        take_perhaps(w, e->b, causes);
        take_perhaps(w, e->c, causes);
        return unknown;
    }
    struct launch_value v = {.known = true, .i = ends};
    if (a.known && yes == ends)
        return v;
    if (!a.known && spin_acts(e->b)) {
        take_perhaps(w, e->b, causes);
        return unknown;
    }
    struct launch_value b = spin_take(w, e->b, want);
    v.i = launch_number(b) != 0;
    return b.known && (a.known || (v.i != 0) == ends) ? v : unknown;
}

static void take_spin(struct spin_walk *w, const struct expr *call)
{
    uint8_t causes = spin_causes(w, call->args[0]);
    struct launch_value v = spin_take(w, call->args[0], true);
    if (!w->found->known)
        return;
    if (!v.known) {
        spin_stuck(w, call->place, spin_reason(causes));
    } else if (!(launch_number(v) >= 0)) {
        spin_stuck(w, call->place, "it cannot be less than 0");
    } else {
        w->found->us += launch_number(v);
        w->found->place = call->place;
    }
}

/* Does what the expression does and gives its value, where that is wanted. */
struct launch_value spin_take(struct spin_walk *w, const struct expr *e, bool want)
{
    if (!e || !w->found->known)
        return unknown;
    if (!spin_acts(e))
        return want ? value_of(w, e) : unknown;
    if (expr_assigns(e))
        return take_change(w, e, want);
    if (e->kind == EXPR_COMMA) {
        spin_take(w, e->a, false);
        return spin_take(w, e->b, want);
    }
    if (e->kind == EXPR_LOGICAL_AND || e->kind == EXPR_LOGICAL_OR || e->kind == EXPR_CONDITIONAL)
        return take_either(w, e, want);
    if (launch_is_spin(e)) {
        take_spin(w, e);
        return unknown;
    }
    settle(w, e->args, spin_arguments(e));
    if (e->kind == EXPR_CALL && launch_spins(e->function)) {
        spin_walk_function(w, e);
        return unknown;
    }
    if (e->kind == EXPR_OPAQUE && launch_calls(e)) {
        spin_stuck(w, e->place, "what spins there is given is not understood");
        return unknown;
    }
    struct expr *const parts[] = {e->a, e->b, e->c};
    settle(w, parts, 3);
    for (int i = 0; i < spin_arguments(e); i++)
        spin_take(w, e->args[i], false);
    bool plain = e->kind >= EXPR_CAST && e->kind <= EXPR_GREATER_EQUAL;
    struct launch_value a = spin_take(w, e->a, want && plain),
                        b = spin_take(w, e->b, want && plain);
    spin_take(w, e->c, false);
    if (!want || !plain || !a.known || (e->b && !b.known))
        return unknown;
    struct expr left = constant(a, e->a->type);
    struct expr right = constant(b, e->b ? e->b->type : e->type), whole = *e;
    whole.a = &left;
    whole.b = e->b ? &right : NULL;
    return launch_value(&w->scope, &whole);
}

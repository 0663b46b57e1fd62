/* Conditions of loops of which a part counts the turns: `err > tol && it < 20`. Where the other
 * part is unknown, the loop goes on until that one ends it, as it does where an unknown condition
 * has skipped a `break`. */
#include "sim/script/compiler.h"

enum { MOST_PARTS = 8 };

static const struct expr *plain(const struct expr *e)
{
    while (e->kind == EXPR_CAST || e->kind == EXPR_NOT)
        e = e->a;
    return e;
}

static bool is_var(const struct expr *e, const struct var *var)
{
    return (e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL) && e->var == var;
}

static bool mentions(const struct expr *e, const struct var *var)
{
    return e && (is_var(e, var) || mentions(e->a, var) || mentions(e->b, var));
}

/* Whether it counts the variable on. */
static bool steps(const struct expr *e, const struct var *var)
{
    if (!e)
        return false;
    bool counts = e->kind == EXPR_PRE_STEP || e->kind == EXPR_POST_STEP ||
                  e->kind == EXPR_ASSIGN_OP || (e->kind == EXPR_ASSIGN && mentions(e->b, var));
    if (counts && is_var(e->a, var))
        return true;
    bool yes = steps(e->a, var) || steps(e->b, var) || steps(e->c, var);
    for (int i = 0; e->kind == EXPR_CALL && i < e->arg_count && !yes; i++)
        yes = steps(e->args[i], var);
    return yes;
}

static bool steps_in(const struct stmt *s, const struct var *var)
{
    for (; s; s = s->next)
        if (steps(s->a, var) || steps(s->step, var) || steps_in(s->body, var) ||
            steps_in(s->other, var))
            return true;
    return false;
}

static bool has_counted(const struct expr *e, const struct stmt *loop)
{
    if (!e)
        return false;
    if ((e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL) && type_is_integer(e->type) &&
        (steps(loop->a, e->var) || steps(loop->step, e->var) || steps_in(loop->body, e->var)))
        return true;
    return has_counted(e->a, loop) || has_counted(e->b, loop);
}

static bool is_bound(const struct expr *e, const struct stmt *loop)
{
    e = plain(e);
    return e->kind >= EXPR_EQUAL && e->kind <= EXPR_GREATER_EQUAL &&
           (has_counted(e->a, loop) || has_counted(e->b, loop));
}

struct part {
    struct expr *e;
    bool negated; /* it is !e */
};

static enum expr_kind twin(enum expr_kind op)
{
    return op == EXPR_LOGICAL_AND ? EXPR_LOGICAL_OR : EXPR_LOGICAL_AND;
}

/* What is left without the ! in front of && and ||, and which of them stands there then, by De
 * Morgan's rules; another kind: neither. */
static enum expr_kind opened(struct part *part)
{
    struct expr *e = part->e;
    bool negated = part->negated;
    for (; e->kind == EXPR_CAST || e->kind == EXPR_NOT; e = e->a)
        negated ^= e->kind == EXPR_NOT;
    if (e->kind != EXPR_LOGICAL_AND && e->kind != EXPR_LOGICAL_OR)
        return part->e->kind;
    *part = (struct part){e, negated};
    return negated ? twin(e->kind) : e->kind;
}

/* The parts of a && b && c, or with ||. -1: there are too many. */
static int parts_of(struct part e, enum expr_kind op, struct part *parts, int count)
{
    if (count < 0 || opened(&e) != op) {
        if (count < 0 || count == MOST_PARTS)
            return -1;
        parts[count] = e;
        return count + 1;
    }
    int first = parts_of((struct part){e.e->a, e.negated}, op, parts, count);
    return parts_of((struct part){e.e->b, e.negated}, op, parts, first);
}

bool bound_holds(const struct expr *e, enum expr_kind op, const struct stmt *loop)
{
    struct part parts[MOST_PARTS], whole = {(struct expr *)e, false};
    if (!e || !loop || opened(&whole) != op)
        return false;
    int count = parts_of(whole, op, parts, 0);
    for (int i = 0; i < count; i++)
        if (is_bound(parts[i].e, loop))
            return true;
    return false;
}

void bound_branch(struct compiler *c, struct expr *e, const struct loop *loop, struct label *go,
                  struct label *end, struct label *u)
{
    struct part parts[MOST_PARTS], whole = {e, false};
    enum expr_kind op = opened(&whole);
    bool is_and = op == EXPR_LOGICAL_AND;
    int count = parts_of(whole, op, parts, 0), bounds = 0;
    for (int i = 0; i < count; i++)
        bounds += is_bound(parts[i].e, loop->statement);
    for (int i = 0; i < count; i++) {
        struct label *next = i + 1 < count ? label_new(c) : go, *unknown = u;
        bool ends_if = parts[i].negated == is_and; /* when it is true */
        struct label *t = ends_if ? end : next, *f = ends_if ? next : end;
        if (bounds > is_bound(parts[i].e, loop->statement)) { /* by another part */
            unknown = label_new(c);
            unsigned branch = branch_new(c, BRANCH_BOUND, parts[i].e->place,
                                         calls_cuda_stmt(c, loop->statement->body));
            struct deferred *d = defer(c);
            d->kind = DEFERRED_DECIDE;
            d->at = unknown;
            d->t = t;
            d->f = f;
            d->u = next;
            d->branch = branch;
            d->skip.doubt = loop->doubt;
        }
        branch_on(c, parts[i].e, t, f, unknown, NULL);
        if (next != go)
            label_bind(c, next);
    }
}

/* `done = a || b` in while (!done), `more = a && b` in while (more). */
bool bound_decides(const struct compiler *c, const struct expr *assign)
{
    const struct loop *loop = c->loop;
    const struct expr *value = assign->b, *flag, *test;
    while (loop && !loop->statement) /* a switch */
        loop = loop->outer;
    if (!loop || !(test = loop->statement->a) || loop->doubt < 0)
        return false;
    bool negated = false;
    for (flag = test; flag->kind == EXPR_CAST || flag->kind == EXPR_NOT; flag = flag->a)
        negated ^= flag->kind == EXPR_NOT;
    return assign->a->kind == EXPR_LOCAL && is_var(flag, assign->a->var) &&
           bound_holds(value, negated ? EXPR_LOGICAL_OR : EXPR_LOGICAL_AND, loop->statement);
}

bool bound_may_decide(const struct stmt *loop)
{
    return loop->a &&
           (bound_holds(loop->a, EXPR_LOGICAL_AND, loop) || plain(loop->a)->kind == EXPR_LOCAL);
}

unsigned bound_value(struct compiler *c, struct expr *e, int want)
{
    const struct loop *loop = c->loop;
    while (!loop->statement)
        loop = loop->outer;
    unsigned to = want >= 0 ? (unsigned)want : temporary_new(c);
    struct label *go = label_new(c), *stop = label_new(c), *u = label_new(c), *end = label_new(c);
    struct part whole = {e, false};
    int on = opened(&whole) == EXPR_LOGICAL_AND;
    bound_branch(c, e, loop, go, stop, u);
    label_bind(c, u);
    emit(c, CODE_UNKNOWN, to, 0, 0);
    emit_jump(c, end);
    label_bind(c, go);
    emit(c, CODE_MOVE, to, constant_register(c, on), 0);
    emit_jump(c, end);
    label_bind(c, stop);
    emit(c, CODE_MOVE, to, constant_register(c, !on), 0);
    label_bind(c, end);
    return to;
}

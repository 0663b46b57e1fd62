/* Branches on times that merely select values.
 *
 * The program does the same whichever way such a branch goes, so it does not depend on time; the
 * values do that it assigns, either way. The code is there twice: a branch that finds its condition
 * to depend on time goes to the second one, out of the way, which tests it again and marks in the
 * end what was assigned. So who asks for no times pays nothing.
 */
#include "sim/script/compiler.h"

#include <string.h>

enum { MOST_NODES = 200 };

/* It only prints or computes. */
static bool is_plain_builtin(const struct function *f)
{
    static const char *const names[] = {
        "printf",          "fprintf", "puts",  "fputs", "putchar", "putc", "fputc", "__ns_put",
        "__ns_put_string", "fabs",    "fabsf", "fmin",  "fminf",   "fmax", "fmaxf", "sqrt",
        "sqrtf",           "floor",   "ceil",  "abs",   "pow",     "log",  "exp",   "round",
        "__ns_put_format",
    };
    for (size_t i = 0; f->body == NULL && i < sizeof names / sizeof *names; i++)
        if (strcmp(f->name, names[i]) == 0)
            return true;
    return f->body == NULL && strcmp(f->name, "__ns_clock_used") == 0; /* a time, as it is */
}

static bool is_plain(const struct expr *e, bool may_assign, int *nodes);

static bool is_plain_function(const struct function *f, int *nodes)
{
    if (f == NULL || is_plain_builtin(f))
        return f != NULL;
    const struct stmt *at = f->body;
    while (at != NULL && at->kind == STMT_BLOCK && at->next == NULL)
        at = at->body;
    return at != NULL && at->kind == STMT_RETURN && at->next == NULL && at->a != NULL &&
           is_plain(at->a, false, nodes);
}

/* Makes no calls that matter, and assigns at most where `may_assign`. */
static bool is_plain(const struct expr *e, bool may_assign, int *nodes)
{
    if (e == NULL)
        return true;
    if (++*nodes > MOST_NODES || e->kind == EXPR_LAUNCH || e->kind == EXPR_OPAQUE)
        return false;
    bool assigns = expr_assigns(e);
    if (assigns && !may_assign)
        return false;
    if (!is_plain(e->a, may_assign, nodes) || !is_plain(e->b, may_assign, nodes) ||
        !is_plain(e->c, may_assign, nodes))
        return false;
    if (e->kind != EXPR_CALL)
        return true;
    bool yes = is_plain_function(e->function, nodes);
    for (int i = 0; i < e->arg_count && yes; i++)
        yes = is_plain(e->args[i], may_assign, nodes);
    return yes;
}

bool select_is_plain(const struct expr *e)
{
    int nodes = 0;
    return is_plain(e, false, &nodes);
}

static bool is_plain_stmt(const struct stmt *s, int *nodes)
{
    for (; s != NULL; s = s->next) {
        if (++*nodes > MOST_NODES || (s->kind != STMT_EXPR && s->kind != STMT_VAR &&
                                      s->kind != STMT_BLOCK && s->kind != STMT_IF))
            return false;
        if (!is_plain(s->a, true, nodes) || !is_plain_stmt(s->body, nodes) ||
            !is_plain_stmt(s->other, nodes))
            return false;
        const struct init *i = s->kind == STMT_VAR && s->var != NULL ? s->var->inits : NULL;
        for (; i != NULL; i = i->next)
            if (!is_plain(i->value, true, nodes))
                return false;
    }
    return true;
}

void select_later(struct compiler *c, const struct deferred *decide, struct expr *condition,
                  unsigned (*take)(struct compiler *c, struct expr *e, int want))
{
    int nodes = 0;
    const struct skip *skip = &decide->skip;
    if (c->selecting || !is_plain(condition, false, &nodes) ||
        !is_plain_stmt(skip->arms[0], &nodes) || !is_plain_stmt(skip->arms[1], &nodes) ||
        !is_plain(skip->values[0], true, &nodes) || !is_plain(skip->values[1], true, &nodes) ||
        !skip_can_be_marked(skip))
        return;
    struct deferred again = *decide; /* it may move */
    struct deferred *d = defer(c);
    *d = again;
    d->kind = DEFERRED_SELECT;
    d->at = NULL;
    d->other = condition;
    d->take = take;
}

void select_value_later(struct compiler *c, struct expr *condition, unsigned to, struct label *end)
{
    int nodes = 0;
    if (c->selecting || !is_plain(condition, false, &nodes))
        return;
    struct label *decision = label_new(c);
    emit_branch(c, CODE_BRANCH_OF, 0, 0, decision, NULL);
    unsigned branch = branch_new(c, BRANCH_CHOICE, condition->place, false);
    c->code->branches[branch].indifferent = query_is_indifferent(condition);
    struct deferred *d = defer(c);
    d->kind = DEFERRED_SELECT;
    d->at = decision;
    d->other = condition;
    d->u = end;
    d->branch = branch;
    d->result = (int)to;
}

static void arm(struct compiler *c, const struct deferred *d, int i)
{
    if (d->skip.arms[i] != NULL)
        statement(c, d->skip.arms[i]);
    else if (d->skip.values[i] != NULL)
        d->take(c, d->skip.values[i], d->result);
    else if (d->result >= 0)
        emit(c, CODE_MOVE, (unsigned)d->result, constant_register(c, i == 0), 0);
}

void emit_select(struct compiler *c, const struct deferred *d)
{
    unsigned mark = c->temporary;
    c->code->branches[d->branch].select = (uint32_t)c->code->count;
    c->selecting = true;
    struct label *t = label_new(c), *f = label_new(c), *u = label_new(c), *end = label_new(c);
    if (d->at != NULL) { /* nobody comes here: it only says whose the condition is */
        label_bind(c, d->at);
        emit_branch(c, CODE_DECIDE, 0, d->branch, t, f);
        c->code->branches[d->branch].select = (uint32_t)c->code->count;
    }
    branch_on(c, d->other, t, f, u, t);
    label_bind(c, t);
    arm(c, d, 0);
    c->temporary = mark;
    emit_jump(c, end);
    label_bind(c, f);
    arm(c, d, 1);
    c->temporary = mark;
    label_bind(c, end);
    if (d->result >= 0)
        emit(c, CODE_TIME, (unsigned)d->result, 0, 0);
    mark_skipped(c, &d->skip);
    emit_jump(c, d->u);
    label_bind(c, u); /* that it is unknown was seen before */
    unsigned branch = branch_new(c, BRANCH_IF, d->place, false);
    emit_branch(c, CODE_DECIDE, 0, branch, t, f);
    emit_jump(c, d->u);
    c->selecting = false;
}

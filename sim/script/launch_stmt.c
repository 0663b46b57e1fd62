#include "sim/script/launch_walk.h"

/* ---- statements ---- */

static void forget_expr(struct walk *w, const struct expr *e)
{
    if (!e)
        return;
    if (expr_assigns(e) && e->a->kind == EXPR_LOCAL) {
        launch_escape(w, &w->locals[e->a->var->index]);
        w->locals[e->a->var->index] = launch_nothing();
        w->turning[e->a->var->index] = w->turning[e->a->var->index] || w->loops > 0;
    }
    forget_expr(w, e->a);
    forget_expr(w, e->b);
    forget_expr(w, e->c);
    if (e->kind == EXPR_CALL || e->kind == EXPR_OPAQUE || e->kind == EXPR_LAUNCH) {
        for (int i = 0; i < e->arg_count; i++)
            forget_expr(w, e->args[i]);
    }
}

/* What the statements assign is no longer known. Returns whether they may leave early. */
static bool forget_assigned(struct walk *w, const struct stmt *s)
{
    bool leaves = false;
    for (; s; s = s->next) {
        leaves = leaves || s->kind == STMT_RETURN || s->kind == STMT_BREAK ||
                 s->kind == STMT_CONTINUE || s->kind == STMT_GOTO;
        forget_expr(w, s->a);
        forget_expr(w, s->kind == STMT_FOR ? s->step : NULL);
        leaves = forget_assigned(w, s->init) || leaves;
        leaves = forget_assigned(w, s->body) || leaves;
        leaves = forget_assigned(w, s->other) || leaves;
    }
    return leaves;
}

/* Whether control never comes behind the statement. */
static bool always_leaves(const struct stmt *s)
{
    if (!s)
        return false;
    if (s->kind == STMT_RETURN || s->kind == STMT_BREAK || s->kind == STMT_CONTINUE)
        return true;
    if (s->kind != STMT_BLOCK)
        return false;
    for (const struct stmt *part = s->body; part; part = part->next) {
        if (always_leaves(part))
            return true;
    }
    return false;
}

static void walk_if(struct walk *w, const struct stmt *s)
{
    launch_eval(w, s->a);
    struct affine_space before = w->space;
    bool certain = w->certain;
    w->certain = launch_narrow(w, s->a, true) && certain;
    bool never = w->space.empty;
    launch_walk(w, s->body);
    w->space = before;
    w->certain = certain;
    w->certain = launch_narrow(w, s->a, false) && certain;
    bool exact = w->certain || !certain;
    struct affine_space narrowed = w->space;
    if (s->other)
        launch_walk(w, s->other);
    w->space = before;
    w->certain = certain;
    bool leaves = forget_assigned(w, s->body);
    leaves = forget_assigned(w, s->other) || leaves;
    if (always_leaves(s->body) && !s->other) {
        w->space = narrowed;
        w->certain = certain && exact;
    } else if (leaves && !never) {
        w->certain = false;
    }
}

/* `for (i = start; i < end; i += step)`: i becomes start + step * a new variable. True when it is
 * one of those. */
static bool counted_loop(struct walk *w, const struct stmt *s)
{
    const struct expr *step = s->step;
    if (!s->a || !step || w->space.variable_count == AFFINE_VARIABLES)
        return false;
    while (step->kind == EXPR_CAST)
        step = step->a;
    struct value by;
    if (step->kind == EXPR_PRE_STEP || step->kind == EXPR_POST_STEP) {
        by = launch_whole(step->value);
    } else if (step->kind == EXPR_ASSIGN_OP &&
               (step->op == EXPR_ADD || step->op == EXPR_SUBTRACT)) {
        by = launch_eval(w, step->b);
        if (by.kind == NUMBER && step->op == EXPR_SUBTRACT)
            by = launch_multiply(by, launch_whole(-1));
    } else {
        return false;
    }
    if (!launch_plain_local(step->a) || by.kind != NUMBER || !affine_is_constant(&by.at) ||
        by.at.constant == 0)
        return false;
    int index = step->a->var->index;
    struct value start = w->locals[index];
    if (start.kind != NUMBER)
        return false;
    bool leaves = forget_assigned(w, s->body);
    if (w->locals[index].kind == UNKNOWN)
        return false; /* the body changes it */
    int v = w->space.variable_count++;
    /* As many turns as the condition could allow at most; the bound cuts them. */
    w->space.least[v] = 0;
    w->space.most[v] = (int64_t)1 << 40;
    struct affine turn = affine_variable(v);
    if (!affine_scale(&turn, by.at.constant) || !affine_add(&start.at, &turn, 1))
        return false;
    w->locals[index] = start;
    const struct expr *condition = s->a;
    struct affine_space before = w->space;
    int bounds = w->space.bound_count;
    if (!launch_narrow(w, condition, true)) {
        w->space = before;
        return false;
    }
    if (!w->space.empty && w->space.most[v] == (int64_t)1 << 40) {
        /* The bound holds other variables too: the most turns by what it allows. */
        if (w->space.bound_count == bounds)
            return false;
        struct affine_bound *bound = &w->space.bounds[bounds];
        int64_t factor = bound->number.factor[v], low, high;
        struct affine others = bound->number;
        others.factor[v] = 0;
        affine_hull(&w->space, &others, &low, &high);
        if (factor > 0)
            w->space.most[v] = (bound->most - low) / factor;
        else if (factor < 0)
            w->space.most[v] = (high - bound->least) / -factor;
        else
            return false;
    }
    if (leaves)
        w->certain = false;
    return true;
}

/* What the step of a counted loop moves, whose value is known and so not forgotten. */
static void note_turning(struct walk *w, const struct expr *step)
{
    if (step == NULL)
        return;
    note_turning(w, step->a);
    note_turning(w, step->b);
    if (step->kind != EXPR_INT && step->a && step->a->kind == EXPR_LOCAL)
        w->turning[step->a->var->index] = true;
}

static void walk_loop(struct walk *w, const struct stmt *s)
{
    if (s->kind == STMT_FOR)
        launch_walk(w, s->init);
    struct affine_space before = w->space;
    bool certain = w->certain;
    w->loops++;
    note_turning(w, s->kind == STMT_FOR ? s->step : NULL);
    if (s->kind != STMT_FOR || !counted_loop(w, s)) {
        w->space = before;
        w->certain = certain && s->kind == STMT_DO;
        forget_assigned(w, s->body);
        forget_expr(w, s->a);
        forget_expr(w, s->kind == STMT_FOR ? s->step : NULL);
    }
    if (s->a)
        launch_eval(w, s->a);
    launch_walk(w, s->body);
    w->space = before;
    w->certain = certain;
    forget_assigned(w, s->body);
    forget_expr(w, s->a);
    forget_expr(w, s->kind == STMT_FOR ? s->step : NULL);
    w->loops--;
}

static void walk_variable(struct walk *w, const struct var *var)
{
    bool plain = !var->needs_memory && !var->is_shared && type_is_scalar(var->type);
    w->has_records = w->has_records || var->type->kind == TYPE_RECORD;
    if (!var->is_global)
        w->locals[var->index] = launch_nothing();
    for (const struct init *init = var->inits; init; init = init->next) {
        struct value value = launch_eval(w, init->value);
        if (!var->is_global && w->loops && launch_turns(w, init->value))
            w->turning[var->index] = true;
        if (plain && !var->is_global)
            w->locals[var->index] = value;
        else
            launch_escape(w, &value);
    }
}

void launch_walk(struct walk *w, const struct stmt *s)
{
    for (; s && !w->given_up; s = s->next) {
        bool certain = w->certain;
        switch (s->kind) {
        case STMT_EXPR:
        case STMT_RETURN:
            if (s->a)
                launch_eval(w, s->a);
            break;
        case STMT_VAR:
            walk_variable(w, s->var);
            break;
        case STMT_BLOCK:
            launch_walk(w, s->body);
            break;
        case STMT_IF:
            walk_if(w, s);
            break;
        case STMT_WHILE:
        case STMT_DO:
        case STMT_FOR:
            walk_loop(w, s);
            break;
        case STMT_SWITCH:
            launch_eval(w, s->a);
            w->certain = false;
            forget_assigned(w, s->body);
            launch_walk(w, s->body);
            w->certain = certain && !forget_assigned(w, s->body);
            break;
        case STMT_GOTO:
            w->given_up = true;
            break;
        default:
            break;
        }
    }
}

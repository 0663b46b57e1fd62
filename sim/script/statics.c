/* Variables that outlive a call, globals and static locals: when they are made, and that they end.
 */
#include "sim/script/objects.h"

bool is_static_value(const struct expr *e)
{
    if (!e)
        return true;
    switch ((int)e->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_STRING:
    case EXPR_FUNCTION:
    case EXPR_GLOBAL:
        return true;
    case EXPR_DECAY:
    case EXPR_ADDRESS:
    case EXPR_CAST:
    case EXPR_NEGATE:
        return is_static_value(e->a);
    default:
        return false;
    }
}

/* Behind a global's initial values: from now on it ends when the program does. */
static void note_made(struct parser *p, struct var *v, struct expr *made)
{
    struct init **tail = &v->inits;
    while (*tail)
        tail = &(*tail)->next;
    if (made)
        init_add(p, &tail, 0, made);
}

void static_note_global(struct parser *p, struct var *v)
{
    if (v->is_thread)
        settle_own(p, v);
    else
        note_made(p, v, static_made(p, v));
}

void static_guard(struct parser *p, struct var *v, struct stmt ***tail)
{
    bool constant = true;
    for (struct init *i = v->inits; i; i = i->next)
        constant &= is_static_value(i->value);
    struct expr *made = static_made(p, v);
    constant = constant && !(made && v->is_thread);
    if (constant) {
        note_made(p, v, made);
        return;
    }
    struct var *done = add_global(p, "", p->basic[TYPE_BOOL], v->place);
    done->is_thread = v->is_thread;
    struct stmt *s = stmt_new(p, STMT_IF, v->place);
    s->a = expr_unary(p, EXPR_NOT, p->basic[TYPE_BOOL], expr_raw_var(p, done, v->place), v->place);
    s->body = stmt_new(p, STMT_BLOCK, v->place);
    struct stmt **inner = &s->body->body;
    append(&inner,
           stmt_expr(p, expr_assign(p, expr_raw_var(p, done, v->place),
                                    expr_int(p, p->basic[TYPE_BOOL], 1, v->place), v->place)));
    struct expr *value = v->inits ? v->inits->value : NULL;
    if (value && (v->inits->next || v->inits->offset != 0))
        value = inits_expr(p, expr_raw_var(p, v, v->place), v->inits, v->place);
    else if (value && value->type->kind != TYPE_VOID)
        value = expr_assign(p, expr_raw_var(p, v, v->place), value, v->place);
    if (value)
        append(&inner, stmt_expr(p, whole_statement(p, value)));
    if (made)
        append(&inner, stmt_expr(p, made));
    v->inits = NULL;
    append(tail, s);
}

#include "sim/script/call_order.h"

#include <string.h>

int call_order_at(const struct expr *call, int turn)
{
    int last = call->arg_count - 1;
    bool object = call->order == ORDER_CALL && call->function && call->function->is_method;
    if (call->order == ORDER_FORWARD)
        return turn;
    if (object)
        return turn == 0 ? 0 : last - turn + 1;
    return last - turn;
}

struct expr *call_ordered(struct expr *made, enum call_order order)
{
    struct expr *e = made;
    while (e && e->kind != EXPR_CALL) {
        bool outer = e->kind == EXPR_DEREF || e->kind == EXPR_CAST || e->kind == EXPR_ADDRESS;
        e = outer ? e->a : e->kind == EXPR_COMMA ? e->b : NULL;
    }
    if (e)
        e->order = (uint8_t)order;
    return made;
}

enum call_order call_order_of_operator(const char *name)
{
    static const char *const forward[] = {"<<", ">>", "[]", ",", "&&", "||", "->*", "->"};
    name += strlen("operator");
    for (size_t i = 0; i < sizeof forward / sizeof forward[0]; i++)
        if (strcmp(name, forward[i]) == 0)
            return ORDER_FORWARD;
    return ORDER_BACKWARD;
}

/* Whether it changes what another expression reads. */
static bool changes(const struct expr *e)
{
    return e && (e->kind == EXPR_CALL || e->kind == EXPR_LAUNCH || expr_assigns(e) ||
                 changes(e->a) || changes(e->b) || changes(e->c));
}

static bool is_whole(const struct type *type)
{
    return type_is_integer(type) && type->kind != TYPE_BOOL;
}

bool call_order_reads_late(const struct expr *e)
{
    const struct expr *a = e->a, *b = e->b;
    bool compares = e->kind >= EXPR_EQUAL && e->kind <= EXPR_GREATER_EQUAL;
    if (!compares && e->kind != EXPR_ADD && e->kind != EXPR_MULTIPLY && e->kind != EXPR_AND &&
        e->kind != EXPR_OR && e->kind != EXPR_XOR)
        return false;
    if (compares && a->kind == EXPR_CAST && b->kind == EXPR_CAST && is_whole(a->type) &&
        is_whole(a->a->type) && a->a->type->plain == b->a->type->plain) /* of what both were */
        a = a->a;
    while (a->kind == EXPR_CAST && is_whole(a->type) && is_whole(a->a->type) &&
           a->type->size == a->a->type->size)
        a = a->a;
    if ((a->kind != EXPR_LOCAL && a->kind != EXPR_GLOBAL) || !type_is_arithmetic(a->type))
        return false;
    return !a->var->is_managed && changes(b);
}

struct walk {
    void (*set)(void *context, struct var *flag);
    void *context;
};

static void walk(const struct walk *w, const struct expr *e)
{
    if (!e)
        return;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP) {
        walk(w, e->b);
        walk(w, e->a);
        if (e->kind == EXPR_ASSIGN && (e->a->kind == EXPR_LOCAL || e->a->kind == EXPR_GLOBAL) &&
            e->b->kind == EXPR_INT && e->b->value)
            w->set(w->context, e->a->var);
        return;
    }
    walk(w, e->a);
    walk(w, e->b);
    walk(w, e->c);
    if (e->kind == EXPR_LAUNCH) {
        walk(w, e->launch->stream);
        walk(w, e->launch->shared);
        walk(w, e->launch->block);
        walk(w, e->launch->grid);
    }
    if (e->kind == EXPR_CALL || e->kind == EXPR_LAUNCH)
        for (int i = 0; i < e->arg_count; i++)
            walk(w, e->args[call_order_at(e, i)]);
}

void call_order_flags(const struct expr *e, void (*set)(void *context, struct var *flag),
                      void *context)
{
    struct walk w = {set, context};
    walk(&w, e);
}

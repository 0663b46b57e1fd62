/* thread_local variables whose value is made when a thread runs: those at file level all together
 * when the thread first uses one of them, as GCC does, one in a function when control comes there.
 * What they are made of before are the zeros that each thread's copy begins with. */
#include "sim/script/objects.h"

struct own_value {
    struct own_value *next;
    struct var *var;
    struct expr *make; /* the thread's copy */
};

struct own_values {
    struct function *function; /* that makes them, once in a thread */
    struct own_value *first, **last;
};

static struct own_values *owns_of(struct parser *p)
{
    if (!p->owns) {
        struct type *none[1];
        p->owns = arena_alloc(p->arena, sizeof *p->owns);
        p->owns->last = &p->owns->first;
        struct type *type = type_function(p, p->basic[TYPE_VOID], none, 0, false);
        p->owns->function = function_new(p, "thread_local", type, (struct place){0});
        p->owns->function->is_host = true;
    }
    return p->owns;
}

struct expr *own_copy(struct parser *p, struct expr *global, struct place place)
{
    const struct var *var = global->var;
    struct type *pointer = type_pointer(p, p->basic[TYPE_VOID]);
    struct expr *own = expr_builtin(p, "__ns_own", pointer, place, 2,
                                    cast_node(p, expr_address(p, global, place), pointer),
                                    expr_int(p, p->basic[TYPE_ULONG], var->type->size, place));
    return expr_deref(p, cast_node(p, own, type_pointer(p, var->type)), place);
}

struct expr *own_made(struct parser *p, const struct var *var, struct expr *copy)
{
    if (var->is_settled)
        return copy;
    struct expr **args = arena_alloc(p->arena, sizeof *args);
    return expr_comma(p, expr_call(p, owns_of(p)->function, args, 0, copy->place), copy);
}

bool settle_own(struct parser *p, struct var *var)
{
    struct expr *made = static_made(p, var);
    bool constant = !made;
    for (struct init *i = var->inits; i && constant; i = i->next)
        constant = is_static_value(i->value);
    if (constant || p->device) {
        var->is_settled = true;
        return true;
    }
    struct own_values *owns = owns_of(p);
    struct own_value *v = arena_alloc(p->arena, sizeof *v);
    struct expr *value = inits_expr(p, expr_raw_var(p, var, var->place), var->inits, var->place);
    v->var = var;
    v->make = made ? expr_comma(p, value, made) : value;
    *owns->last = v;
    owns->last = &v->next;
    var->inits = NULL;
    return false;
}

void define_owns(struct parser *p)
{
    struct own_values *owns = p->owns;
    if (!owns)
        return;
    struct function *f = owns->function;
    struct place place = f->place;
    struct body body;
    body_begin(p, &body, f);
    f->body = stmt_new(p, STMT_BLOCK, place);
    struct stmt **tail = &f->body->body;
    struct var *done = add_global(p, "", p->basic[TYPE_BOOL], place);
    done->is_thread = done->is_settled = true;
    struct stmt *s = stmt_new(p, STMT_IF, place);
    s->a = expr_unary(p, EXPR_NOT, p->basic[TYPE_BOOL], expr_raw_var(p, done, place), place);
    s->body = stmt_new(p, STMT_BLOCK, place);
    append(&tail, s);
    tail = &s->body->body;
    struct expr *yes = expr_int(p, p->basic[TYPE_BOOL], 1, place);
    append(&tail, stmt_expr(p, expr_assign(p, expr_raw_var(p, done, place), yes, place)));
    for (struct own_value *v = owns->first; v; v = v->next)
        append(&tail, stmt_expr(p, whole_statement(p, v->make)));
    body_end(p, &body);
    add_function(p, f);
}

/* Variables that outlive a call, globals and static locals: when they are made, and that they end.
 */
#include "sim/script/memory_order.h"
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
        return true;
    case EXPR_GLOBAL: /* its value, which may be another when it is asked for */
        return e->var->has_value || e->var->has_number;
    case EXPR_DECAY:
    case EXPR_ADDRESS:
        return e->a->kind == EXPR_GLOBAL || is_static_value(e->a);
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

/* Temporaries of the initial value end behind it, all but the one that a reference keeps. */
static void end_temporaries(struct parser *p, struct var *v)
{
    if (!p->temporaries)
        return;
    if (v->extends)
        parse_fail_hint(p, v->place, "leave the & out",
                        "a reference outside a function to a temporary of a type with a "
                        "destructor is not supported");
    for (struct init *i = v->inits; i && !i->next; i = i->next)
        temporaries_order(p, i->value);
    note_made(p, v, temporaries_end(p, v->place));
}

void static_note_global(struct parser *p, struct var *v)
{
    end_temporaries(p, v);
    if (v->is_thread)
        settle_own(p, v);
    else
        note_made(p, v, static_made(p, v));
}

struct expr *lasting_value(struct parser *p, const struct var *var, struct expr *value,
                           struct place place)
{
    const struct type *wanted = var->type->base;
    if (value->is_lvalue || (int)value->kind >= EXPR_OVERLOAD || !var->is_global || !p->body ||
        p->device)
        return value;
    if (var->extends || var->takes_temporary || var->is_thread ||
        value->type->plain != wanted->plain)
        parse_fail_hint(p, place, "leave the & out",
                        "a static reference to a temporary of this type is not supported");
    struct expr *kept = expr_raw_var(p, add_global(p, "", value->type->plain, place), place);
    return expr_deref(p,
                      expr_comma(p, expr_assign(p, kept, value, place),
                                 expr_address(p, expr_raw_var(p, kept->var, place), place)),
                      place);
}

static struct expr *void_address(struct parser *p, struct var *v, struct place place)
{
    return expr_unary(p, EXPR_CAST, type_pointer(p, p->basic[TYPE_VOID]),
                      expr_address(p, expr_raw_var(p, v, place), place), place);
}

static struct expr *call_on(struct parser *p, const char *name, enum type_kind result,
                            struct var *v, struct place place)
{
    return expr_builtin(p, name, p->basic[result], place, 1, void_address(p, v, place));
}

static uint32_t again_name(struct parser *p)
{
    return intern_adds(&p->tu->names, "std::__ns_static_again");
}

/* Whether something may be thrown here: headers before that of the function throw nothing. */
static bool is_tried(struct parser *p)
{
    return p->has_try && symbol_innermost(p, again_name(p)) != NULL;
}

/* What is thrown while the variable is made gives the next one a try. */
static struct expr *try_again(struct parser *p, struct var *word, struct place place)
{
    struct function *f = symbol_innermost(p, again_name(p))->overloads->function;
    function_use(p, f, place);
    struct expr *again = expr_unary(p, EXPR_CAST, type_pointer(p, p->basic[TYPE_VOID]),
                                    expr_function(p, f, place), place);
    return expr_builtin(p, "__ns_guard", p->basic[TYPE_VOID], place, 2,
                        void_address(p, word, place), again);
}

/* The first thread that comes there makes the variable, and the others wait: what stands in *inner,
 * which goes on where the value is to be set. */
static struct stmt *by_one_thread(struct parser *p, struct var *v, struct var *word,
                                  struct stmt ***inner)
{
    struct stmt *s = stmt_new(p, STMT_IF, v->place);
    s->a = call_on(p, "__ns_static_begin", TYPE_BOOL, word, v->place);
    s->body = stmt_new(p, STMT_BLOCK, v->place);
    *inner = &s->body->body;
    if (is_tried(p))
        append(inner, stmt_expr(p, try_again(p, word, v->place)));
    return s;
}

static void made_by_one(struct parser *p, struct var *word, struct stmt ***inner,
                        struct place place)
{
    if (is_tried(p))
        append(inner, stmt_expr(p, call_on(p, "__ns_unguard", TYPE_VOID, word, place)));
    append(inner,
           stmt_expr(p, expr_builtin(p, "__ns_publish", p->basic[TYPE_VOID], place, 2,
                                     void_address(p, word, place),
                                     expr_int(p, p->basic[TYPE_INT], ORDER_RELEASE, place))));
    append(inner, stmt_expr(p, call_on(p, "__ns_static_made", TYPE_VOID, word, place)));
}

/* Only this thread comes there. */
static struct stmt *by_itself(struct parser *p, struct var *v, struct var *done,
                              struct stmt ***inner)
{
    struct stmt *s = stmt_new(p, STMT_IF, v->place);
    s->a = expr_unary(p, EXPR_NOT, p->basic[TYPE_BOOL], expr_raw_var(p, done, v->place), v->place);
    s->body = stmt_new(p, STMT_BLOCK, v->place);
    *inner = &s->body->body;
    append(inner,
           stmt_expr(p, expr_assign(p, expr_raw_var(p, done, v->place),
                                    expr_int(p, p->basic[TYPE_BOOL], 1, v->place), v->place)));
    return s;
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
    bool shared = !v->is_thread && !p->device;
    struct var *done = add_global(p, "", p->basic[shared ? TYPE_LONG : TYPE_BOOL], v->place);
    done->is_thread = v->is_thread;
    struct stmt **inner;
    struct stmt *s = shared ? by_one_thread(p, v, done, &inner) : by_itself(p, v, done, &inner);
    struct expr *value = v->inits ? v->inits->value : NULL;
    if (value && (v->inits->next || v->inits->offset != 0))
        value = inits_expr(p, expr_raw_var(p, v, v->place), v->inits, v->place);
    else if (value && value->type->kind != TYPE_VOID)
        value = expr_assign(p, expr_raw_var(p, v, v->place), value, v->place);
    if (value)
        append(&inner, stmt_expr(p, whole_statement(p, value)));
    if (made)
        append(&inner, stmt_expr(p, made));
    if (shared)
        made_by_one(p, done, &inner, v->place);
    v->inits = NULL;
    append(tail, s);
}

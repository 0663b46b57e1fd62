/* Ends of objects: of variables with their scope, of temporaries with the expression they stand in,
 * of globals and static locals when the program exits. */
#include "sim/script/call_order.h"
#include "sim/script/objects.h"

#include <string.h>

struct temporary_end {
    struct temporary_end *older;
    struct var *made; /* whether it exists: an arm of ?: or && may not have been taken */
    int turn;         /* when it is made: the first is 1 */
    struct expr *destroy;
};

struct static_end {
    struct static_end *older;
    struct var *order; /* when it was made: 1 is the first, 0 not yet */
    struct expr *destroy;
};

/* Of the program, or of each thread. */
struct statics {
    struct static_end *newest;
    struct var *made; /* how many there are */
};

bool type_needs_destruction(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD)
        return false;
    if (type_is_library(type))
        return true;
    const struct record *r = type->record;
    if (r->destructor)
        return true;
    for (int i = 0; i < r->count; i++)
        if (type_needs_destruction(r->members[i].type))
            return true;
    return false;
}

bool type_has_end(const struct type *type)
{
    while (type->kind == TYPE_ARRAY || type->disguise == DISGUISE_VECTOR)
        type = type->base;
    if (type->kind != TYPE_RECORD || type->disguise == DISGUISE_STRING)
        return false;
    struct record *r = type->record;
    bool found = r->destructor != NULL;
    if (found || r->looked_at) /* a vector of itself */
        return found;
    r->looked_at = true;
    for (int i = 0; i < r->count && !found; i++)
        found = type_has_end(r->members[i].type);
    r->looked_at = false;
    return found;
}

static struct expr *destroy_array(struct parser *p, struct expr *object, struct place place)
{
    struct type *type = object->type;
    if (type->length > MAX_UNROLLED)
        return each_element(p, "std::__ns_destroy_back", object, NULL, place);
    struct expr *all = NULL;
    for (int64_t i = type->length; i-- > 0;) {
        struct expr *at = expr_int(p, p->basic[TYPE_LONG], i, place);
        struct expr *one = destroy_expr(p, build_index(p, object, at, place), place);
        all = one ? expr_comma(p, all, one) : all;
    }
    return all;
}

/* `is_part`: its virtual bases are those of what it is a base of. */
static struct expr *destroy_part(struct parser *p, struct expr *object, bool is_part,
                                 struct place place)
{
    struct type *type = object->type;
    if (!type_needs_destruction(type))
        return NULL;
    if (type->kind == TYPE_ARRAY)
        return destroy_array(p, object, place);
    if (type_is_library(type))
        return vector_end(p, object, place);
    struct record *r = type->record;
    struct expr *all = NULL;
    if (r->destructor) {
        if (r->destructor->is_deleted)
            parse_fail(p, place, "the destructor of %s is deleted", type_text(p, type->plain));
        struct expr **args = arena_alloc(p->arena, sizeof(struct expr *));
        args[0] = cast_node(p, expr_address(p, object, place), type_pointer(p, type->plain));
        all = expr_call(p, r->destructor, args, 1, place);
    }
    for (int i = r->count; i-- > 0 && !r->is_union;) {
        const struct member *m = &r->members[i];
        if (m->type->kind == TYPE_REFERENCE || m->is_virtual) /* what it refers to goes on */
            continue;
        struct expr *one = destroy_part(p, expr_member(p, object, m, place), m->is_base, place);
        all = one ? expr_comma(p, all, one) : all;
    }
    for (int i = r->count; i-- > 0 && !is_part;) {
        if (!r->members[i].is_virtual)
            continue;
        struct expr *base = expr_member(p, object, &r->members[i], place);
        struct expr *one = destroy_part(p, base, true, place);
        all = one ? expr_comma(p, all, one) : all;
    }
    return all;
}

struct expr *destroy_expr(struct parser *p, struct expr *object, struct place place)
{
    return destroy_part(p, object, false, place);
}

static void push_cleanup(struct parser *p, struct expr *destroy, struct var *var)
{
    struct cleanup *c = arena_alloc(p->arena, sizeof *c);
    c->outer = p->body->cleanups;
    c->destroy = destroy;
    c->var = var;
    p->body->cleanups = c;
}

struct expr *ends_at(struct parser *p, const struct expr *e, struct place place)
{
    struct expr *copy = arena_alloc(p->arena, sizeof *copy);
    *copy = *e;
    copy->place = place;
    if (e->kind == EXPR_COMMA || e->kind == EXPR_CONDITIONAL || e->kind == EXPR_CAST) {
        struct expr **parts[] = {&copy->a, &copy->b, &copy->c};
        for (int i = 0; i < 3; i++)
            if (*parts[i])
                *parts[i] = ends_at(p, *parts[i], place);
    }
    return copy;
}

void cleanup_add(struct parser *p, struct var *var)
{
    if (!p->body || p->device || var->is_reference)
        return;
    struct expr *destroy = destroy_expr(p, expr_raw_var(p, var, var->place), var->place);
    struct expr *free = unguard(p, expr_raw_var(p, var, var->place), var->place);
    if (destroy)
        push_cleanup(p, expr_comma(p, free, destroy), var);
}

void guard_variable(struct parser *p, struct var *var, struct stmt ***tail)
{
    struct expr *e = var->is_reference || !p->body || var->is_global || p->device
                         ? NULL
                         : guard(p, expr_raw_var(p, var, var->place), var->place);
    if (e)
        append(tail, stmt_expr(p, e));
}

void guard_member(struct parser *p, struct expr *member, struct stmt ***tail)
{
    struct expr *e = guard(p, member, member->place);
    if (!e)
        return;
    append(tail, stmt_expr(p, e));
    push_cleanup(p, unguard(p, member, member->place), NULL);
}

/* ---- temporaries ---- */

/* Of the function being read, or of the global's initial value. */
static struct temporary_end **temporaries_of(struct parser *p)
{
    return p->body ? &p->body->temporaries : &p->temporaries;
}

static struct expr *set_flag(struct parser *p, struct var *flag, bool value, struct place place)
{
    return expr_assign(p, expr_raw_var(p, flag, place),
                       expr_int(p, p->basic[TYPE_BOOL], value, place), place);
}

bool is_fresh(const struct expr *e)
{
    return (int)e->kind < EXPR_OVERLOAD && !e->is_lvalue && !e->is_moved &&
           e->type->kind == TYPE_RECORD;
}

struct expr *materialize(struct parser *p, struct expr *value)
{
    struct place place = value->place;
    struct expr *made, *object;
    if (value->is_temporary && value->kind == EXPR_COMMA) { /* it has memory already */
        made = value->a;
        object = value->b;
    } else {
        struct var *v = temporary(p, value->type, place);
        object = expr_raw_var(p, v, place);
        made = expr_assign(p, object, value, place);
        object = expr_raw_var(p, v, place);
    }
    if (type_has_end(value->type) && !p->unevaluated && !p->device) {
        struct temporary_end *t = arena_alloc(p->arena, sizeof *t);
        struct temporary_end **newest = temporaries_of(p);
        t->made = temporary(p, p->basic[TYPE_BOOL], place);
        struct expr *free = unguard(p, object, place), *kept = guard(p, object, place);
        t->destroy = expr_comma(p, free, destroy_expr(p, object, place));
        t->older = *newest;
        *newest = t;
        made = expr_comma(p, made, set_flag(p, t->made, true, place));
        made = kept ? expr_comma(p, made, kept) : made;
    }
    return expr_comma(p, made, object);
}

struct expr *discarded(struct parser *p, struct expr *e)
{
    return is_fresh(e) && type_has_end(e->type) ? materialize(p, e) : e;
}

static bool is_of_temporary(const struct expr *e)
{
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    return e->kind == EXPR_LOCAL && (!e->var->name || !*e->var->name);
}

/* Whether anything is left to do where its value is not wanted. */
static bool acts(const struct expr *e)
{
    if (!e || (int)e->kind >= EXPR_OVERLOAD)
        return false;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_STRING:
    case EXPR_LOCAL:
    case EXPR_GLOBAL:
    case EXPR_FUNCTION:
        return false;
    case EXPR_ASSIGN: /* what a temporary is set to */
        return !is_of_temporary(e->a) || acts(e->b);
    case EXPR_ASSIGN_OP:
    case EXPR_PRE_STEP:
    case EXPR_POST_STEP:
    case EXPR_LAUNCH:
        return true;
    case EXPR_CALL: /* or made of nothing but zeros */
        return !e->function || !e->function->is_builtin ||
               strcmp(e->function->name, "__ns_zero") != 0;
    default:
        return acts(e->a) || acts(e->b) || acts(e->c);
    }
}

struct expr *after_dropped(struct parser *p, struct expr *dropped, struct expr *value)
{
    if (!dropped || p->device || p->unevaluated || expr_is_opaque(dropped))
        return value;
    bool ends = is_fresh(dropped) && type_has_end(dropped->type);
    return ends || acts(dropped) ? expr_comma(p, discarded(p, dropped), value) : value;
}

static struct expr *destroy_if(struct parser *p, struct expr *test, struct expr *destroy,
                               struct place place)
{
    struct type *none = p->basic[TYPE_VOID];
    struct expr *both =
        expr_binary(p, EXPR_CONDITIONAL, none, test, cast_node(p, destroy, none), place);
    both->c = cast_node(p, expr_int(p, p->basic[TYPE_INT], 0, place), none);
    return both;
}

struct expr *temporaries_begin(struct parser *p, struct place place)
{
    struct expr *all = NULL;
    for (struct temporary_end *t = *temporaries_of(p); t; t = t->older)
        all = expr_comma(p, all, set_flag(p, t->made, false, place));
    return all;
}

struct expr *temporaries_end(struct parser *p, struct place place)
{
    struct expr *all = NULL;
    for (struct temporary_end *t = *temporaries_of(p); t; t = t->older)
        all = expr_comma(
            p, all, destroy_if(p, expr_raw_var(p, t->made, t->made->place), t->destroy, place));
    *temporaries_of(p) = NULL;
    return all;
}

struct making {
    struct temporary_end *newest;
    int turn;
};

static void is_made(void *context, struct var *flag)
{
    struct making *m = context;
    for (struct temporary_end *t = m->newest; t; t = t->older)
        if (t->made == flag)
            t->turn = ++m->turn;
}

void temporaries_order(struct parser *p, const struct expr *e)
{
    struct temporary_end *left = *temporaries_of(p), *sorted = NULL;
    if (!left || !left->older)
        return;
    struct making m = {left, 0};
    call_order_flags(e, is_made, &m);
    while (left) {
        struct temporary_end *t = left, **at = &sorted;
        left = t->older;
        while (*at && (*at)->turn >= t->turn)
            at = &(*at)->older;
        t->older = *at;
        *at = t;
    }
    *temporaries_of(p) = sorted;
}

void temporaries_keep(struct parser *p)
{
    struct temporary_end *t = p->body->temporaries;
    struct place place = t->made->place;
    push_cleanup(p, destroy_if(p, expr_raw_var(p, t->made, place), t->destroy, place), NULL);
    p->body->temporaries = t->older;
}

void temporaries_check(struct parser *p)
{
    if (p->body->temporaries && !p->device)
        parse_fail_hint(p, p->body->temporaries->made->place, "give it a name",
                        "a temporary with a destructor cannot stand here");
}

struct expr *whole_statement(struct parser *p, struct expr *e)
{
    e = discarded(p, e);
    temporaries_order(p, e);
    struct expr *begin = temporaries_begin(p, e->place);
    return begin ? expr_comma(p, expr_comma(p, begin, e), temporaries_end(p, e->place)) : e;
}

struct expr *whole_value(struct parser *p, struct expr *e)
{
    if (!e || !p->body || !p->body->temporaries)
        return e;
    if (e->type->kind == TYPE_VOID)
        return whole_statement(p, e);
    struct place place = e->place;
    temporaries_order(p, e);
    struct expr *begin = temporaries_begin(p, place);
    struct var *v = add_local(p, "", e->type->plain, place);
    struct expr *all = expr_comma(p, begin, expr_assign(p, expr_raw_var(p, v, place), e, place));
    all = expr_comma(p, all, temporaries_end(p, place));
    all = expr_comma(p, all, expr_raw_var(p, v, place));
    all->is_lvalue = false;
    all->is_temporary = e->type->kind == TYPE_RECORD;
    return all;
}

/* ---- globals and static locals ---- */

static struct var *number(struct parser *p, bool is_thread, struct place place)
{
    struct var *v = add_global(p, "", p->basic[TYPE_LONG], place);
    v->is_thread = v->is_settled = is_thread;
    return v;
}

struct expr *static_made(struct parser *p, struct var *var)
{
    struct type *type = var->type;
    if (p->device || var->is_device || var->is_constant || var->is_managed || var->is_extern ||
        var->is_reference || !type_has_end(type))
        return NULL;
    struct place place = var->place;
    struct statics **list = var->is_thread ? &p->thread_statics : &p->statics;
    if (!*list) {
        *list = arena_alloc(p->arena, sizeof **list);
        (*list)->made = number(p, var->is_thread, place);
    }
    struct static_end *s = arena_alloc(p->arena, sizeof *s);
    s->order = number(p, var->is_thread, place);
    s->destroy = destroy_expr(p, expr_raw_var(p, var, place), place);
    s->older = (*list)->newest;
    (*list)->newest = s;
    struct expr *count = build_step(p, expr_raw_var(p, (*list)->made, place), 1, false, place);
    return cast_node(p, expr_assign(p, expr_raw_var(p, s->order, place), count, place),
                     p->basic[TYPE_VOID]);
}

static struct function *ending(struct parser *p, const char *name)
{
    struct type *none[1];
    struct type *type = type_function(p, p->basic[TYPE_VOID], none, 0, false);
    struct function *f = function_new(p, name, type, (struct place){0});
    f->is_host = true;
    return f;
}

/* The function that ends them is declared before it is known which there are. */
static struct function *exit_function(struct parser *p)
{
    if (!p->tu->at_exit)
        p->tu->at_exit = ending(p, "exit");
    return p->tu->at_exit;
}

struct expr *exit_expr(struct parser *p, struct place place)
{
    struct expr **args = arena_alloc(p->arena, sizeof(struct expr *));
    return expr_call(p, exit_function(p), args, 0, place);
}

/* while (made > 0) { if (order == made) end it; ... made--; } */
static void append_ends(struct parser *p, const struct statics *list, struct stmt ***tail)
{
    struct var *made = list->made;
    struct place place = made->place;
    struct stmt *loop = stmt_new(p, STMT_WHILE, place);
    loop->a = expr_binary(p, EXPR_GREATER, p->basic[TYPE_BOOL], expr_raw_var(p, made, place),
                          expr_int(p, p->basic[TYPE_LONG], 0, place), place);
    loop->body = stmt_new(p, STMT_BLOCK, place);
    struct stmt **inner = &loop->body->body;
    for (struct static_end *s = list->newest; s; s = s->older) {
        struct place at = s->order->place;
        struct expr *test =
            expr_binary(p, EXPR_EQUAL, p->basic[TYPE_BOOL], expr_raw_var(p, s->order, at),
                        expr_raw_var(p, made, at), at);
        append(&inner, stmt_expr(p, destroy_if(p, test, s->destroy, at)));
    }
    append(&inner, stmt_expr(p, build_step(p, expr_raw_var(p, made, place), -1, false, place)));
    append(tail, loop);
}

/* What is the thread's own ends with it, and before all else where the program does. */
static void define_thread_exit(struct parser *p)
{
    struct body body;
    if (!p->thread_statics)
        return;
    struct function *f = p->tu->at_thread_exit = ending(p, "thread exit");
    f->is_used = true;
    body_begin(p, &body, f);
    f->body = stmt_new(p, STMT_BLOCK, f->place);
    struct stmt **tail = &f->body->body;
    append_ends(p, p->thread_statics, &tail);
    body_end(p, &body);
    add_function(p, f);
}

void define_exit(struct parser *p)
{
    define_thread_exit(p);
    if (!p->statics && !p->thread_statics && !p->tu->at_exit)
        return;
    struct body body;
    struct function *f = exit_function(p);
    f->is_used = true;
    body_begin(p, &body, f);
    f->body = stmt_new(p, STMT_BLOCK, f->place);
    struct stmt **tail = &f->body->body;
    if (p->tu->at_thread_exit) {
        struct expr **args = arena_alloc(p->arena, sizeof *args);
        append(&tail, stmt_expr(p, expr_call(p, p->tu->at_thread_exit, args, 0, f->place)));
    }
    if (p->statics)
        append_ends(p, p->statics, &tail);
    body_end(p, &body);
    add_function(p, f);
}

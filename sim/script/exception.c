/* throw, try and catch. While a program has a try, what ends with its scope is noted when it is
 * made (a guard), so that a throw can end it: headers/cxx_objects.txt goes through the guards, and
 * the interpreter back to the try, which then looks as if __ns_try() had returned 1. */
#include "sim/script/objects.h"

#include <string.h>

void find_try(struct parser *p)
{
    for (size_t i = 0; i < p->token_count && !p->has_try; i++) {
        const struct token *t = &p->tokens[i];
        p->has_try = t->kind == TOKEN_NAME && t->name == KW_try;
    }
}

static struct expr *call_header(struct parser *p, const char *name, struct expr **args, int count,
                                struct place place)
{
    uint32_t id = intern_adds(&p->tu->names, name);
    const struct symbol *s = symbol_innermost(p, id);
    return call_set(p, (struct overload_expr *)overload_new(p, id, s->overloads, place), args,
                    count, place);
}

static struct expr *void_address(struct parser *p, struct expr *object, struct place place)
{
    struct type *pointer = type_pointer(p, p->basic[TYPE_VOID]);
    return expr_unary(p, EXPR_CAST, pointer, expr_address(p, object, place), place);
}

/* ---- guards ---- */

static struct function *end_of(struct parser *p, struct type *type)
{
    for (struct type_end *e = p->ends; e; e = e->next)
        if (e->type == type)
            return e->function;
    struct type_end *e = arena_alloc(p->arena, sizeof *e);
    e->type = type;
    e->function = function_ending(p, type, "end");
    e->next = p->ends;
    p->ends = e;
    return e->function;
}

struct expr *guard(struct parser *p, struct expr *object, struct place place)
{
    struct type *type = object->type->plain;
    if (!p->has_try || p->device || !type_has_end(type))
        return NULL;
    struct expr *end = expr_function(p, end_of(p, type), place);
    end = expr_unary(p, EXPR_CAST, type_pointer(p, p->basic[TYPE_VOID]), end, place);
    return expr_builtin(p, "__ns_guard", p->basic[TYPE_VOID], place, 2,
                        void_address(p, object, place), end);
}

struct expr *unguard(struct parser *p, struct expr *object, struct place place)
{
    if (!p->has_try || p->device || !type_has_end(object->type))
        return NULL;
    return expr_builtin(p, "__ns_unguard", p->basic[TYPE_VOID], place, 1,
                        void_address(p, object, place));
}

/* ---- throw ---- */

/* The type and its bases, as numbers; 0 ends them. */
static struct expr *type_numbers(struct parser *p, struct type *type, struct place place)
{
    int count = 1;
    for (struct record *r = type->kind == TYPE_RECORD ? type->record->base : NULL; r; r = r->base)
        count++;
    struct type *number = p->basic[TYPE_LONG];
    struct var *v = add_global(p, "", type_array(p, number, count + 1), place);
    v->zero_first = true;
    struct init **tail = &v->inits;
    struct record *r = type->kind == TYPE_RECORD ? type->record : NULL;
    for (int i = 0; i < count; i++) {
        uint32_t id = r ? r->type->id : type->id;
        init_add(p, &tail, i * 8, expr_int(p, number, (int64_t)id + 1, place));
        r = r ? r->base : NULL;
    }
    return decay(p, expr_raw_var(p, v, place));
}

static bool is_exception(const struct type *type)
{
    if (type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE)
        return false;
    const struct record *r = type->record;
    while (r->base)
        r = r->base;
    return r->builtin && strcmp(r->name, "std::exception") == 0;
}

static void check_thrown(struct parser *p, const struct type *type, struct place place)
{
    if (type->kind == TYPE_VOID || type->kind == TYPE_UNKNOWN)
        parse_fail(p, place, "%s cannot be thrown", type_text(p, type));
    if (type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE)
        return;
    for (const struct record *r = type->record; r && !r->builtin; r = r->base) {
        for (int i = 0; i < r->count; i++)
            if (r->members[i].is_base && r->members[i].offset > 0)
                parse_fail_hint(p, place, "throw a struct with one base",
                                "an exception with a base that does not lie at its front is not "
                                "supported");
        bool ends = r->destructor;
        for (int i = 0; i < r->count && !ends; i++)
            ends = !r->members[i].is_base && type_has_end(r->members[i].type);
        if (ends)
            parse_fail_hint(p, place, "throw a struct without destructor, also in its members",
                            "an exception with a destructor is not supported");
    }
}

/* What tells the text of an exception, when nothing catches it: of headers/cxx_stdexcept.txt. */
static struct expr *what_function(struct parser *p, struct place place)
{
    const struct symbol *s = symbol_innermost(p, intern_adds(&p->tu->names, "std::__ns_what"));
    struct function *f = s->overloads->function;
    function_use(p, f, place);
    return expr_unary(p, EXPR_CAST, type_pointer(p, p->basic[TYPE_VOID]),
                      expr_function(p, f, place), place);
}

struct expr *parse_throw(struct parser *p)
{
    struct place place = next(p)->place;
    struct type *pointer = type_pointer(p, p->basic[TYPE_VOID]);
    if (!p->body || p->device)
        parse_fail(p, place, "throw cannot stand here");
    if (at_punct(p, PUNCT1(';')) || at_punct(p, PUNCT1(')')))
        return call_header(p, "std::__ns_reraise", NULL, 0, place);
    struct expr *value = parse_assignment(p);
    value = (int)value->kind >= EXPR_OVERLOAD || value->type->kind == TYPE_ARRAY ? decay(p, value)
                                                                                 : value;
    struct type *type = value->type->plain;
    check_thrown(p, type, value->place);
    struct var *v = temporary(p, type_pointer(p, type), place);
    struct expr *memory = expr_builtin(p, "__ns_new", pointer, place, 1,
                                       expr_int(p, p->basic[TYPE_ULONG], type->size, place));
    struct expr *all = expr_assign(p, expr_raw_var(p, v, place),
                                   cast_node(p, memory, type_pointer(p, type)), place);
    struct expr *object = expr_deref(p, expr_raw_var(p, v, place), place);
    if (type->kind == TYPE_RECORD)
        all = expr_comma(p, all, zero_object(p, object, place));
    struct expr *made = construct_at(p, object, &value, 1, false, place);
    all = made ? expr_comma(p, all, made) : all;
    struct expr **args = arena_alloc(p->arena, 4 * sizeof *args);
    args[0] = cast_node(p, expr_raw_var(p, v, place), pointer);
    args[1] = type_numbers(p, type, place);
    args[2] = is_exception(type) ? what_function(p, place) : expr_int(p, pointer, 0, place);
    const char *name = type_text(p, type);
    args[3] = expr_string(p, name, strlen(name), place);
    return expr_comma(p, all, call_header(p, "std::__ns_raise", args, 4, place));
}

struct expr *thrown_instead(struct parser *p, struct expr *thrown, struct expr *other)
{
    struct place place = thrown->place;
    if ((int)other->kind >= EXPR_OVERLOAD)
        other = decay(p, other);
    if (p->device || other->type->kind == TYPE_VOID)
        return thrown;
    /* nobody comes there */
    struct type *pointer = type_pointer(p, other->type);
    struct expr *never = expr_deref(p, expr_int(p, pointer, 0, place), place);
    struct expr *e = expr_comma(p, thrown, never);
    e->is_lvalue = other->is_lvalue;
    return e;
}

/* ---- try and catch ---- */

static void push_end(struct parser *p, const char *name, struct place place)
{
    struct cleanup *c = arena_alloc(p->arena, sizeof *c);
    c->outer = p->body->cleanups;
    c->destroy = expr_builtin(p, name, p->basic[TYPE_VOID], place, 0);
    p->body->cleanups = c;
}

/* catch (T &e) { ... }: the condition of its if; NULL for catch (...). */
static struct expr *parse_catch_head(struct parser *p, struct stmt ***tail)
{
    struct place place = next(p)->place; /* catch */
    expect(p, PUNCT1('('), "after catch");
    if (accept_punct(p, PUNCT3('.', '.'))) {
        expect(p, PUNCT1(')'), "after ...");
        return NULL;
    }
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    parse_specifiers(p, &s);
    if (!s.type)
        parse_no_type(p, "the type of an exception");
    parse_declarator(p, &s, s.type, &d);
    expect(p, PUNCT1(')'), "after what is caught");
    struct type *type = d.type->kind == TYPE_REFERENCE ? d.type->base : d.type;
    struct expr **args = arena_alloc(p->arena, sizeof *args);
    args[0] = expr_int(p, p->basic[TYPE_LONG], (int64_t)type->plain->id + 1, place);
    struct expr *test = call_header(p, "std::__ns_caught", args, 1, place);
    if (!d.name)
        return test;
    struct type *pointer = type_pointer(p, type);
    struct expr *object =
        expr_builtin(p, "__ns_exception", type_pointer(p, p->basic[TYPE_VOID]), place, 0);
    if (d.type->kind != TYPE_REFERENCE) { /* a copy: of its base, where that is what is caught */
        object = expr_deref(p, cast_node(p, object, pointer), place);
        declare_range_variable(p, &s, &d, object, tail);
        return test;
    }
    struct var *v = add_local(p, name_text(p, d.name_id), pointer, d.place);
    v->is_reference = true;
    symbol_declare(p, d.name_id, SYMBOL_VAR, d.place)->var = v;
    append(tail, stmt_expr(p, expr_assign(p, expr_raw_var(p, v, place),
                                          cast_node(p, object, pointer), place)));
    return test;
}

/* The handlers, one after the other; what none of them catches goes on. */
static struct stmt *parse_handlers(struct parser *p, struct place place)
{
    struct stmt *all = stmt_new(p, STMT_BLOCK, place);
    struct stmt **tail = &all->body, **link = NULL;
    bool catches_all = false;
    scope_push(p, SCOPE_BLOCK);
    push_end(p, "__ns_catch_end", place);
    while (at_keyword(p, KW_catch)) {
        struct place here = place_here(p);
        struct stmt *body = stmt_new(p, STMT_BLOCK, here);
        struct stmt **inner = &body->body;
        if (catches_all)
            parse_fail(p, here, "nothing is left to catch behind catch (...)");
        scope_push(p, SCOPE_BLOCK);
        struct expr *test = parse_catch_head(p, &inner);
        append(&inner, parse_block(p));
        close_scope(p, &inner, here);
        struct stmt *s = body;
        if (test) {
            s = stmt_new(p, STMT_IF, here);
            s->a = test;
            s->body = body;
        }
        catches_all = !test;
        if (link)
            *link = s;
        else
            append(&tail, s);
        link = &s->other;
    }
    if (!link)
        parse_unexpected(p, "catch");
    if (!catches_all && link)
        *link = stmt_expr(p, call_header(p, "std::__ns_reraise", NULL, 0, place));
    close_scope(p, &tail, place);
    return all;
}

void parse_try(struct parser *p, struct stmt ***tail)
{
    struct place place = next(p)->place;
    struct stmt *s = stmt_new(p, STMT_IF, place);
    s->a = expr_binary(p, EXPR_EQUAL, p->basic[TYPE_BOOL],
                       expr_builtin(p, "__ns_try", p->basic[TYPE_INT], place, 0),
                       expr_int(p, p->basic[TYPE_INT], 0, place), place);
    s->body = stmt_new(p, STMT_BLOCK, place);
    struct stmt **inner = &s->body->body;
    scope_push(p, SCOPE_BLOCK);
    push_end(p, "__ns_try_end", place);
    append(&inner, parse_block(p));
    close_scope(p, &inner, place);
    s->other = parse_handlers(p, place);
    s->end = s->other->end;
    append(tail, s);
}

/* Pointers to members. &Record::method is a function that takes the object's address first, which
 * is how methods are called; of a virtual one it is a function of our own that calls what the
 * object has. &Record::data is a function of our own, too, that returns a reference to it. */
#include "sim/script/objects.h"

#include <string.h>

bool at_member_star(struct parser *p, size_t at)
{
    at += p->tokens[at].punct == PUNCT2(':', ':');
    while (is_identifier(&p->tokens[at])) {
        at++;
        if (p->tokens[at].punct == PUNCT1('<'))
            at = skip_angles(p, at);
        if (p->tokens[at].punct != PUNCT2(':', ':'))
            return false;
        if (p->tokens[++at].punct == PUNCT1('*'))
            return true;
    }
    return false;
}

struct type *parse_member_star(struct parser *p, struct type *type, bool is_const)
{
    struct place place = place_here(p);
    struct type *object = parse_named_type(p);
    p->at += 2;
    if (object->kind != TYPE_RECORD && object->kind != TYPE_UNKNOWN)
        parse_fail(p, place, "%s has no members", type_text(p, object));
    if (type->kind == TYPE_REFERENCE || type->kind == TYPE_VOID)
        parse_fail(p, place, "there are no pointers to members of type %s", type_text(p, type));
    if (is_const && type->kind == TYPE_FUNCTION)
        object = type_const(p, object);
    return type_pointer(p, type_of_member(p, object, type));
}

/* The record that a prefix names, whether or not a symbol is declared for it: an instance of a
 * template has none. */
struct record *record_named(struct parser *p, uint32_t prefix)
{
    const struct symbol *s = prefix ? symbol_innermost(p, prefix) : NULL;
    if (s && s->kind == SYMBOL_TYPE)
        return s->type->kind == TYPE_RECORD && s->type->disguise == DISGUISE_NONE ? s->type->record
                                                                                  : NULL;
    for (struct type *t = prefix ? p->tu->types : NULL; t; t = t->next)
        if (t->kind == TYPE_RECORD && t->disguise == DISGUISE_NONE && t == t->plain &&
            strcmp(t->record->name, name_text(p, prefix)) == 0)
            return t->record;
    return NULL;
}

/* The methods of that name, the record's own or those of the nearest base with one; NULL: none has.
 */
static struct overload *methods_named(struct parser *p, struct record *r, const struct token *name)
{
    struct record *other = NULL;
    struct overload *found = NULL;
    r = method_owner(p, r, name->name, &other);
    for (struct function *f = r && !other ? r->methods : NULL; f; f = f->next_method) {
        if (strcmp(f->name, name_text(p, name->name)) != 0 || f->is_builtin || f->is_constructor)
            continue;
        struct overload *o = arena_alloc(p->arena, sizeof *o);
        o->function = f->stands_for ? f->stands_for : f;
        o->next = found;
        found = o;
    }
    return found;
}

/* Parameters of the type, for a function of our own: without names. */
static void add_parameters(struct parser *p, struct function *made, const struct type *type)
{
    for (int i = 0; i < type->parameter_count; i++) {
        struct type *t = type->parameters[i];
        bool reference = t->kind == TYPE_REFERENCE;
        struct var *v = add_local(p, "", reference ? type_pointer(p, t->base) : t, made->place);
        v->is_reference = reference;
    }
    made->parameter_count = made->local_count;
}

static void return_value(struct parser *p, struct function *made, struct expr *value)
{
    made->body = stmt_new(p, STMT_BLOCK, value->place);
    struct stmt *s = stmt_new(p, STMT_RETURN, value->place);
    struct stmt **tail = &made->body->body;
    s->a = value;
    append(&tail, s);
}

/* What a pointer to a member points to; the same each time, as pointers are compared. */
struct accessor {
    struct accessor *next;
    const void *member; /* or a virtual function */
    struct function *function;
};

static struct function *accessor_found(const struct parser *p, const void *member)
{
    for (const struct accessor *a = p->accessors; a; a = a->next)
        if (a->member == member)
            return a->function;
    return NULL;
}

static void accessor_add(struct parser *p, const void *member, struct function *function)
{
    struct accessor *a = arena_alloc(p->arena, sizeof *a);
    *a = (struct accessor){p->accessors, member, function};
    p->accessors = a;
}

/* R name(T *object, A... a) { return object->method(a...); } */
static struct function *define_virtual_caller(struct parser *p, struct function *f,
                                              struct type *type, struct place place)
{
    struct function *made = accessor_found(p, f);
    struct body body;
    if (made)
        return made;
    made = function_new(p, f->name, type, f->place);
    accessor_add(p, f, made);
    made->display_name = f->display_name;
    made->is_host = true;
    made->result_is_reference = f->result_is_reference;
    body_begin(p, &body, made);
    add_parameters(p, made, type);
    struct expr **args = arena_alloc(p->arena, (size_t)made->local_count * sizeof *args);
    for (int i = 0; i < made->local_count; i++)
        args[i] = expr_raw_var(p, made->locals[i], place);
    struct expr *object = expr_deref(p, args[0], place);
    struct expr *call = call_virtual(p, f, object, args, made->local_count, place);
    if (type->base->kind == TYPE_REFERENCE)
        call = expr_address(p, call, place);
    if (type->base->kind == TYPE_VOID)
        made->body = stmt_expr(p, call);
    else
        return_value(p, made, call);
    body_end(p, &body);
    add_function(p, made);
    return made;
}

/* The record, or the base of it, that has data of this name itself; NULL: none has. */
static struct record *data_owner(struct record *r, const char *name, const struct member **member)
{
    for (int i = 0; i < r->count; i++)
        if (!r->members[i].is_base && strcmp(r->members[i].name, name) == 0) {
            *member = &r->members[i];
            return r;
        }
    for (int i = 0; i < r->count; i++) {
        struct record *base = r->members[i].is_base ? r->members[i].type->record : NULL;
        struct record *found = base ? data_owner(base, name, member) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* T &name(Record *object) { return object->name; }, the same one each time: pointers are compared
 */
static struct function *accessor_of(struct parser *p, struct record *r, const struct member *member,
                                    struct type *type, const struct token *name)
{
    struct function *made = accessor_found(p, member);
    struct body body;
    if (made)
        return made;
    made = function_new(p, member->name, type, member->place);
    accessor_add(p, member, made);
    made->is_host = made->result_is_reference = true;
    body_begin(p, &body, made);
    struct record *around = p->record; /* it may name what is private */
    p->record = r;
    add_parameters(p, made, type);
    struct expr *object = expr_deref(p, expr_raw_var(p, made->locals[0], name->place), name->place);
    struct expr *e = build_member(p, object, name->name, false, name->place);
    p->record = around;
    return_value(p, made, expr_address(p, e, name->place));
    body_end(p, &body);
    add_function(p, made);
    return made;
}

/* &Record::data, of which the name is read; NULL: it has no such member. */
static struct expr *data_pointer(struct parser *p, struct record *r, const struct token *name)
{
    const struct member *member = NULL;
    struct record *owner = data_owner(r, name_text(p, name->name), &member);
    if (!owner)
        return NULL;
    if (member->is_private)
        check_private(p, owner, member->is_protected, member->name, name->place);
    if (member->is_bits || member->type->kind == TYPE_REFERENCE)
        parse_fail(p, name->place, "there are no pointers to %s",
                   member->is_bits ? "bit fields" : "references");
    struct type *type = type_of_member(p, owner->type, member->type);
    struct function *f = accessor_of(p, owner, member, type, name);
    return expr_function(p, f, name->place);
}

struct expr *build_member_access(struct parser *p, struct expr *object, struct expr *pointer,
                                 bool arrow, struct place place)
{
    pointer = decay(p, pointer);
    object = arrow || (int)object->kind >= EXPR_OVERLOAD ? decay(p, object) : object;
    if (expr_is_opaque(object) || expr_is_opaque(pointer))
        return expr_opaque(p, object, pointer, place);
    const struct type *to = pointer->type->kind == TYPE_POINTER ? pointer->type->base : NULL;
    if (!to || to->kind != TYPE_FUNCTION || !to->member)
        parse_fail(p, pointer->place, "a pointer to a member must stand here, but this is %s",
                   type_text(p, pointer->type->plain));
    const struct type *held = arrow ? object->type->base : object->type;
    if ((arrow && object->type->kind != TYPE_POINTER) || held->kind != TYPE_RECORD)
        parse_fail(p, object->place, "%s must stand here, but this is %s",
                   arrow ? "a pointer to an object" : "an object",
                   type_text(p, object->type->plain));
    if (!arrow)
        object = expr_address(p, object->is_lvalue ? object : materialize(p, object), place);
    struct expr **args = arena_alloc(p->arena, sizeof *args);
    args[0] = object;
    if (to->member == MEMBER_METHOD) {
        struct expr *e = expr_new(p, (enum expr_kind)EXPR_LIBRARY, p->basic[TYPE_VOID], place);
        e->value = LIB_METHOD_OF;
        e->a = object;
        e->b = pointer;
        return e;
    }
    bool is_const = held->is_const;
    if (is_const) { /* the function takes any object; what it returns is as const as this one */
        struct type *self = to->parameters[0];
        args[0] = convert(p, object, type_pointer(p, type_const(p, self->base)), "the object");
        args[0] = cast_node(p, args[0], self);
    }
    struct expr *e = call_pointer(p, pointer, args, 1, place);
    if (is_const)
        e->type = type_const(p, e->type);
    return e;
}

struct expr *call_method_of(struct parser *p, struct expr *callee, struct expr **args, int count)
{
    struct expr **all = arena_alloc(p->arena, ((size_t)count + 1) * sizeof *all);
    all[0] = callee->a;
    for (int i = 0; i < count; i++)
        all[i + 1] = args[i];
    return call_pointer(p, callee->b, all, count + 1, callee->place);
}

bool member_converts(const struct type *from, const struct type *to)
{
    const struct type *base = from->parameters[0]->base, *object = to->parameters[0]->base;
    bool same = from->base == to->base;
    if (from->member == MEMBER_DATA)
        same = from->base->base == to->base->base->plain || same;
    same = same && base->is_const == object->is_const &&
           from->parameter_count == to->parameter_count && from->is_variadic == to->is_variadic;
    for (int i = 1; same && i < to->parameter_count; i++)
        same = from->parameters[i] == to->parameters[i];
    if (!same || base->plain == object->plain)
        return same;
    /* the function finds its base in what it is given only where that is in front */
    return derives_from(object, base) && base_offset(object->record, base->record) == 0;
}

struct expr *invoke_member(struct parser *p, struct expr *pointer, struct expr **args, int count,
                           struct place place)
{
    bool data = pointer->type->base->member == MEMBER_DATA;
    if (!p->tu->sources.files[place.file].builtin)
        parse_fail_hint(p, place,
                        data ? "object.*pointer" : "(object.*pointer)(...), or std::invoke",
                        "a pointer to a member needs an object");
    if (!data)
        return call_pointer(p, pointer, args, count, place);
    if (count != 1)
        parse_fail(p, place, "a pointer to data takes an object, here are %d arguments", count);
    bool arrow = (int)args[0]->kind < EXPR_OVERLOAD && args[0]->type->kind == TYPE_POINTER;
    return build_member_access(p, args[0], pointer, arrow, place);
}

struct expr *method_address(struct parser *p, struct function *f, struct place place)
{
    if (f->is_private)
        check_private(p, f->record, f->is_protected, f->name, place);
    if (f->is_deleted || (f->is_device && !f->is_host))
        parse_fail(p, place, "%s cannot be called by host code", f->display_name);
    if (f->type->base->kind == TYPE_UNKNOWN)
        parse_fail_hint(p, place, "write its type instead of auto",
                        "what '%s' returns is not known before its body", f->display_name);
    struct type *type = address_type(p, f);
    f = f->slot > 0 ? define_virtual_caller(p, f, type, place) : template_complete(p, f);
    return expr_function(p, f, place);
}

static struct expr *one_of(struct parser *p, struct overload *methods, uint32_t name,
                           struct place place)
{
    if (methods && !methods->next)
        return method_address(p, methods->function, place);
    return methods ? overload_new(p, name, methods, place) : NULL;
}

/* &T::operator(), at the ::, which traits ask the type of; NULL: it is something else. */
static struct expr *operator_pointer(struct parser *p, struct type *type)
{
    struct declarator d;
    struct token name = *peek_ahead(p, 1);
    if (type->kind != TYPE_RECORD || name.kind != TOKEN_NAME || name.name != KW_operator)
        return NULL;
    memset(&d, 0, sizeof d);
    p->at += 2;
    name.name = intern_adds(&p->tu->names, operator_name(p, &d));
    if (type->disguise == DISGUISE_NONE)
        return one_of(p, methods_named(p, type->record, &name), name.name, name.place);
    struct function *f = type->disguise == DISGUISE_LAMBDA ? lambda_function(type->plain) : NULL;
    if (!f || !p->unevaluated)
        parse_fail_hint(p, name.place, "call the lambda itself",
                        f ? "the address of a lambda's operator() is not supported"
                          : "which operator() is meant cannot be told here");
    struct expr *e = expr_function(p, f, name.place);
    e->type = type_pointer(p, type_of_member(p, type_const(p, type), f->type));
    return e;
}

struct expr *parse_member_pointer(struct parser *p)
{
    size_t begin = p->at;
    const struct token *name = peek(p);
    uint32_t prefix;
    bool qualified = name->punct == PUNCT2(':', ':') || peek_ahead(p, 1)->punct == PUNCT1('<') ||
                     peek_ahead(p, 1)->punct == PUNCT2(':', ':');
    if (p->device || !qualified || !(is_identifier(name) || name->punct == PUNCT2(':', ':')))
        return NULL;
    struct symbol *s = parse_qualified(p, &name, &prefix);
    bool whole = !s && !at_punct(p, PUNCT2(':', ':')) && !at_punct(p, PUNCT1('('));
    struct record *r = whole ? record_named(p, prefix) : NULL;
    struct overload *methods = r ? methods_named(p, r, name) : NULL;
    struct expr *e = one_of(p, methods, name->name, name->place);
    if (!e && r)
        e = data_pointer(p, r, name);
    if (!e && s && s->kind == SYMBOL_TYPE && at_punct(p, PUNCT2(':', ':')))
        e = operator_pointer(p, s->type);
    if (!e)
        p->at = begin;
    return e;
}

bool is_member_pointer(const struct expr *e)
{
    return e->type->kind == TYPE_POINTER && e->type->base->member == MEMBER_METHOD;
}

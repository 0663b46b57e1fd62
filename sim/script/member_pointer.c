/* &Record::method: a function that takes the object's address first, which is how methods are
 * called. Of a virtual one it is a function of our own that calls what the object has. */
#include "sim/script/objects.h"

#include <string.h>

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

/* The method of that name, the record's own or that of the nearest base with one. */
static struct function *method_named(struct parser *p, struct record *r, const struct token *name)
{
    struct record *other = NULL;
    r = method_owner(p, r, name->name, &other);
    if (!r || other)
        return NULL;
    struct function *found = NULL;
    for (struct function *f = r->methods; f; f = f->next_method) {
        if (strcmp(f->name, name_text(p, name->name)) != 0)
            continue;
        if (found)
            parse_fail_hint(p, name->place, "use a lambda that calls it",
                            "which '%s' of %s is meant cannot be told here", f->name, r->name);
        found = f;
    }
    return found;
}

/* Its type as a function that takes `this`. */
static struct type *with_object(struct parser *p, const struct function *f)
{
    int count = f->type->parameter_count;
    struct type **all = arena_alloc(p->arena, ((size_t)count + 1) * sizeof *all);
    struct type *self = f->is_const_method ? type_const(p, f->record->type) : f->record->type;
    all[0] = type_pointer(p, self);
    for (int i = 0; i < count; i++)
        all[i + 1] = f->type->parameters[i];
    return type_function(p, f->type->base, all, count + 1, false);
}

/* R name(T *object, A... a) { return object->method(a...); } */
static struct function *define_virtual_caller(struct parser *p, struct function *f,
                                              struct type *type, struct place place)
{
    struct function *made = function_new(p, f->name, type, f->place);
    struct body body;
    made->display_name = f->display_name;
    made->is_host = true;
    made->result_is_reference = f->result_is_reference;
    body_begin(p, &body, made);
    for (int i = 0; i < type->parameter_count; i++) {
        struct type *t = type->parameters[i];
        bool reference = t->kind == TYPE_REFERENCE;
        struct var *v = add_local(p, "", reference ? type_pointer(p, t->base) : t, f->place);
        v->is_reference = reference;
    }
    made->parameter_count = made->local_count;
    struct expr **args = arena_alloc(p->arena, (size_t)made->local_count * sizeof *args);
    for (int i = 0; i < made->local_count; i++)
        args[i] = expr_raw_var(p, made->locals[i], place);
    struct expr *object = expr_deref(p, args[0], place);
    struct expr *call = call_virtual(p, f, object, args, made->local_count, place);
    if (type->base->kind == TYPE_REFERENCE)
        call = expr_address(p, call, place);
    made->body = stmt_new(p, STMT_BLOCK, place);
    struct stmt **tail = &made->body->body;
    if (type->base->kind == TYPE_VOID) {
        append(&tail, stmt_expr(p, call));
    } else {
        struct stmt *s = stmt_new(p, STMT_RETURN, place);
        s->a = call;
        append(&tail, s);
    }
    body_end(p, &body);
    add_function(p, made);
    return made;
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
    struct function *f = r ? method_named(p, r, name) : NULL;
    if (f && f->stands_for)
        f = f->stands_for;
    if (!f || f->is_builtin || f->is_constructor) {
        p->at = begin;
        return NULL;
    }
    if (f->is_private)
        check_private(p, f->record, f->is_protected, f->name, name->place);
    if (f->is_deleted || (f->is_device && !f->is_host))
        parse_fail(p, name->place, "%s cannot be called by host code", f->display_name);
    if (f->type->base->kind == TYPE_UNKNOWN)
        parse_fail_hint(p, name->place, "write its type instead of auto",
                        "what '%s' returns is not known before its body", f->display_name);
    struct type *type = with_object(p, f);
    f = f->slot > 0 ? define_virtual_caller(p, f, type, name->place) : template_complete(p, f);
    /* a node that no user's cast makes: is_member_pointer() */
    return expr_unary(p, EXPR_CAST, type_pointer(p, type), expr_function(p, f, name->place),
                      name->place);
}

bool is_member_pointer(const struct expr *e)
{
    return e->kind == EXPR_CAST && !e->explicit_cast && e->a->kind == EXPR_FUNCTION &&
           e->type->kind == TYPE_POINTER && e->type->base->kind == TYPE_FUNCTION;
}

/* Members by a longer name than their own: operators (a.operator()(x), Base::operator=(other)), and
 * those of a base (a.Base::f()). */
#include "sim/script/objects.h"

#include <string.h>

struct record *record_before(struct parser *p, struct symbol *s, const struct token *name)
{
    struct type *type = s && s->kind == SYMBOL_TYPE ? s->type : NULL;
    if (s && s->kind == SYMBOL_CLASS_TEMPLATE && at_punct(p, PUNCT1('<'))) {
        struct template_argument *args;
        int count = parse_template_arguments(p, &args);
        type = template_class(p, s->template, args, count, name->place);
    } else if (s && s->kind == SYMBOL_CLASS_TEMPLATE) {
        type = own_instance(p, s->template);
    }
    return type && type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE ? type->record
                                                                                : NULL;
}

/* Behind Space::Base<T>:: where that stands here; else where we are. */
static size_t behind_qualifiers(struct parser *p)
{
    size_t at = p->at, behind = at;
    while (is_identifier(&p->tokens[at])) {
        const struct token *t = &p->tokens[at + 1];
        if (t->punct == PUNCT1('<')) {
            const struct symbol *s = symbol_find(p, t[-1].name);
            if (!s || s->kind != SYMBOL_CLASS_TEMPLATE)
                break;
            t = &p->tokens[skip_angles(p, at + 1)];
        }
        if (t->punct != PUNCT2(':', ':'))
            break;
        behind = at = (size_t)(t - p->tokens) + 1;
    }
    return behind;
}

bool at_qualified_operator(struct parser *p)
{
    size_t behind = behind_qualifiers(p);
    return behind > p->at && p->tokens[behind].kind == TOKEN_NAME &&
           p->tokens[behind].name == KW_operator;
}

/* Behind the keyword. `only`: the function of that struct, whatever the object is. */
static struct expr *operator_of(struct parser *p, struct expr *object, bool only,
                                struct place place)
{
    struct declarator d;
    memset(&d, 0, sizeof d);
    uint32_t id = intern_adds(&p->tu->names, operator_name(p, &d));
    struct type *type = object->type->plain;
    bool assigns = strcmp(name_text(p, id), "operator=") == 0;
    if (assigns && type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE &&
        !declares_method(p, type->record, id)) { /* that which C++ writes itself */
        struct expr **args;
        expect(p, PUNCT1('('), "after operator=");
        int count = parse_arguments(p, PUNCT1(')'), &args);
        if (count != 1)
            parse_fail(p, place, "operator= takes 1 argument, here are %d", count);
        return build_assign(p, PUNCT1('='), object, args[0], place);
    }
    struct expr *e = build_member(p, object, id, false, place);
    if (only && (int)e->kind == EXPR_OVERLOAD)
        ((struct overload_expr *)e)->qualified = true;
    return e;
}

static struct expr *object_here(struct parser *p, struct place place)
{
    return expr_deref(p, this_expr(p, place), place);
}

struct expr *parse_named_operator(struct parser *p)
{
    const struct token *t = next(p);
    if (at_keyword(p, KW_new) || at_keyword(p, KW_delete))
        return named_memory_operator(p, NULL, t->place);
    size_t begin = p->at;
    struct declarator d;
    memset(&d, 0, sizeof d);
    uint32_t id = intern_adds(&p->tu->names, operator_name(p, &d));
    struct expr *member = implicit_member(p, id, t->place);
    if (member)
        return member;
    struct symbol *s = symbol_find(p, id);
    if (s && s->kind == SYMBOL_FUNCTION)
        return overload_new(p, id, s->overloads, t->place);
    p->at = begin;
    if (p->device)
        return expr_opaque(p, NULL, NULL, t->place);
    return operator_of(p, object_here(p, t->place), false, t->place);
}

struct expr *parse_qualified_operator(struct parser *p)
{
    const struct token *name;
    uint32_t prefix;
    struct place place = place_here(p);
    struct symbol *s = parse_qualified(p, &name, &prefix);
    struct record *r = record_before(p, s, name);
    if (s && s->kind == SYMBOL_NAMESPACE && at_punct(p, PUNCT2(':', ':'))) {
        p->at += 2;
        struct declarator d;
        memset(&d, 0, sizeof d);
        uint32_t id = intern_adds(&p->tu->names, operator_name(p, &d));
        struct symbol *f = symbol_find_in(p, s->prefix, id);
        if (!f || f->kind != SYMBOL_FUNCTION)
            parse_fail(p, place, "there is no '%s' in %s", name_text(p, id),
                       name_text(p, s->prefix));
        return overload_new(p, id, f->overloads, place);
    }
    expect(p, PUNCT2(':', ':'), "before operator");
    p->at++;
    if (r && (at_keyword(p, KW_new) || at_keyword(p, KW_delete)))
        return named_memory_operator(p, r, place);
    struct expr *self = object_here(p, place);
    struct type *own = self->type->plain;
    if (!r || (own->record != r && !derives_from(own, r->type)))
        parse_fail(p, place, "%s is no base of %s", name_text(p, name->name), type_text(p, own));
    return operator_of(p, upcast(p, self, r->type), true, place);
}

struct expr *parse_long_member(struct parser *p, struct expr *e, bool arrow)
{
    struct place place = place_here(p);
    bool by_operator = at_keyword(p, KW_operator) || at_qualified_operator(p);
    if (!by_operator && behind_qualifiers(p) == p->at)
        return NULL;
    if ((int)e->kind >= EXPR_OVERLOAD || arrow)
        e = decay(p, e);
    if (p->device || expr_is_opaque(e))
        return NULL;
    if (arrow && e->type->kind == TYPE_POINTER)
        e = expr_deref(p, e, place);
    if (e->type->kind != TYPE_RECORD)
        return NULL;
    if (accept_keyword(p, KW_operator))
        return operator_of(p, e, false, place);
    const struct token *name;
    uint32_t prefix;
    struct symbol *s = parse_qualified(p, &name, &prefix);
    struct record *r = by_operator ? record_before(p, s, name) : record_named(p, prefix);
    if (!r || (e->type->record != r && !derives_from(e->type, r->type)))
        parse_fail(p, place, "%s is no base of %s",
                   prefix ? name_text(p, prefix) : name_text(p, name->name),
                   type_text(p, e->type->plain));
    e = upcast(p, e, r->type);
    if (by_operator) {
        expect(p, PUNCT2(':', ':'), "before operator");
        p->at++;
        return operator_of(p, e, true, place);
    }
    e = build_member(p, e, name->name, false, name->place);
    if ((int)e->kind == EXPR_OVERLOAD)
        ((struct overload_expr *)e)->qualified = true;
    return e;
}

struct expr *named_destructor(struct parser *p, struct expr *e, bool arrow, struct place place)
{
    uint32_t name = expect_name(p, "the name of the destructor's type");
    expect(p, PUNCT1('('), "after the destructor");
    expect(p, PUNCT1(')'), "after the destructor");
    if (arrow)
        e = expr_deref(p, decay(p, e), place);
    struct type *type = e->type->plain;
    const struct symbol *s = symbol_find(p, name);
    bool named = s && s->kind == SYMBOL_TYPE && s->type->plain == type;
    if (!named && type->kind == TYPE_RECORD) /* in a template, or of a class in a class */
        named = is_constructor_name(p, type->record, name);
    if (!named)
        parse_fail(p, place, "'%s' is not the type of what is destroyed: %s", name_text(p, name),
                   type_text(p, type));
    if (type->kind == TYPE_RECORD && type->record->is_virtual)
        parse_fail_hint(p, place, "delete it", "a virtual destructor cannot be called by name");
    struct expr *made = destroy_expr(p, e, place);
    return cast_node(p, made ? made : expr_int(p, p->basic[TYPE_INT], 0, place),
                     p->basic[TYPE_VOID]);
}

/* auto: what type a variable gets from its initial value, in which it cannot stand itself. */
#include "sim/script/objects.h"

/* auto from std::ref(x): what keeps a reference, not a copy of x. */
static struct type *kept_reference(struct parser *p, const struct expr *value)
{
    uint32_t id = intern_adds(&p->tu->names, "std::reference_wrapper");
    const struct symbol *s = symbol_innermost(p, id);
    struct template_argument *of = arena_alloc(p->arena, sizeof *of);
    of->type = value->type;
    return template_class(p, s->template, of, 1, value->place);
}

/* auto from the type of its initial value; the declarator may add * and &. */
struct type *deduce_auto(struct parser *p, struct specifiers *s, struct declarator *d,
                         struct expr *value)
{
    struct type *pattern = d->type;
    if ((int)value->kind >= EXPR_OVERLOAD && (int)value->kind != EXPR_BRACES)
        value = decay(p, value);
    struct type *type = (int)value->kind == EXPR_BRACES ? listed_type(p, value) : value->type;
    if (pattern->kind == TYPE_REFERENCE) {
        type = s->auto_const ? type_const(p, type) : type;
        return pattern->is_rvalue && !value->is_lvalue ? type_rvalue(p, type->plain)
                                                       : type_reference(p, type);
    }
    if (type->kind == TYPE_VOID)
        parse_fail(p, value->place, "auto cannot become void");
    if (value->is_ref && value->is_lvalue && !p->device)
        return kept_reference(p, value);
    type = type->kind == TYPE_ARRAY ? type_pointer(p, type->base) : type->plain;
    if (pattern->kind == TYPE_POINTER && type->kind != TYPE_POINTER && !expr_is_opaque(value))
        parse_fail(p, value->place, "auto * needs a pointer, but this is %s", type_text(p, type));
    return s->auto_const ? type_const(p, type) : type;
}

static void deduce(struct parser *p, struct specifiers *s, struct declarator *d, struct initial *in)
{
    if (!in->any)
        parse_fail(p, d->place, "auto needs an initial value");
    struct expr *from = in->value;
    if (in->args && in->arg_count == 1)
        from = in->args[0];
    if (in->value && (int)in->value->kind == EXPR_BRACES && in->direct && in->value->arg_count == 1)
        in->value = from = in->value->args[0];
    if (in->value && (int)in->value->kind == EXPR_BRACES && in->direct)
        parse_fail(p, in->value->place, "auto cannot be deduced from a list in braces");
    if (from)
        d->type = deduce_auto(p, s, d, from);
    else
        parse_fail(p, d->place, "auto needs one initial value");
    struct type *type = d->type->kind == TYPE_REFERENCE ? d->type->base : d->type;
    bool pointer =
        s->auto_type && (s->auto_type->kind == TYPE_POINTER) != (type->kind == TYPE_POINTER);
    if (s->auto_type && !pointer && s->auto_type->plain != type->plain && !expr_is_opaque(from))
        parse_fail(p, d->place, "auto is %s for the first of these variables, %s for this one",
                   type_text(p, s->auto_type->plain), type_text(p, type->plain));
    s->auto_type = type;
}

/* Whether `found`, which the name means as far as is known, is hidden by the variable being
 * deduced. What is read for it elsewhere, such as a template's instance, knows that variable as
 * little as what is declared inside of its initial value. */
static bool is_deduced_here(const struct parser *p, uint32_t name, const struct symbol *found)
{
    if (name != p->deduced.name || p->deduced.in_body != (p->body != NULL))
        return false;
    const struct scope *scope = p->scope;
    while (scope && scope != p->deduced.scope) {
        if (found && found->scope == scope)
            return false;
        scope = scope->outer;
    }
    return scope == p->deduced.scope;
}

void refuse_own_value(struct parser *p, const struct token *name, const struct symbol *found)
{
    if (is_deduced_here(p, name->name, found))
        parse_fail_hint(
            p, name->place, "give one of the two another name",
            "'%s' is the variable that is declared here, whose type is not known before "
            "its initial value is",
            name_text(p, name->name));
}

void parse_deduced(struct parser *p, struct specifiers *s, struct declarator *d, struct initial *in)
{
    struct deduced outer = p->deduced;
    p->deduced = (struct deduced){d->name_id, p->scope, p->body != NULL};
    parse_initial(p, in);
    p->deduced = outer;
    deduce(p, s, d, in);
}

/* The parameters of templates: types, numbers, functions, packs of types and of numbers. */
#include "sim/script/objects.h"

#include <string.h>

/* Up to the , or > that ends a default. */
static void skip_fallback(struct parser *p)
{
    int angles = 0;
    for (;;) {
        const struct token *t = peek(p);
        if (t->kind == TOKEN_END)
            parse_unexpected(p, "a >");
        if (angles == 0 && (t->punct == PUNCT1(',') || t->punct == PUNCT1('>')))
            return;
        if (t->punct == PUNCT1('(') || t->punct == PUNCT1('[') || t->punct == PUNCT1('{')) {
            skip_balanced(p);
            continue;
        }
        angles += t->punct == PUNCT1('<');
        angles -= t->punct == PUNCT1('>');
        if (t->punct == PUNCT2('>', '>')) {
            p->half = angles == 1; /* its first half closes what the default opened */
            if (angles < 2)
                return;
            angles -= 2;
        }
        p->at++;
    }
}

/* Behind R: (*name)(A...), (*)(A...), (*...name)(A...) or name(A...), whose type is the pointer. */
static void parse_function_parameter(struct parser *p, const struct specifiers *s,
                                     struct template_parameter *made)
{
    size_t begin = p->at;
    struct declarator d;
    memset(&d, 0, sizeof d);
    d.takes_pack = true;
    parse_declarator(p, s, s->type, &d);
    made->name = d.name ? d.name_id : 0;
    made->type = d.type->kind == TYPE_FUNCTION ? type_pointer(p, d.type) : d.type->plain;
    made->is_function = made->type->kind == TYPE_POINTER && made->type->base->kind == TYPE_FUNCTION;
    for (size_t i = begin + 1; i < p->at; i++)
        made->is_pack |=
            p->tokens[i].punct == PUNCT3('.', '.') && p->tokens[i - 1].punct == PUNCT1('*');
}

struct type *read_function_parameter(struct parser *p, const struct template_parameter *parameter)
{
    struct specifiers s;
    struct template_parameter made = *parameter;
    memset(&s, 0, sizeof s);
    p->at = parameter->type_at;
    parse_specifiers(p, &s);
    if (!s.type)
        parse_no_type(p, "a type");
    parse_function_parameter(p, &s, &made);
    return made.type;
}

/* Behind its type, which may not be known before there is an instance. */
static void parse_value_parameter(struct parser *p, struct template *t, struct specifiers *s,
                                  struct template_parameter *made, size_t type_at)
{
    bool is_function = at_punct(p, PUNCT1('(')) || at_member_star(p, p->at) ||
                       (is_identifier(peek(p)) && peek_ahead(p, 1)->punct == PUNCT1('('));
    if (s->is_auto) { /* auto, auto *: the argument says what it is */
        while (accept_punct(p, PUNCT1('*')))
            ;
        made->is_auto = true;
        made->type = p->basic[TYPE_INT];
        return;
    }
    if (s->type && !is_function && at_punct(p, PUNCT1('*')) && s->type->kind != TYPE_UNKNOWN) {
        size_t star = p->at; /* R *(*name)(A...), T *name of a T that is a function's type */
        while (accept_punct(p, PUNCT1('*')))
            ;
        is_function = at_punct(p, PUNCT1('(')) || s->type->kind == TYPE_FUNCTION;
        p->at = star;
    }
    if (s->type && is_function) {
        parse_function_parameter(p, s, made);
        if (made->is_function) {
            made->type_at = has_placeholder(made->type) ? type_at : 0;
            return;
        }
    }
    if (s->type && s->type->kind == TYPE_POINTER && s->type->base->kind == TYPE_FUNCTION) {
        made->type = s->type->plain;
        made->is_function = true;
        return;
    }
    if (s->type && s->type->kind == TYPE_UNKNOWN) {
        int of = has_placeholder(s->type) ? (int)s->type->plain->length : 0;
        made->type_of = of;
        made->type_at = of ? 0 : type_at;
        while (accept_punct(p, PUNCT1('*'))) {
            made->type_of = 0;
            made->type_at = type_at;
        }
        s->type = p->basic[TYPE_INT];
    }
    if (!s->type || !type_is_integer(s->type)) {
        t->unsupported = "a template parameter must be a type, a whole number or a function";
        skip_fallback(p);
        return;
    }
    made->type = s->type->plain;
}

void parse_template_parameter(struct parser *p, struct template *t)
{
    struct template_parameter *made = &t->parameters[t->count++];
    made->place = place_here(p);
    const struct token *after = peek_ahead(p, 1);
    bool named = is_identifier(after) && peek_ahead(p, 2)->punct != PUNCT2(':', ':');
    bool alone = after->punct == PUNCT1(',') || after->punct == PUNCT1('>') ||
                 after->punct == PUNCT1('=') || after->punct == PUNCT3('.', '.');
    size_t behind;
    if (concept_at(p, p->at, &behind)) { /* Concept T */
        add_constraint(p, t, p->at, behind, t->count);
        p->at = behind;
        made->is_type = true;
    } else if (at_keyword(p, KW_template)) {
        parse_template_template(p, t, made, t->count - 1);
    } else if ((at_keyword(p, KW_typename) || at_keyword(p, KW_class)) && (named || alone)) {
        p->at++;
        made->is_type = true;
    } else {
        struct specifiers s;
        memset(&s, 0, sizeof s);
        size_t type_at = p->at;
        if (is_identifier(peek(p)) && after->punct != PUNCT2(':', ':') &&
            !symbol_find(p, peek(p)->name))
            parse_fail_unknown(p, peek(p), 0);
        bool device = p->device;
        p->device = true; /* it may depend on the parameters before */
        parse_specifiers(p, &s);
        parse_value_parameter(p, t, &s, made, type_at);
        p->device = device;
        if (t->unsupported)
            return;
    }
    if (accept_punct(p, PUNCT3('.', '.')))
        made->is_pack = true;
    if (is_identifier(peek(p)))
        made->name = next(p)->name;
    if (accept_punct(p, PUNCT1('='))) {
        made->fallback_at = p->at;
        skip_fallback(p);
    }
}

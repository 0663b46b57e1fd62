/* Functions with parameters of type auto: templates whose parameters have no names. */
#include "sim/script/objects.h"

#include <stdio.h>
#include <string.h>

static uint32_t auto_name(struct parser *p, int index)
{
    char text[32];
    int n = snprintf(text, sizeof text, "auto %d", index);
    return intern_add(&p->tu->names, text, (size_t)n);
}

void name_auto(struct parser *p, struct specifiers *s, struct declarator *d)
{
    const struct symbol *made = symbol_find(p, auto_name(p, d->parameter_count));
    struct type *type = made && made->kind == SYMBOL_TYPE ? made->type : p->basic[TYPE_INT];
    if (!made && !d->takes_auto)
        parse_fail_hint(p, s->place, "name the type",
                        "a parameter of type auto makes a template of this function");
    d->has_auto |= !made;
    s->type = s->auto_const ? type_const(p, type) : type;
    s->is_auto = false;
}

bool parse_named_pack(struct parser *p, struct declarator *d, void (*read)(struct parser *, void *))
{
    int first = d->parameter_count;
    const struct symbol *s = symbol_find(p, auto_name(p, first));
    if (!s || s->kind != SYMBOL_PACK || !is_type_pack(s))
        return false;
    size_t begin = p->at;
    for (int i = 0; i < pack_count(s); i++) {
        scope_push(p, SCOPE_BLOCK);
        symbol_declare(p, auto_name(p, first + i), SYMBOL_TYPE, place_here(p))->type =
            pack_type(s, i);
        p->at = begin;
        read(p, d);
        scope_pop(p);
    }
    p->at = begin;
    while (!at_punct(p, PUNCT1(')')) && peek(p)->kind != TOKEN_END)
        p->at++;
    const struct token *last = &p->tokens[p->at - 1];
    d->pack_name = is_identifier(last) ? last->name : 0;
    return true;
}

void add_auto_parameters(struct parser *p, struct template *t, const struct declarator *d)
{
    for (int i = 0; i < d->parameter_count; i++) {
        if (!d->parameters[i].is_auto)
            continue;
        if (t->count == MAX_PARAMETERS)
            parse_fail(p, t->place, "more than %d template parameters", MAX_PARAMETERS);
        struct template_parameter *made = &t->parameters[t->count++];
        made->place = d->parameters[i].place;
        made->is_type = true;
        made->is_pack = d->parameters[i].is_auto_pack;
        made->name = auto_name(p, i);
        size_t end, at = d->parameters[i].concept_at;
        if (at && concept_at(p, at, &end))
            add_constraint(p, t, at, end, t->count);
    }
}

void parse_auto_template(struct parser *p, const struct declarator *d)
{
    struct template *t = template_new(p, place_here(p));
    add_auto_parameters(p, t, d);
    parse_function_template(p, t);
}

bool accept_constrained_auto(struct parser *p, struct specifiers *s)
{
    size_t end;
    if (!concept_at(p, p->at, &end) || p->tokens[end].name != KW_auto)
        return false;
    s->concept_at = p->at;
    p->at = end;
    return true;
}

/* Members of templates of structs that are defined outside: T Box<T>::get() const { ... }. Their
 * tokens are kept with the template, and read for each instance. */
#include "sim/script/objects.h"

#include <string.h>

/* Behind template<...>, at the name of a template whose member the declaration defines; NULL: it
 * defines none. Of `typename Box<T>::Node *Box<T>::find()` it is the second one. */
static struct template *outside_of(struct parser *p, size_t *at)
{
    for (size_t i = p->at; p->tokens[i].kind != TOKEN_END; i++) {
        const struct token *t = &p->tokens[i];
        if (t->punct == PUNCT1('(') || t->punct == PUNCT1(';') || t->punct == PUNCT1('{') ||
            t->punct == PUNCT1('='))
            return NULL;
        if (!is_identifier(t) || t[1].punct != PUNCT1('<'))
            continue;
        size_t behind = skip_angles(p, i + 1);
        *at = i;
        const struct token *member = &p->tokens[behind];
        i = behind > i ? behind - 1 : i;
        if (member->kind == TOKEN_END || member->punct != PUNCT2(':', ':') ||
            member[1].kind == TOKEN_END)
            continue;
        while (is_identifier(member + 1) && member[2].punct == PUNCT2(':', ':'))
            member += 2; /* Box<T>::Node:: */
        uint16_t after = member[2].punct;
        bool defines = member[1].punct == PUNCT1('~') || member[1].name == KW_operator ||
                       (is_identifier(member + 1) &&
                        (after == PUNCT1('(') || after == PUNCT1('=') || after == PUNCT1(';') ||
                         after == PUNCT1('{') || after == PUNCT1('[')));
        const struct symbol *s = defines ? symbol_find(p, t->name) : NULL;
        if (s && s->kind == SYMBOL_CLASS_TEMPLATE && !s->template->is_alias)
            return s->template;
    }
    return NULL;
}

static void skip_definition(struct parser *p)
{
    while (!at_punct(p, PUNCT1(';')) && !at_punct(p, PUNCT1('{')) && !at_punct(p, PUNCT1(':'))) {
        if (peek(p)->kind == TOKEN_END)
            parse_unexpected(p, "a ;");
        if (peek(p)->name == KW_operator)
            p->at += 2; /* its = or ( is no initializer nor a list */
        else if (at_punct(p, PUNCT1('=')))
            while (!at_punct(p, PUNCT1(';')) && peek(p)->kind != TOKEN_END)
                p->at++;
        else if (at_punct(p, PUNCT1('(')) || at_punct(p, PUNCT1('[')))
            skip_balanced(p);
        else
            p->at++;
    }
    if (!accept_punct(p, PUNCT1(';')))
        skip_method_body(p);
    accept_punct(p, PUNCT1(';'));
}

/* Box<T>::, which must be what is being read. */
struct record *parse_outside_prefix(struct parser *p)
{
    const struct token *name = next(p);
    const struct symbol *s = symbol_find(p, name->name);
    struct template_argument *args;
    int count = parse_template_arguments(p, &args);
    if (!s || s->kind != SYMBOL_CLASS_TEMPLATE || !p->record || !p->outside)
        refuse_outside(p, name->place);
    struct record *r = p->record;
    while (r->origin != s->template && r->around) /* in a struct in it */
        r = r->around;
    bool same = s->template == r->origin && count == r->origin->count;
    for (int i = 0; same && i < count; i++)
        same = args[i].type == r->arguments[i].type && args[i].value == r->arguments[i].value;
    if (!same)
        parse_fail_hint(p, name->place, "define it inside the struct",
                        "a member of a specialization that is defined outside it is not supported");
    expect(p, PUNCT2(':', ':'), "behind the struct");
    return r;
}

struct outside_reading {
    struct template *member;
    struct record *record;
};

static void read_outside(struct parser *p, void *context)
{
    struct outside_reading *o = context;
    struct record *r = o->record;
    bind_scope(p, o->member, r->arguments);
    p->record = r;
    p->outside = true;
    p->prefix = intern_adds(&p->tu->names, r->name);
    p->outside_head = o->member;
    p->at = o->member->begin;
    if (at_keyword(p, KW_template))
        parse_template(p);
    else if (!parse_special_member(p))
        parse_declaration(p, NULL);
    scope_pop(p);
}

static void define_for(struct parser *p, struct template *member, struct record *r,
                       struct place place)
{
    struct outside_reading o = {member, r};
    struct where where = {.prefix = member->prefix, .place = place};
    read_at(p, &where, read_outside, &o);
}

bool parse_outside_member(struct parser *p, struct template *t)
{
    size_t at;
    struct template *of = outside_of(p, &at);
    if (!of)
        return false;
    if (of->count != t->count)
        parse_fail(p, t->place, "'%s' has %d template parameter%s, here are %d", of->text,
                   of->count, of->count == 1 ? "" : "s", t->count);
    t->begin = p->at;
    t->place = place_here(p);
    skip_definition(p);
    struct template **last = &of->outside;
    while (*last)
        last = &(*last)->next;
    *last = t;
    for (struct template_instance *i = of->instances; i; i = i->next)
        if (i->record && i->record->record->complete && i->record->record->shape == of)
            define_for(p, t, i->record->record, t->place);
    return true;
}

void define_outside(struct parser *p, struct record *r, struct place place)
{
    for (struct template *t = r->shape->outside; t; t = t->next)
        define_for(p, t, r, place);
}

struct member_reading {
    struct record *record;
    size_t at;
};

static void read_member(struct parser *p, void *context)
{
    const struct member_reading *m = context;
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    p->record = m->record;
    p->outside = true;
    p->at = m->at;
    parse_specifiers(p, &s);
    if (!s.type)
        parse_no_type(p, "a type");
    parse_declarator(p, &s, s.type, &d);
    p->outside = false;
    if (!d.is_function)
        parse_fail_hint(p, d.place, "specialize the whole struct",
                        "a specialization of a member that is no function is not supported");
    struct function *f = find_method(p, &d);
    if (f->is_special_case && f->body)
        parse_fail(p, d.place, "this is defined already, at line %u", f->place.line);
    f->is_special_case = true;
    f->body = NULL;
    f->place = d.place;
    f->declared = d.parameters;
    if (!at_punct(p, PUNCT1('{')))
        return;
    define_function(p, f, d.parameters, d.parameter_count, false);
}

/* Behind template <>: T Box<double>::get() { ... }, in the place of what the template has. */
bool parse_member_specialization(struct parser *p)
{
    size_t name, begin = p->at;
    struct template *of = outside_of(p, &name);
    if (!of)
        return false;
    struct template_argument *args;
    p->at = name + 1;
    int count = parse_template_arguments(p, &args);
    struct type *type = template_class(p, of, args, count, p->tokens[name].place);
    struct member_reading m = {.record = type->record, .at = begin};
    struct where where = {.prefix = intern_adds(&p->tu->names, type->record->name),
                          .place = p->tokens[name].place};
    read_at(p, &where, read_member, &m);
    p->at = begin;
    skip_definition(p);
    return true;
}

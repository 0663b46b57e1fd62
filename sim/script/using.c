/* using Base::name in a struct: what the struct has from its base under that name is its own, with
 * the access of the place where this stands. Functions stand beside those that the struct declares,
 * which would hide them. */
#include "sim/script/objects.h"

#include <string.h>

struct used {
    struct used *next;
    struct record *base;
    uint32_t name;
    bool is_private, is_protected;
};

/* Behind the using: Base::Base, Space::Base<T>::Base, or another name of the base twice; read to
 * the ; if it is that. */
static bool accept_constructors(struct parser *p)
{
    struct record *r = p->record;
    size_t end = p->at;
    while (p->tokens[end].kind != TOKEN_END && p->tokens[end].punct != PUNCT1(';'))
        end++;
    const struct token *name = &p->tokens[end] - 1;
    if (!r || !r->base || p->body || end < p->at + 3 || !is_identifier(name) ||
        name[-1].punct != PUNCT2(':', ':'))
        return false;
    const struct symbol *s = name[-2].name == name->name ? symbol_find(p, name->name) : NULL;
    struct record *base = NULL;
    for (int i = 0; i < r->count && !base; i++) {
        struct record *each = r->members[i].is_base ? r->members[i].type->record : NULL;
        bool alias = each && s && s->kind == SYMBOL_TYPE && s->type->record == each;
        if (alias || (each && is_constructor_name(p, each, name->name)))
            base = each;
    }
    if (!base)
        return false;
    for (const struct overload *o = base->templates; o; o = o->next)
        if (o->template->is_constructor)
            parse_fail_hint(p, name->place, "write a constructor that passes its arguments on",
                            "using with a constructor that is a template is not supported");
    if (r->inherits && r->inherits != base)
        parse_fail_hint(p, name->place, "write constructors that pass their arguments on",
                        "using with the constructors of two bases is not supported");
    r->inherits = base;
    p->at = end;
    return true;
}

/* A name of a base, read; false: it is something else. */
static bool accept_used(struct parser *p, bool is_private, bool is_protected)
{
    struct record *r = p->record, *base;
    const struct token *name;
    uint32_t prefix, id;
    struct symbol *s = parse_qualified(p, &name, &prefix);
    if (at_punct(p, PUNCT2(':', ':')) || at_punct(p, PUNCT1('<'))) {
        base = record_before(p, s, name);
        if (!accept_punct(p, PUNCT2(':', ':')) || !accept_keyword(p, KW_operator) || !base)
            return false;
        struct declarator d;
        memset(&d, 0, sizeof d);
        id = intern_adds(&p->tu->names, operator_name(p, &d));
    } else {
        base = s ? NULL : record_named(p, prefix);
        id = name->name;
    }
    if (!base)
        return false;
    if (!derives_from(r->type, base->type))
        parse_fail(p, name->place, "%s is no base of %s", base->name, r->name);
    if (is_memory_operator(name_text(p, id))) {
        uint32_t of = intern_adds(&p->tu->names, base->name);
        struct symbol *own = symbol_find_in(p, of, id);
        if (own)
            bring_symbol(p, id, own, name->place);
        return own != NULL;
    }
    if (!record_has_field(base, name_text(p, id)) && !has_method(p, base, id))
        parse_fail(p, name->place, "%s has no member '%s'", base->name, name_text(p, id));
    struct used *u = arena_alloc(p->arena, sizeof *u);
    *u = (struct used){r->used, base, id, is_private, is_protected};
    r->used = u;
    return true;
}

struct used_reader {
    bool is_private, is_protected, known;
};

static void read_used(struct parser *p, void *context)
{
    struct used_reader *r = context;
    r->known =
        r->known && (accept_constructors(p) || accept_used(p, r->is_private, r->is_protected));
}

/* using Bases::f, using Bases::operator()... */
static bool accept_some(struct parser *p, bool is_private, bool is_protected)
{
    struct used_reader r = {is_private, is_protected, true};
    if (at_expansion(p))
        expand(p, read_used, &r);
    else
        read_used(p, &r);
    return r.known;
}

bool parse_used(struct parser *p, bool is_private, bool is_protected)
{
    size_t begin = p->at++;
    bool known = p->record->base && (is_identifier(peek(p)) || at_punct(p, PUNCT2(':', ':'))) &&
                 peek_ahead(p, 1)->punct != PUNCT1('=');
    while (known) {
        known = accept_some(p, is_private, is_protected);
        if (known && !accept_punct(p, PUNCT1(',')))
            break;
    }
    if (known)
        expect(p, PUNCT1(';'), "after using");
    else
        p->at = begin;
    return known;
}

const struct used *used_field(struct parser *p, const struct record *r, const char *name)
{
    const struct used *u = r->used;
    while (u && strcmp(name_text(p, u->name), name) != 0)
        u = u->next;
    return u;
}

void check_used(struct parser *p, const struct record *r, const struct used *u, struct place place)
{
    if (u->is_private)
        check_private(p, r, u->is_protected, name_text(p, u->name), place);
}

/* Whether the struct declares such a function itself. */
static bool is_hidden(const struct record *r, const struct function *f)
{
    for (const struct function *own = r->methods; own; own = own->next_method)
        if (!own->stands_for && strcmp(own->name, f->name) == 0 &&
            same_parameters(own->type, f->type) && own->is_const_method == f->is_const_method &&
            own->takes == f->takes)
            return true;
    return false;
}

static void bring(struct parser *p, struct record *r, const struct used *u)
{
    struct record *other = NULL, *from = method_owner(p, u->base, u->name, &other);
    const char *text = name_text(p, u->name);
    struct function **last = &r->methods;
    while (*last)
        last = &(*last)->next_method;
    for (struct function *f = from ? from->methods : NULL; f; f = f->next_method) {
        if (strcmp(f->name, text) != 0 || f->is_constructor || is_hidden(r, f))
            continue;
        struct function *twin = arena_alloc(p->arena, sizeof *twin);
        *twin = *f;
        twin->next_method = NULL;
        twin->stands_for = f->stands_for ? f->stands_for : f;
        twin->record = r;
        twin->is_private = u->is_private;
        twin->is_protected = u->is_protected;
        *last = twin;
        last = &twin->next_method;
    }
    for (const struct overload *o = from ? from->templates : NULL; o; o = o->next) {
        if (o->template->name != u->name || o->template->is_constructor)
            continue;
        struct overload *more = arena_alloc(p->arena, sizeof *more);
        *more = *o;
        more->next = r->templates;
        r->templates = more;
    }
}

void bring_used(struct parser *p, struct record *r)
{
    for (const struct used *u = r->used; u; u = u->next)
        bring(p, r, u);
}

struct function *used_function(struct parser *p, struct function *f, struct expr **object)
{
    struct function *meant = f->stands_for ? f->stands_for : f;
    if (*object && meant->is_method && meant->record && (*object)->type->kind == TYPE_RECORD &&
        (*object)->type->record != meant->record &&
        derives_from((*object)->type, meant->record->type))
        *object = upcast(p, *object, meant->record->type);
    return meant;
}

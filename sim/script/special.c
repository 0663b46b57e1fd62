/* Constructors, destructors and conversions that are defined outside of their struct: nothing
 * stands in front of their name, A::A(), A::B::~B(), Box<T>::operator T(). */
#include "sim/script/objects.h"

#include <string.h>

enum special { SPECIAL_NONE, SPECIAL_CONSTRUCTOR, SPECIAL_DESTRUCTOR, SPECIAL_CONVERSION };

struct special_name {
    enum special kind;
    size_t at;   /* token index of the first name, behind words such as inline */
    size_t last; /* of the one behind the last :: */
};

static struct special_name special_name(struct parser *p)
{
    struct special_name n = {.at = p->at};
    const struct token *t = &p->tokens[n.at];
    while (t->kind == TOKEN_NAME &&
           (t->name == KW_inline || t->name == KW_constexpr || t->name == KW_consteval ||
            t->name == KW___host__ || t->name == KW___device__))
        t = &p->tokens[++n.at];
    for (size_t at = n.at; is_identifier(&p->tokens[at]); at = n.last) {
        size_t behind = at + 1;
        if (p->outside && p->tokens[behind].punct == PUNCT1('<'))
            behind = skip_angles(p, behind);
        if (p->tokens[behind].punct != PUNCT2(':', ':'))
            break;
        n.last = behind + 1;
        const struct token *last = &p->tokens[n.last];
        if (last->punct == PUNCT1('~'))
            n.kind = SPECIAL_DESTRUCTOR;
        else if (last->kind == TOKEN_NAME && last->name == KW_operator)
            n.kind = SPECIAL_CONVERSION;
        else if (is_identifier(last) && last->name == p->tokens[at].name &&
                 last[1].punct == PUNCT1('('))
            n.kind = SPECIAL_CONSTRUCTOR;
        if (n.kind != SPECIAL_NONE)
            break;
    }
    return n;
}

/* The struct whose name it is; NULL: there is none. Goes on to the last name. */
static struct record *special_record(struct parser *p, const struct special_name *n)
{
    struct record *r = NULL;
    uint32_t prefix = 0;
    for (p->at = n->at; p->at < n->last;) {
        const struct token *name = peek(p);
        if (peek_ahead(p, 1)->punct == PUNCT1('<')) {
            r = parse_outside_prefix(p);
            prefix = intern_adds(&p->tu->names, r->name);
            continue;
        }
        const struct symbol *s =
            prefix ? symbol_find_in(p, prefix, name->name) : symbol_find(p, name->name);
        bool is_record = s && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_RECORD;
        if (!is_record && (!s || s->kind != SYMBOL_NAMESPACE))
            return NULL;
        r = is_record ? s->type->record : NULL;
        prefix = is_record ? intern_adds(&p->tu->names, r->name) : s->prefix;
        p->at += 2;
    }
    return r;
}

/* At what stands behind the last name. */
static void read_special(struct parser *p, enum special kind, struct declarator *d)
{
    struct specifiers s;
    memset(&s, 0, sizeof s);
    memset(d, 0, sizeof *d);
    struct type *type = p->basic[TYPE_VOID];
    if (kind == SPECIAL_CONVERSION)
        type = parse_conversion_type(p);
    else
        p->at += kind == SPECIAL_DESTRUCTOR ? 2 : 1;
    d->abstract = d->is_special = true;
    parse_declarator(p, &s, type, d);
}

static struct function *find_special(struct parser *p, struct record *r, enum special kind,
                                     const struct declarator *d)
{
    if (kind == SPECIAL_DESTRUCTOR)
        return r->destructor;
    struct function *f = kind == SPECIAL_CONSTRUCTOR ? record_constructors(p, r) : r->methods;
    while (f && !(f->type == d->type &&
                  (kind == SPECIAL_CONSTRUCTOR ? f->is_constructor
                                               : strcmp(f->name, CONVERSION_NAME) == 0 &&
                                                     f->is_const_method == d->const_method)))
        f = f->next_method;
    return f;
}

bool parse_special_member(struct parser *p)
{
    const size_t begin = p->at;
    const struct special_name n = special_name(p);
    struct record *r = n.kind != SPECIAL_NONE ? special_record(p, &n) : NULL;
    if (!r) {
        p->at = begin;
        return false;
    }
    struct record *saved = p->record;
    uint32_t prefix = p->prefix;
    const struct token *last = peek(p);
    struct declarator d;
    p->record = r;
    p->prefix = intern_adds(&p->tu->names, r->name); /* its names are known in the parameters */
    read_special(p, n.kind, &d);
    struct function *f = d.type->kind == TYPE_FUNCTION ? find_special(p, r, n.kind, &d) : NULL;
    if (!f)
        parse_fail(p, last->place,
                   n.kind == SPECIAL_CONVERSION ? "%s has no such conversion"
                                                : "%s has no such constructor or destructor",
                   r->name);
    if (f->body)
        parse_fail(p, last->place, "this is defined already, at line %u", f->place.line);
    f->place = last->place;
    if (at_punct(p, PUNCT1('=')) && peek_ahead(p, 1)->name == KW_default) {
        p->at += 2;
        define_defaulted(p, f);
        expect(p, PUNCT1(';'), "after default");
    } else {
        define_function(p, f, d.parameters, d.parameter_count, false);
    }
    p->record = saved;
    p->prefix = prefix;
    return true;
}

/* requires (parameters) { ... }: whether what stands in it makes sense, as a constant. What makes
 * none for whatever arguments is a fault of the program: it is read once as device code is, with
 * what depends on the arguments let through. */
#include "sim/script/objects.h"

#include <string.h>

/* What is declared in ( ) is there to be named, never to be evaluated. */
static void read_parameters(struct parser *p, void *context)
{
    (void)context;
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    d.abstract = d.is_special = true;
    parse_declarator(p, &s, p->basic[TYPE_VOID], &d);
    declare_unevaluated(p, &d);
}

static void read_type(struct parser *p, void *context)
{
    (void)context;
    parse_type_id(p);
    expect(p, PUNCT1(';'), "after the type");
}

static struct expr *read_unevaluated(struct parser *p)
{
    p->unevaluated++;
    bool encloses = accept_keyword(p, KW_noexcept); /* asked is only whether it makes sense */
    if (encloses)
        expect(p, PUNCT1('('), "behind noexcept");
    struct expr *e = parse_expr(p);
    if (encloses)
        expect(p, PUNCT1(')'), "after the value");
    p->unevaluated--;
    return e;
}

static void read_simple(struct parser *p, void *context)
{
    (void)context;
    struct expr *e = read_unevaluated(p);
    if ((int)e->kind >= EXPR_OVERLOAD)
        decay(p, e);
    expect(p, PUNCT1(';'), "after what is required");
}

static void fail_no_concept(struct parser *p)
{
    struct place place = place_here(p);
    const struct token *name = peek(p);
    uint32_t prefix;
    bool known = !is_identifier(name) || parse_qualified(p, &name, &prefix);
    if (!known) /* the header that has it */
        parse_fail_unknown(p, name, prefix);
    parse_fail_hint(p, place, "std::same_as<T>, std::convertible_to<T>",
                    "a concept expected behind the ->");
}

/* { value } noexcept -> Concept<...>; */
static void read_compound(struct parser *p, void *context)
{
    bool *met = context;
    size_t end;
    p->at++;
    struct expr *e = read_unevaluated(p);
    if ((int)e->kind >= EXPR_OVERLOAD)
        e = decay(p, e);
    expect(p, PUNCT1('}'), "after what is required");
    accept_keyword(p, KW_noexcept);
    if (accept_punct(p, PUNCT2('-', '>'))) {
        p->unexpected = true;
        if (!concept_at(p, p->at, &end))
            fail_no_concept(p);
        *met = p->device || type_meets(p, p->at, declared_type(p, e, false));
        p->at = end;
    }
    expect(p, PUNCT1(';'), "after what is required");
}

static bool parse_one(struct parser *p)
{
    bool met = true;
    if (accept_keyword(p, KW_typename))
        return parse_requirement(p, read_type, NULL);
    if (at_punct(p, PUNCT1('{')))
        return parse_requirement(p, read_compound, &met) && met;
    if (!accept_keyword(p, KW_requires))
        return parse_requirement(p, read_simple, NULL);
    size_t begin = p->at;
    while (!at_punct(p, PUNCT1(';')) && peek(p)->kind != TOKEN_END) {
        bool opens = at_punct(p, PUNCT1('(')) || at_punct(p, PUNCT1('{'));
        if (opens)
            skip_balanced(p);
        else
            p->at++;
    }
    met = constraint_holds(p, begin, p->at);
    p->at++;
    return met;
}

/* ---- faults ---- */

static void read_any(struct parser *p, void *context)
{
    bool met;
    if (accept_keyword(p, KW_typename)) {
        read_type(p, context);
    } else if (at_punct(p, PUNCT1('{'))) {
        read_compound(p, &met);
    } else {
        accept_keyword(p, KW_requires);
        read_simple(p, context);
    }
}

/* Jumps where the error is one for all arguments: certain, or of the grammar where every name is
 * known. */
static void read_for_faults(struct parser *p, void (*read)(struct parser *, void *), size_t end)
{
    /* a pack has no elements yet: how often what it stands in is read, the arguments say */
    for (size_t at = p->at; read == read_any && at < end; at++)
        if (p->tokens[at].punct == PUNCT3('.', '.') || p->tokens[at].name == KW_noexcept)
            return;
    uint32_t before = p->strange_before;
    p->strange_before = p->strange_names;
    p->certain = p->unexpected = false;
    const size_t begin = p->at;
    bool understood = parse_protected(p, read, NULL);
    bool known = p->strange_names == p->strange_before;
    for (size_t at = begin; at < end; at++) /* t.template f<int>() */
        known = known && p->tokens[at].name != KW_template;
    p->strange_before = before;
    if (!understood && (p->certain || (p->unexpected && known)))
        longjmp(*p->escape, 1);
    if (!understood)
        err_init(p->err);
}

/* Behind the ; of what stands here, or at the } of them all. */
static void skip_requirement(struct parser *p, size_t end)
{
    while (p->at < end && !accept_punct(p, PUNCT1(';')))
        if (at_punct(p, PUNCT1('(')) || at_punct(p, PUNCT1('[')) || at_punct(p, PUNCT1('{')))
            skip_balanced(p);
        else
            p->at++;
}

/* Behind the {, up to the }. */
static void seek_faults(struct parser *p, size_t parameters, size_t body, size_t end)
{
    p->at = parameters;
    if (parameters < body)
        read_for_faults(p, read_parameters, body);
    p->at = body + 1;
    if (p->at == end)
        parse_unexpected(p, "what is required");
    while (p->at < end) {
        size_t begin = p->at;
        skip_requirement(p, end);
        size_t behind = p->at;
        p->at = begin;
        read_for_faults(p, read_any, behind);
        p->at = behind;
    }
}

struct clause {
    const struct template *template;
    size_t begin, end;
};

static void read_clause(struct parser *p, void *context)
{
    const struct clause *c = context;
    push_placeholders(p, c->template);
    p->device = p->dependent = true;
    p->device_bodies++;
    for (p->at = c->begin; p->at < c->end;)
        if (at_requires(p))
            parse_requires_expr(p);
        else
            p->at++;
    p->device = p->dependent = false;
    scope_pop(p);
}

void check_clause(struct parser *p, const struct template *t, size_t begin, size_t end)
{
    struct clause c = {.template = t, .begin = begin, .end = end};
    const bool device = p->device, dependent = p->dependent;
    const size_t at = p->at;
    const bool ok = t->builtin || parse_protected(p, read_clause, &c);
    p->device = device;
    p->dependent = dependent;
    p->at = at;
    if (!ok)
        longjmp(*p->escape, 1);
}

/* ---- the expression ---- */

bool at_requires(struct parser *p)
{
    uint16_t after = peek_ahead(p, 1)->punct;
    return at_keyword(p, KW_requires) && (after == PUNCT1('(') || after == PUNCT1('{')) &&
           !symbol_find(p, KW_requires);
}

static struct function *nowhere(struct parser *p, struct place place)
{
    struct type *none[1];
    return function_new(p, "requires", type_function(p, p->basic[TYPE_VOID], none, 0, false),
                        place);
}

struct expr *parse_requires_expr(struct parser *p)
{
    struct place place = next(p)->place;
    bool met = true;
    struct body apart, *outer = p->body;
    enter(p, place);
    if (!outer) /* of a concept: a temporary has its place in a function */
        body_begin(p, &apart, nowhere(p, place));
    scope_push(p, SCOPE_BLOCK);
    size_t parameters = p->at;
    if (at_punct(p, PUNCT1('(')))
        skip_balanced(p);
    size_t body = p->at;
    if (!at_punct(p, PUNCT1('{')))
        parse_unexpected(p, "the { of the requirements");
    skip_balanced(p);
    size_t end = p->at;
    if (p->device)
        seek_faults(p, parameters, body, end - 1);
    p->at = parameters;
    if (parameters < body && !p->device)
        met = parse_requirement(p, read_parameters, NULL);
    p->at = body + 1;
    while (met && !p->device && p->at < end - 1)
        met = parse_one(p);
    p->at = end;
    scope_pop(p);
    if (!outer)
        scope_pop(p);
    p->body = outer;
    leave(p);
    return p->device ? expr_opaque(p, NULL, NULL, place)
                     : expr_int(p, p->basic[TYPE_BOOL], met, place);
}

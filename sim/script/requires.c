/* requires (parameters) { ... }: whether what stands in it makes sense, as a constant. */
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
    struct expr *e = parse_expr(p);
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
        if (!concept_at(p, p->at, &end))
            parse_fail_hint(p, place_here(p), "std::same_as<T>, std::convertible_to<T>",
                            "a concept expected behind the ->");
        *met = type_meets(p, p->at, declared_type(p, e, false));
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

bool at_requires(struct parser *p)
{
    uint16_t after = peek_ahead(p, 1)->punct;
    return at_keyword(p, KW_requires) && (after == PUNCT1('(') || after == PUNCT1('{')) &&
           !symbol_find(p, KW_requires);
}

struct expr *parse_requires_expr(struct parser *p)
{
    struct place place = next(p)->place;
    bool met = true;
    enter(p, place);
    scope_push(p, SCOPE_BLOCK);
    size_t parameters = p->at;
    if (at_punct(p, PUNCT1('(')))
        skip_balanced(p);
    size_t body = p->at;
    if (!at_punct(p, PUNCT1('{')))
        parse_unexpected(p, "the { of the requirements");
    skip_balanced(p);
    size_t end = p->at;
    p->at = parameters;
    if (parameters < body && !p->device)
        met = parse_requirement(p, read_parameters, NULL);
    p->at = body + 1;
    while (met && !p->device && p->at < end - 1)
        met = parse_one(p);
    p->at = end;
    scope_pop(p);
    leave(p);
    return p->device ? expr_opaque(p, NULL, NULL, place)
                     : expr_int(p, p->basic[TYPE_BOOL], met, place);
}

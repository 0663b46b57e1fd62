/* Declarations: which kind one is. Variables: variable.c; functions: function.c; names of types:
 * alias.c. */
#include "sim/script/objects.h"
#include "sim/script/seek.h"

#include <string.h>

static bool is_no_whole(struct seek *seek, const struct expr *e)
{
    const struct type *type = e->type;
    (void)seek;
    while (type && (type->kind == TYPE_POINTER || type->kind == TYPE_REFERENCE))
        type = type->base;
    return type && (type->kind == TYPE_RECORD || type_is_floating(type));
}

static bool is_sought_builtin(const char *function)
{
    (void)function;
    return false;
}

/* Whether there is more than whole numbers in it, of which constants are not evaluated. */
static bool is_beyond_constants(struct parser *p, const struct expr *e)
{
    struct seek seek = {.is_expr = is_no_whole, .is_builtin = is_sought_builtin};
    seek.functions = arena_alloc(p->arena, (size_t)p->tu->function_count + 1);
    return seek_expr(&seek, e);
}

/* What is not evaluated here is taken to hold: nvcc, which the program is written for, tells. */
static void parse_static_assert(struct parser *p)
{
    struct place place = next(p)->place;
    expect(p, PUNCT1('('), "after static_assert");
    struct expr *e = to_bool(p, parse_conditional(p), "what static_assert tests");
    int64_t value = 1;
    if (!constant_value(e, &value) && !is_beyond_constants(p, e))
        parse_fail(p, place, "static_assert needs a constant");
    const char *text = "";
    if (accept_punct(p, PUNCT1(',')) && peek(p)->kind == TOKEN_STRING)
        text = primary_literal(p)->text;
    expect(p, PUNCT1(')'), "after static_assert");
    expect(p, PUNCT1(';'), "after static_assert");
    if (!value)
        parse_fail(p, place, "this static_assert fails%s%s", text[0] ? ": " : "", text);
}

static void declare_typedef(struct parser *p, struct declarator *d)
{
    if (!d->name)
        parse_unexpected(p, "the name of the new type");
    if (d->vla_count > 0)
        parse_fail(p, d->place, "a type cannot have a variable length");
    declare_alias(p, d->name_id, d->type, d->place);
}

void parse_declaration(struct parser *p, struct stmt ***tail)
{
    if (at_keyword(p, KW_using)) {
        parse_using(p);
        return;
    }
    if (at_keyword(p, KW_static_assert)) {
        parse_static_assert(p);
        return;
    }
    struct specifiers s;
    memset(&s, 0, sizeof s);
    size_t begin = p->at;
    parse_specifiers(p, &s);
    if (accept_punct(p, PUNCT1(';')))
        return;
    if (!s.type && !s.is_auto)
        parse_no_type(p, "a declaration");
    if (at_bindings(p, &s)) {
        parse_bindings(p, &s, tail);
        return;
    }
    bool first = true;
    do {
        struct declarator d;
        memset(&d, 0, sizeof d);
        d.takes_auto = first && !p->body;
        parse_declared(p, &s, &d);
        if (d.has_auto) {
            p->at = begin;
            parse_auto_template(p, &d);
            return;
        }
        if (!d.name) {
            if (is_identifier(peek(p)) || first)
                parse_unexpected(p, "a name");
            parse_unexpected(p, "the name of another variable");
        }
        if (s.is_typedef) {
            declare_typedef(p, &d);
        } else if (d.is_function) {
            bool body = (at_punct(p, PUNCT1('{')) || at_keyword(p, KW_try)) && first && !p->body;
            struct function *f = declare_function(p, &s, &d, body);
            if (body && at_punct(p, PUNCT1('{')) &&
                keep_body_unread(p, f, d.parameters, d.parameter_count))
                return;
            if (body) {
                define_function(p, f, d.parameters, d.parameter_count,
                                s.is_auto && !d.trailing_result);
                return;
            }
        } else {
            declare_variable(p, &s, &d, tail);
        }
        first = false;
    } while (accept_punct(p, PUNCT1(',')));
    if (!accept_punct(p, PUNCT1(';')))
        parse_unexpected(p, "a ;");
}

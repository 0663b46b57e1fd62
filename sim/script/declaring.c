/* What stands between the parentheses of if and switch, besides a value: declarations. */
#include "sim/script/objects.h"

#include <string.h>

/* At an if: whether a declaration, or an expression before a ;, stands between its parentheses. */
bool begins_in_condition(struct parser *p)
{
    size_t saved = p->at++;
    accept_keyword(p, KW_constexpr);
    bool begins = accept_punct(p, PUNCT1('(')) && at_declaration(p);
    while (!begins && !at_punct(p, PUNCT1(')')) && peek(p)->kind != TOKEN_END) {
        uint16_t punct = peek(p)->punct;
        begins = punct == PUNCT1(';');
        if (punct == PUNCT1('(') || punct == PUNCT1('[') || punct == PUNCT1('{'))
            skip_balanced(p);
        else
            p->at++;
    }
    p->at = saved;
    return begins;
}

/* if (T x = value): declares x and yields it as the condition; NULL: it is none, as before a ;
 * there are several. */
struct expr *condition_declaration(struct parser *p, struct stmt ***tail)
{
    struct specifiers s;
    memset(&s, 0, sizeof s);
    parse_specifiers(p, &s);
    if (!s.type && !s.is_auto)
        parse_unexpected(p, "a type");
    if (at_bindings(p, &s)) {
        parse_bindings(p, &s, tail);
        p->at--; /* its ; */
        return NULL;
    }
    struct declarator d;
    size_t comma = 0;
    do {
        memset(&d, 0, sizeof d);
        parse_declared(p, &s, &d);
        if (!d.name)
            parse_unexpected(p, "a name");
        declare_variable(p, &s, &d, tail);
        comma = comma || !at_punct(p, PUNCT1(',')) ? comma : p->at;
    } while (accept_punct(p, PUNCT1(',')));
    if (comma && !at_punct(p, PUNCT1(';'))) { /* several are no condition */
        p->at = comma;
        parse_unexpected(p, "a )");
    }
    struct symbol *symbol = symbol_here(p, d.name_id);
    return symbol && symbol->kind == SYMBOL_VAR ? expr_var(p, symbol->var, d.place) : NULL;
}

/* A value, a declaration, or either behind something that ends with a ; */
struct expr *parse_condition(struct parser *p, struct stmt ***tail)
{
    bool declares = at_declaration(p);
    struct expr *e = declares ? condition_declaration(p, tail) : parse_expr(p);
    if (!accept_punct(p, PUNCT1(';')))
        return e;
    if (!declares)
        append(tail,
               stmt_expr(p, whole_statement(p, (int)e->kind >= EXPR_OVERLOAD ? decay(p, e) : e)));
    return at_declaration(p) ? condition_declaration(p, tail) : parse_expr(p);
}

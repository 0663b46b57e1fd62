/* ({ statements; value; }), as GNU C has it and macros use it: a lambda that has everything by
 * reference, called where it stands. What its last statement computes is what it returns. */
#include "sim/script/objects.h"

#include <string.h>

/* Whether a statement ends with the } in front of this token, and no initial value or lambda. */
static bool begins_another(const struct token *t)
{
    return t->kind != TOKEN_PUNCT || t->punct == PUNCT1('{') || t->punct == PUNCT1('*') ||
           t->punct == PUNCT2('+', '+') || t->punct == PUNCT2('-', '-');
}

/* The token index of the last statement between the braces, the first of which is at `open`. */
static size_t last_statement(struct parser *p, size_t open)
{
    size_t begin = open + 1;
    int depth = 0;
    for (size_t at = open + 1; p->tokens[at].kind != TOKEN_END; at++) {
        const struct token *t = &p->tokens[at];
        if (t->punct == PUNCT1('(') || t->punct == PUNCT1('[') || t->punct == PUNCT1('{')) {
            depth++;
            continue;
        }
        bool closes = t->punct == PUNCT1('}');
        if (closes || t->punct == PUNCT1(')') || t->punct == PUNCT1(']'))
            if (depth-- == 0)
                break;
        bool ends = depth == 0 &&
                    (t->punct == PUNCT1(';') || (closes && begins_another(&p->tokens[at + 1])));
        if (ends && p->tokens[at + 1].punct != PUNCT1('}'))
            begin = at + 1;
    }
    return begin;
}

bool at_statement_expr(struct parser *p)
{
    return at_punct(p, PUNCT1('(')) && peek_ahead(p, 1)->punct == PUNCT1('{') && p->body &&
           !p->device;
}

struct expr *parse_statement_expr(struct parser *p)
{
    struct place place = next(p)->place; /* ( */
    enter(p, place);
    struct lambda l = {.default_mode = '&', .is_statement = true};
    struct type *none[1];
    struct declarator d;
    memset(&d, 0, sizeof d);
    d.type = type_function(p, p->basic[TYPE_UNKNOWN], none, 0, false);
    const char *name = p->body->function->name;
    struct type *type = type_record(p, name, place);
    type->disguise = DISGUISE_LAMBDA;
    l.record = type->record;
    struct function *f = function_new(p, name, d.type, place);
    f->is_lambda = f->is_method = f->is_host = true;
    type->record->methods = f;
    add_function(p, f);
    const size_t value_at = p->value_at;
    p->value_at = last_statement(p, p->at);
    parse_lambda_function(p, f, &d, &l);
    p->value_at = value_at;
    f->place = (struct place){0}; /* to who reads reports it is part of the function around */
    record_layout(p, l.record);
    struct expr *e = build_call(p, make_closure(p, &l, place), NULL, 0, place);
    leave(p);
    expect(p, PUNCT1(')'), "behind the }");
    return e;
}

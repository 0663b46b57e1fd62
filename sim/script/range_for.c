/* for (T x : range): a loop over pointers, or over what begin() and end() return. */
#include "sim/script/objects.h"

#include <string.h>

/* for (T x : range) or, of C++20, for (first; T x : range): a : before the second ; that no
 * parenthesis or ? hides. */
bool at_range_for(struct parser *p)
{
    int depth = 0, questions = 0, parts = 0;
    for (size_t i = 0;; i++) {
        const struct token *t = peek_ahead(p, i);
        if (t->kind == TOKEN_END)
            return false;
        switch (t->punct) {
        case PUNCT1('('):
        case PUNCT1('['):
        case PUNCT1('{'):
            depth++;
            break;
        case PUNCT1(')'):
        case PUNCT1(']'):
        case PUNCT1('}'):
            if (depth-- == 0)
                return false;
            break;
        case PUNCT1('?'):
            questions++;
            break;
        case PUNCT1(':'):
            if (depth == 0 && questions-- == 0)
                return true;
            break;
        case PUNCT1(';'):
            if (depth == 0 && parts++ > 0)
                return false;
            break;
        default:
            break;
        }
    }
}

/* A variable of its own for where the loop is, or where it ends. */
static struct var *iterator(struct parser *p, struct expr *value, struct stmt ***tail)
{
    struct place place = value->place;
    struct var *v = add_local(p, "", value->type->plain, place);
    if (v->type->kind == TYPE_POINTER) {
        append(tail, stmt_expr(p, expr_assign(p, expr_raw_var(p, v, place), value, place)));
        return v;
    }
    initialize(p, v, value, NULL, 0, false, place);
    struct stmt *declared = stmt_new(p, STMT_VAR, place);
    declared->var = v;
    append(tail, declared);
    cleanup_add(p, v);
    return v;
}

void parse_range_first(struct parser *p, struct stmt ***tail)
{
    int depth = 0, questions = 0;
    for (size_t i = 0;; i++) {
        uint16_t punct = peek_ahead(p, i)->punct;
        if (depth == 0 && punct == PUNCT1(':') && questions-- == 0)
            return;
        questions += depth == 0 && punct == PUNCT1('?');
        depth += punct == PUNCT1('(') || punct == PUNCT1('[') || punct == PUNCT1('{');
        depth -= punct == PUNCT1(')') || punct == PUNCT1(']') || punct == PUNCT1('}');
        if (depth == 0 && punct == PUNCT1(';')) {
            parse_one_statement(p, tail);
            return;
        }
    }
}

void parse_range_for(struct parser *p, struct place place, struct stmt ***tail)
{
    struct specifiers s;
    memset(&s, 0, sizeof s);
    parse_specifiers(p, &s);
    struct declarator d;
    memset(&d, 0, sizeof d);
    if (!s.type && !s.is_auto)
        parse_no_type(p, "the type of the loop's variable");
    struct bindings names = {0};
    if (at_bindings(p, &s))
        parse_binding_names(p, &s, &names);
    else
        parse_declared(p, &s, &d);
    if (!d.name && !names.count)
        parse_unexpected(p, "the name of the loop's variable");
    struct place colon = place_here(p);
    expect(p, PUNCT1(':'), "before what is gone through");
    struct expr *range = at_punct(p, PUNCT1('{')) ? parse_braces(p) : parse_expr(p);
    expect(p, PUNCT1(')'), "after what is gone through");
    struct expr *first, *last;
    bool extends = is_fresh(range) && type_has_end(range->type);
    struct stmt *begin = stmt_new(p, STMT_EXPR, colon);
    append(tail, begin);
    range_ends(p, range, colon, &first, &last, tail);
    first->place = last->place = colon;
    struct var *at = iterator(p, first, tail);
    struct var *end = iterator(p, last, tail);
    begin->a = p->device ? NULL : temporaries_begin(p, colon);
    if (begin->a && extends)
        temporaries_keep(p);
    struct expr *ended = begin->a ? temporaries_end(p, colon) : NULL;
    if (ended)
        append(tail, stmt_expr(p, ended));
    struct stmt *loop = stmt_new(p, STMT_FOR, place);
    loop->a = to_bool(p,
                      build_binary(p, PUNCT2('!', '='), expr_raw_var(p, at, place),
                                   expr_raw_var(p, end, place), place),
                      "whether the loop goes on");
    loop->step = build_step(p, expr_raw_var(p, at, place), 1, false, place);
    struct stmt *body = stmt_new(p, STMT_BLOCK, place);
    struct stmt **inner = &body->body;
    struct body *b = p->body;
    struct cleanup *saved = b->loop_cleanups;
    bool saved_break = b->break_is_switch;
    b->loop_cleanups = b->cleanups;
    b->break_is_switch = false;
    b->loops++;
    scope_push(p, SCOPE_BLOCK);
    struct expr *element = build_unary(p, PUNCT1('*'), expr_raw_var(p, at, place), place);
    if (names.count)
        bind_names(p, &s, &names, element, &inner);
    else
        declare_range_variable(p, &s, &d, element, &inner);
    append(&inner, parse_body(p));
    close_scope(p, &inner, place);
    b->loops--;
    b->loop_cleanups = saved;
    b->break_is_switch = saved_break;
    loop->body = body;
    append(tail, loop);
}

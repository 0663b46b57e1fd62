/* Reading expressions: operators by how tightly they bind, casts, lists of arguments. What they
 * apply to: primary.c. */
#include "sim/script/objects.h"

#include <string.h>

static struct expr *parse_unary(struct parser *p);

struct expr *parse_expr(struct parser *p)
{
    struct expr *e = parse_assignment(p);
    while (at_punct(p, PUNCT1(','))) {
        struct place place = next(p)->place;
        e = build_binary(p, PUNCT1(','), e, parse_assignment(p), place);
    }
    return e;
}

static bool at_assignment(struct parser *p)
{
    uint16_t op = peek(p)->punct;
    if (op == PUNCT1('=') || op == PUNCT3('<', '<') || op == PUNCT3('>', '>'))
        return true;
    return op >> 8 == '=' && strchr("+-*/%&|^", op & 0x7f);
}

struct expr *parse_assignment(struct parser *p)
{
    if (at_keyword(p, KW_throw))
        return parse_throw(p);
    struct expr *left = parse_conditional(p);
    if (!at_assignment(p))
        return left;
    const struct token *op = next(p);
    enter(p, op->place);
    struct expr *right;
    if (at_punct(p, PUNCT1('{'))) {
        right = parse_braces(p);
        if (left->type->kind == TYPE_RECORD && left->type->disguise == DISGUISE_NONE)
            right = construct_value(p, left->type->plain, right->args, right->arg_count, true,
                                    op->place);
    } else {
        right = parse_assignment(p);
    }
    leave(p);
    return build_assign(p, op->punct, left, right, op->place);
}

/* A > that closes a template's arguments, or >> of a launch, is no operator. */
static int precedence(struct parser *p)
{
    uint16_t op = peek(p)->punct;
    if (p->no_greater && (op == PUNCT1('>') || op == PUNCT2('>', '>')))
        return 0;
    if (op == PUNCT2('>', '>') && at_launch_close(p))
        return 0;
    return token_precedence(op);
}

static struct expr *parse_operand(struct parser *p)
{
    struct expr *e = parse_cast(p);
    for (;;) {
        const struct token *t = peek(p);
        bool arrow = t->punct == PUNCT2('-', '>');
        if ((!arrow && t->punct != PUNCT1('.')) || peek_ahead(p, 1)->punct != PUNCT1('*'))
            return e;
        p->at += 2;
        e = build_member_access(p, e, parse_cast(p), arrow, t->place);
    }
}

static struct expr *parse_binary(struct parser *p, int least)
{
    struct expr *left = parse_operand(p);
    int level;
    while ((level = precedence(p)) >= least && level > 0) {
        const struct token *op = next(p);
        if (op->punct == PUNCT1('<') && at_punct(p, PUNCT2('<', '<')) && !peek(p)->space_before)
            parse_fail(p, op->place, "this is no kernel that could be launched");
        struct expr *right = parse_binary(p, level + 1);
        left = build_binary(p, op->punct, left, right, op->place);
    }
    return left;
}

struct expr *parse_part(struct parser *p)
{
    return parse_binary(p, token_precedence(PUNCT2('&', '&')) + 1);
}

struct expr *parse_conditional(struct parser *p)
{
    struct expr *c = parse_binary(p, 1);
    if (!at_punct(p, PUNCT1('?')))
        return c;
    struct place place = next(p)->place;
    enter(p, place);
    int no_greater = p->no_greater;
    p->no_greater = 0;
    bool throws_first = at_keyword(p, KW_throw);
    struct expr *a = parse_expr(p);
    p->no_greater = no_greater;
    expect(p, PUNCT1(':'), "between the two values");
    bool throws = at_keyword(p, KW_throw);
    struct expr *b = parse_assignment(p);
    leave(p);
    if (throws_first != throws)
        *(throws ? &b : &a) = thrown_instead(p, throws ? b : a, throws ? a : b);
    if ((int)a->kind == EXPR_MANIPULATOR && (int)b->kind == EXPR_MANIPULATOR &&
        a->value == b->value && a->a && b->a) { /* left ? std::left : std::right */
        struct expr *m = expr_new(p, (enum expr_kind)EXPR_MANIPULATOR, a->type, place);
        m->value = a->value;
        m->a = build_conditional(p, c, a->a, b->a, place);
        return m;
    }
    return build_conditional(p, c, a, b, place);
}

int64_t parse_constant(struct parser *p, const char *what)
{
    struct place place = place_here(p);
    struct expr *e = decay(p, parse_conditional(p));
    int64_t value;
    if (expr_is_opaque(e))
        return 1;
    if (!type_is_integer(e->type) || !constant_value(e, &value))
        parse_fail(p, place, "%s must be a constant whole number", what);
    return value;
}

/* Whether the ( here begins a cast. */
static bool at_cast(struct parser *p)
{
    if (!at_punct(p, PUNCT1('(')))
        return false;
    size_t saved = p->at++;
    bool is_type = !at_fold(p) && at_type(p);
    if (is_type) { /* but (int(x)) and (T{x}) are values in parentheses */
        size_t end = skip_type(p, p->at);
        uint16_t after = p->tokens[end].punct;
        uint16_t inner = after ? p->tokens[end + 1].punct : 0;
        if (after == PUNCT1('{') || (after == PUNCT1('(') && inner != PUNCT1('*') &&
                                     inner != PUNCT1('&') && inner != PUNCT1(')')))
            is_type = false;
    }
    p->at = saved;
    return is_type;
}

struct expr *parse_cast(struct parser *p)
{
    if (!at_cast(p))
        return parse_unary(p);
    struct place place = place_here(p);
    size_t start = p->at;
    enter(p, place);
    p->at++;
    struct type *type = parse_type_id(p);
    if (!at_punct(p, PUNCT1(')'))) { /* T(...) in parentheses */
        p->at = start;
        leave(p);
        return parse_unary(p);
    }
    expect(p, PUNCT1(')'), "after the type of a cast");
    struct expr *e;
    if (at_punct(p, PUNCT1('{'))) {
        struct expr *list = parse_braces(p);
        e = parse_postfix(p, construct_value(p, type, list->args, list->arg_count, true, place));
    } else {
        e = explicit_cast(p, parse_cast(p), type, place, false);
    }
    leave(p);
    return e;
}

static struct expr *parse_sizeof(struct parser *p)
{
    struct place place = place_here(p);
    if (at_punct(p, PUNCT3('.', '.')))
        return sizeof_pack(p, place);
    p->unevaluated++;
    struct type *type;
    struct expr *e = NULL;
    if (at_cast(p)) {
        p->at++;
        type = parse_type_id(p);
        expect(p, PUNCT1(')'), "after sizeof");
    } else {
        e = parse_unary(p);
        if ((int)e->kind >= EXPR_OVERLOAD)
            e = decay(p, e);
        type = e->type;
    }
    p->unevaluated--;
    if (e && e->kind == EXPR_LOCAL && e->var->vla_bytes)
        return expr_raw_var(p, e->var->vla_bytes, place);
    if (type->kind == TYPE_REFERENCE)
        type = type->base;
    if (type->kind == TYPE_UNKNOWN)
        return expr_opaque(p, NULL, NULL, place);
    if (type->kind == TYPE_VOID || type->kind == TYPE_FUNCTION || type->size == 0)
        parse_fail(p, place, "%s has no size", type_text(p, type));
    return expr_int(p, p->basic[TYPE_ULONG], type->size, place);
}

static struct expr *parse_unary(struct parser *p)
{
    const struct token *t = peek(p);
    struct expr *e;
    if (t->kind == TOKEN_PUNCT) {
        switch (t->punct) {
        case PUNCT2('+', '+'):
        case PUNCT2('-', '-'):
            enter(p, t->place);
            p->at++;
            e = build_step(p, parse_unary(p), t->punct == PUNCT2('+', '+') ? 1 : -1, false,
                           t->place);
            leave(p);
            return e;
        case PUNCT1('&'):
        case PUNCT1('*'):
        case PUNCT1('+'):
        case PUNCT1('-'):
        case PUNCT1('~'):
        case PUNCT1('!'):
            enter(p, t->place);
            p->at++;
            e = t->punct == PUNCT1('&') ? parse_member_pointer(p) : NULL;
            e = e ? e : build_unary(p, t->punct, parse_cast(p), t->place);
            leave(p);
            return e;
        default:
            break;
        }
    }
    if (accept_keyword(p, KW_sizeof)) {
        enter(p, t->place);
        e = parse_sizeof(p);
        leave(p);
        return e;
    }
    if (accept_keyword(p, KW_alignof)) {
        expect(p, PUNCT1('('), "after alignof");
        struct type *type = parse_type_id(p);
        expect(p, PUNCT1(')'), "after the type");
        return expr_int(p, p->basic[TYPE_ULONG], type->align, t->place);
    }
    if (t->punct == PUNCT2(':', ':') && peek_ahead(p, 1)->kind == TOKEN_NAME &&
        (peek_ahead(p, 1)->name == KW_new || peek_ahead(p, 1)->name == KW_delete))
        p->at++;
    bool is_global = peek(p) != t; /* ::new, not that which a struct has of its own */
    if (accept_keyword(p, KW_new))
        return build_new(p, is_global, t->place);
    if (accept_keyword(p, KW_delete))
        return build_delete(p, is_global, t->place);
    return parse_postfix(p, NULL);
}

struct expr *parse_braces(struct parser *p)
{
    struct place place = place_here(p);
    enter(p, place);
    p->at++;
    struct expr *e = expr_new(p, (enum expr_kind)EXPR_BRACES, p->basic[TYPE_VOID], place);
    e->arg_count = parse_arguments(p, PUNCT1('}'), &e->args);
    leave(p);
    return e;
}

struct argument_list {
    struct expr **list;
    size_t capacity;
    int count;
    bool braces;
};

/* [2] = value in the list of an array: GCC takes those that come in order. */
static void skip_index(struct parser *p, int count)
{
    size_t begin = p->at;
    if (!at_punct(p, PUNCT1('[')))
        return;
    skip_balanced(p);
    bool is_index = at_punct(p, PUNCT1('='));
    p->at = begin;
    if (!is_index)
        return;
    p->at++;
    struct place place = place_here(p);
    if (parse_constant(p, "an element's index") != count)
        parse_fail_hint(p, place, "name the elements one after the other",
                        "an index that is not the next one is not supported");
    p->at += 2; /* ] = */
}

static void parse_argument(struct parser *p, void *context)
{
    struct argument_list *a = context;
    if ((size_t)a->count == a->capacity) {
        struct expr **more = arena_alloc(p->arena, a->capacity * 2 * sizeof *more);
        memcpy(more, a->list, a->capacity * sizeof *more);
        a->list = more;
        a->capacity *= 2;
    }
    uint32_t designator = 0;
    if (a->braces)
        skip_index(p, a->count);
    if (a->braces && at_punct(p, PUNCT1('.')) && is_identifier(peek_ahead(p, 1))) {
        p->at++;
        designator = next(p)->name;
        if (!at_punct(p, PUNCT1('{')))
            expect(p, PUNCT1('='), "after the member's name");
    }
    struct expr *e = at_punct(p, PUNCT1('{')) ? parse_braces(p) : parse_assignment(p);
    if (designator) { /* wrapped, so that the initializer sees the name */
        struct expr *d =
            expr_new(p, (enum expr_kind)EXPR_DESIGNATED, p->basic[TYPE_VOID], e->place);
        d->a = e;
        d->value = designator;
        e = d;
    }
    a->list[a->count++] = e;
}

/* Arguments up to and with the closing punctuator; the opening one is read. */
int parse_arguments(struct parser *p, uint16_t close, struct expr ***args)
{
    struct argument_list a = {.capacity = 4, .braces = close == PUNCT1('}')};
    a.list = arena_alloc(p->arena, a.capacity * sizeof *a.list);
    int no_greater = p->no_greater;
    p->no_greater = 0;
    for (bool first = true; !accept_punct(p, close); first = false) {
        if (!first) {
            expect(p, PUNCT1(','), a.braces ? "or } in this list" : "or ) here");
            if (a.braces && accept_punct(p, close))
                break;
        }
        if (at_expansion(p))
            expand(p, parse_argument, &a);
        else
            parse_argument(p, &a);
        if (p->device) /* a template's head, where no pack has elements */
            accept_punct(p, PUNCT3('.', '.'));
    }
    p->no_greater = no_greater;
    *args = a.list;
    return a.count;
}

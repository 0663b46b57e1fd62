/* Packs of variadic templates: what stands before ... is read once for each of a pack's elements.
 */
#include "sim/script/objects.h"
#include "sim/script/templates.h"

#include <stdio.h>
#include <string.h>

#define ELLIPSIS PUNCT3('.', '.')

enum pack_kind { PACK_VARIABLES, PACK_TYPES, PACK_VALUES };

struct pack {
    enum pack_kind kind;
    int count, capacity;
    struct template_argument *elements; /* types or values */
    struct type *type;                  /* of values; NULL: each has its own */
    struct var **vars;
};

static struct pack *declare_arguments(struct parser *p, uint32_t name, enum pack_kind kind,
                                      const struct template_argument *argument, struct place place)
{
    struct symbol *s = symbol_declare(p, name, SYMBOL_PACK, place);
    s->pack = arena_alloc(p->arena, sizeof *s->pack);
    s->pack->kind = kind;
    s->pack->count = argument->pack_count;
    s->pack->elements = argument->pack;
    p->has_packs = true;
    return s->pack;
}

void declare_type_pack(struct parser *p, uint32_t name, const struct template_argument *argument,
                       struct place place)
{
    declare_arguments(p, name, PACK_TYPES, argument, place);
}

void declare_value_pack(struct parser *p, uint32_t name, const struct template_argument *argument,
                        struct type *type, struct place place)
{
    declare_arguments(p, name, PACK_VALUES, argument, place)->type = type;
}

void declare_pack(struct parser *p, uint32_t name, struct place place)
{
    symbol_declare(p, name, SYMBOL_PACK, place)->pack = arena_alloc(p->arena, sizeof(struct pack));
}

void extend_pack(struct parser *p, uint32_t name, struct var *var)
{
    struct pack *pack = symbol_innermost(p, name)->pack;
    if (pack->count == pack->capacity) {
        pack->capacity = pack->capacity * 2 + 4;
        struct var **more = arena_alloc(p->arena, (size_t)pack->capacity * sizeof *more);
        if (pack->count > 0)
            memcpy(more, pack->vars, (size_t)pack->count * sizeof *more);
        pack->vars = more;
    }
    pack->vars[pack->count++] = var;
}

bool is_type_pack(const struct symbol *s)
{
    return s->pack->kind == PACK_TYPES;
}

bool is_variable_pack(const struct symbol *s)
{
    return s->pack->kind == PACK_VARIABLES;
}

struct type *pack_type(const struct symbol *s, int index)
{
    return s->pack->elements[index].type;
}

int pack_count(const struct symbol *s)
{
    return s->pack->count;
}

uint32_t pack_element_name(struct parser *p, uint32_t pack, int index)
{
    char text[120];
    int n = snprintf(text, sizeof text, "%.80s %d", name_text(p, pack), index);
    return intern_add(&p->tu->names, text, (size_t)n);
}

struct symbol pack_element(struct parser *p, const struct symbol *s, int index)
{
    struct symbol element = *s;
    element.kind = SYMBOL_VAR;
    element.var = s->pack->vars[index];
    element.captured_as = pack_element_name(p, s->name, index);
    return element;
}

/* Whether a < ... > between two tokens has a ... of its own: then it is no comparison. Half of a >>
 * may end it, which stands at `end` then. */
static bool expands_within(const struct parser *p, size_t begin, size_t end)
{
    bool found = p->tokens[end - 1].punct == PUNCT1('>') ||
                 p->tokens[end - 1].punct == PUNCT2('>', '>') ||
                 p->tokens[end].punct == PUNCT2('>', '>');
    while (begin < end && p->tokens[begin].punct != ELLIPSIS)
        begin++;
    return found && begin < end;
}

/* The index of the ... that ends the part of a list that begins at `at`; 0: none does. */
static size_t ellipsis_of(struct parser *p, size_t at)
{
    int depth = 0;
    for (;; at++) {
        const struct token *t = &p->tokens[at];
        uint16_t punct = t->punct;
        if (t->kind == TOKEN_END || (depth == 0 && punct == PUNCT1(';')))
            return 0;
        if (punct == PUNCT1('(') || punct == PUNCT1('[') || punct == PUNCT1('{')) {
            depth++;
        } else if (punct == PUNCT1(')') || punct == PUNCT1(']') || punct == PUNCT1('}')) {
            if (depth-- == 0)
                return 0;
        } else if (depth == 0 && punct == PUNCT1(',')) {
            return 0;
        } else if (depth == 0 && punct == ELLIPSIS) {
            return at;
        } else if (punct == PUNCT1('<') && is_identifier(t - 1)) {
            size_t end = skip_angles(p, at); /* a, b of a<b, c>(d) are no parts */
            uint16_t after = p->tokens[end].punct;
            if (end > at + 1 &&
                (after == PUNCT1('(') || after == PUNCT2(':', ':') || after == PUNCT1('{') ||
                 after == PUNCT1('&') || after == PUNCT2('&', '&') || after == ELLIPSIS ||
                 expands_within(p, at, end)))
                at = end - 1;
        }
    }
}

/* Whether it is the name in sizeof...(name): the whole pack, whatever is expanded around it. */
static bool is_counted(const struct parser *p, size_t at)
{
    return at >= 3 && p->tokens[at - 1].punct == PUNCT1('(') &&
           p->tokens[at - 2].punct == ELLIPSIS && p->tokens[at - 3].kind == TOKEN_NAME &&
           p->tokens[at - 3].name == KW_sizeof;
}

/* The packs that are named between two tokens have the same number of elements. */
static int pack_length(struct parser *p, size_t begin, size_t end)
{
    int count = -1;
    for (size_t i = begin; i < end; i++) {
        const struct token *t = &p->tokens[i];
        struct symbol *s = is_identifier(t) ? symbol_find(p, t->name) : NULL;
        if (!s || s->kind != SYMBOL_PACK || is_counted(p, i))
            continue;
        if (count >= 0 && count != s->pack->count)
            parse_fail(p, t->place, "the packs before ... have %d and %d elements", count,
                       s->pack->count);
        count = s->pack->count;
    }
    return count;
}

static void declare_element(struct parser *p, size_t at, int index)
{
    const struct token *t = &p->tokens[at];
    struct symbol *s = is_identifier(t) ? symbol_find(p, t->name) : NULL;
    if (!s || s->kind != SYMBOL_PACK || is_counted(p, at))
        return;
    if (s->pack->kind == PACK_TYPES) {
        struct type *type = s->pack->elements[index].type;
        symbol_declare(p, t->name, SYMBOL_TYPE, t->place)->type = type;
        return;
    }
    if (s->pack->kind == PACK_VALUES) {
        const struct template_argument *argument = &s->pack->elements[index];
        struct type *own = argument->value_type ? argument->value_type : p->basic[TYPE_INT];
        declare_value(p, t->name, argument, s->pack->type ? s->pack->type : own, t->place);
        return;
    }
    struct symbol element = pack_element(p, s, index);
    struct symbol *made = symbol_declare(p, t->name, SYMBOL_VAR, t->place);
    made->var = element.var;
    made->scope = element.scope; /* where a lambda captures it from */
    made->captured_as = element.captured_as;
}

/* Element `index` of what stands between two tokens. */
static void read_element(struct parser *p, size_t begin, size_t end, int index,
                         void (*read)(struct parser *, void *), void *context)
{
    scope_push(p, SCOPE_BLOCK);
    for (size_t i = begin; i < end; i++)
        declare_element(p, i, index);
    p->at = begin;
    read(p, context);
    scope_pop(p);
}

bool at_expansion(struct parser *p)
{
    if (!p->has_packs)
        return false;
    size_t end = ellipsis_of(p, p->at);
    return end > p->at && pack_length(p, p->at, end) >= 0;
}

/* Whether the template argument that begins here ends in front of `end`: a ... behind it, as in
 * (is_same_v<T, U> || ...), is not its own. */
static bool ends_before(const struct parser *p, size_t end)
{
    int parens = 0, angles = 0;
    for (size_t at = p->at; at < end; at++) {
        uint16_t punct = p->tokens[at].punct;
        if (punct == PUNCT1('(') || punct == PUNCT1('[') || punct == PUNCT1('{'))
            parens++;
        else if (punct == PUNCT1(')') || punct == PUNCT1(']') || punct == PUNCT1('}'))
            parens--;
        if (parens > 0)
            continue;
        angles += punct == PUNCT1('<') && is_identifier(&p->tokens[at - 1]);
        angles -= punct == PUNCT1('>') ? 1 : punct == PUNCT2('>', '>') ? 2 : 0;
        if (angles < 0)
            return true;
    }
    return false;
}

bool at_expanded_argument(struct parser *p)
{
    return at_expansion(p) && !ends_before(p, ellipsis_of(p, p->at));
}

uint32_t expand(struct parser *p, void (*read)(struct parser *, void *), void *context)
{
    size_t begin = p->at, end = ellipsis_of(p, begin);
    int count = pack_length(p, begin, end);
    for (int i = 0; i < count; i++)
        read_element(p, begin, end, i, read, context);
    p->at = end + 1;
    return is_identifier(peek(p)) ? next(p)->name : 0;
}

void expand_value(struct parser *p, void (*read)(struct parser *, void *), void *context)
{
    size_t begin = p->at;
    for (bool inside = true; inside;) {
        const struct token *t = peek(p);
        size_t behind = t->punct == PUNCT1('<') && is_identifier(t - 1) ? skip_angles(p, p->at) : 0;
        inside = t->kind != TOKEN_END && t->punct != PUNCT1(',') && t->punct != PUNCT1(']');
        if (t->punct == PUNCT1('(') || t->punct == PUNCT1('[') || t->punct == PUNCT1('{'))
            skip_balanced(p);
        else if (behind > p->at && p->tokens[behind].punct == PUNCT1('('))
            p->at = behind;
        else
            p->at += inside;
    }
    size_t end = p->at;
    int count = pack_length(p, begin, end);
    if (count < 0)
        parse_fail(p, p->tokens[begin].place, "there is no pack in this value");
    for (int i = 0; i < count; i++)
        read_element(p, begin, end, i, read, context);
    p->at = end;
}

struct expr *sizeof_pack(struct parser *p, struct place place)
{
    p->at++; /* ... */
    expect(p, PUNCT1('('), "after sizeof...");
    const struct token *t = peek(p);
    uint32_t name = expect_name(p, "the name of a pack");
    const struct symbol *s = symbol_find(p, name);
    while (s && s->kind != SYMBOL_PACK && s->hidden) /* an element of it */
        s = s->hidden;
    expect(p, PUNCT1(')'), "after the pack");
    if (p->device && (!s || s->kind != SYMBOL_PACK))
        return expr_opaque(p, NULL, NULL, place);
    if (!s || s->kind != SYMBOL_PACK)
        parse_fail(p, t->place, "'%s' is no pack", name_text(p, name));
    return expr_int(p, p->basic[TYPE_ULONG], s->pack->count, place);
}

/* ---- (args + ...), (... + args), (first + ... + args) ---- */

static bool is_fold_operator(const struct token *t)
{
    return t->kind == TOKEN_PUNCT && (token_precedence(t->punct) > 0 || t->punct == PUNCT1(','));
}

/* Behind the ( at p->at - 1: the index of the ... of a fold, 0 if it is none. */
static size_t fold_at(struct parser *p)
{
    int depth = 0;
    for (size_t at = p->at; p->has_packs; at++) {
        const struct token *t = &p->tokens[at];
        uint16_t punct = t->punct;
        if (t->kind == TOKEN_END || (depth == 0 && punct == PUNCT1(';')))
            return 0;
        if (punct == PUNCT1('(') || punct == PUNCT1('[') || punct == PUNCT1('{'))
            depth++;
        else if ((punct == PUNCT1(')') || punct == PUNCT1(']') || punct == PUNCT1('}')) &&
                 depth-- == 0)
            return 0;
        if (depth == 0 && punct == ELLIPSIS)
            return is_fold_operator(t - 1) || is_fold_operator(t + 1) ? at : 0;
    }
    return 0;
}

bool at_fold(struct parser *p)
{
    return fold_at(p) > 0;
}

struct operand {
    struct expr *value;
    size_t end; /* the token behind it */
};

static void read_operand(struct parser *p, void *context)
{
    struct operand *o = context;
    o->value = parse_cast(p);
    if (p->at != o->end)
        parse_fail_hint(p, place_here(p), "put it in parentheses",
                        "each side of a fold's ... is one operand, without operators");
}

static struct expr *combine(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                            struct place place)
{
    return a && b ? build_binary(p, op, a, b, place) : a ? a : b;
}

struct expr *parse_fold(struct parser *p)
{
    size_t begin = p->at, dots = fold_at(p);
    if (!dots)
        return NULL;
    struct place place = p->tokens[dots].place;
    bool from_left = dots == begin; /* ((a + b) + c) */
    p->at = begin - 1;
    skip_balanced(p);
    size_t end = p->at - 1; /* the ) */
    p->at = begin;
    const struct token *op = from_left ? &p->tokens[dots + 1] : &p->tokens[dots - 1];
    size_t pack_begin = from_left ? dots + 2 : begin, pack_end = dots;
    struct operand one = {NULL, 0}; /* at first the value of its own */
    if (!from_left && p->tokens[dots + 1].punct != PUNCT1(')')) { /* with a value of its own */
        if (pack_length(p, begin, dots) < 0) {
            one.end = dots - 1;
            read_operand(p, &one);
            pack_begin = dots + 2;
            from_left = true;
        } else {
            p->at = dots + 2;
            one.end = end;
            read_operand(p, &one);
        }
    }
    if (from_left)
        pack_end = end;
    int count = pack_length(p, pack_begin, pack_end);
    if (count < 0)
        parse_fail(p, place, "there is no pack in front of this ...");
    struct expr *all = one.value;
    one.end = from_left ? end : dots - 1;
    for (int i = 0; i < count; i++) {
        read_element(p, pack_begin, pack_end, from_left ? i : count - 1 - i, read_operand, &one);
        all = from_left ? combine(p, op->punct, all, one.value, op->place)
                        : combine(p, op->punct, one.value, all, op->place);
    }
    p->at = end;
    if (all)
        return all;
    if (op->punct == PUNCT2('&', '&') || op->punct == PUNCT2('|', '|'))
        return expr_int(p, p->basic[TYPE_BOOL], op->punct == PUNCT2('&', '&'), place);
    if (op->punct != PUNCT1(','))
        parse_fail(p, place, "this pack is empty: the result of '%.*s' is not known",
                   (int)op->length, op->text);
    return cast_node(p, expr_int(p, p->basic[TYPE_INT], 0, place), p->basic[TYPE_VOID]);
}

/* C++20's comparisons: a <=> b, the functions of it and of == that are defaulted, and the operators
 * that C++ makes of them: a < b of a <=> b, a != b of a == b. */
#include "sim/script/ordering.h"

#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/script/lex.h"

#include <stdio.h>
#include <string.h>

#define ROOM ((size_t)1 << 17) /* tokens of all defaulted comparisons */

static bool is_comparison(const struct token *t)
{
    return t->punct == PUNCT3('<', '=') || t->punct == PUNCT2('=', '=');
}

/* The token behind the ; of what ends in = default, from its operator on; 0: it does not. */
static size_t behind_default(const struct parser *p, size_t at)
{
    size_t i = at;
    while (p->tokens[i].kind != TOKEN_END && p->tokens[i].punct != PUNCT1(';') &&
           p->tokens[i].punct != PUNCT1('{') && p->tokens[i].punct != PUNCT1('}'))
        i++;
    bool is_default = p->tokens[i].punct == PUNCT1(';') && p->tokens[i - 1].name == KW_default &&
                      p->tokens[i - 2].punct == PUNCT1('=');
    return is_default ? i + 1 : 0;
}

void find_orders(struct parser *p)
{
    bool defaulted = false;
    for (size_t i = 0; i + 1 < p->token_count; i++) {
        const struct token *t = &p->tokens[i];
        p->has_orders |= t->punct == PUNCT3('<', '=');
        defaulted |= t->kind == TOKEN_NAME && t->name == KW_operator && is_comparison(t + 1) &&
                     behind_default(p, i);
    }
    p->has_orders |= defaulted;
    if (!defaulted)
        return;
    struct token_list *list = &p->pp->out; /* which must stay where it is from now on */
    list->items = mem_grow(list->items, &list->capacity, list->count + ROOM, sizeof *list->items);
    p->tokens = list->items;
}

bool note_defaulted(struct parser *p, struct defaulted_orders *orders)
{
    size_t at = p->at;
    const char *result = NULL;
    if (!p->has_orders)
        return false;
    for (int words = 0; words < 12 && p->tokens[at].name != KW_operator; words++, at++) {
        const struct token *t = &p->tokens[at];
        bool is_order = t->kind == TOKEN_NAME && t->length > 9 &&
                        memcmp(t->text + t->length - 9, "_ordering", 9) == 0;
        if (t->kind != TOKEN_NAME && t->punct != PUNCT2(':', ':') && t->punct != PUNCT1('[') &&
            t->punct != PUNCT1(']'))
            return false;
        result = is_order ? name_text(p, t->name) : result;
    }
    if (p->tokens[at].name != KW_operator || !is_comparison(&p->tokens[at + 1]))
        return false;
    size_t behind = behind_default(p, at);
    if (!behind)
        return false;
    orders->place = p->tokens[at].place;
    if (p->tokens[at + 1].punct == PUNCT2('=', '=')) {
        orders->equals = true;
    } else {
        orders->orders = true;
        orders->result = result;
    }
    p->at = behind;
    return true;
}

enum order { ORDER_STRONG, ORDER_WEAK, ORDER_PARTIAL };

static const char *const order_names[] = {"strong_ordering", "weak_ordering", "partial_ordering"};

/* How the values of a type are ordered. */
static enum order order_of(struct parser *p, const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type_is_floating(type))
        return ORDER_PARTIAL;
    if (type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE)
        return ORDER_STRONG;
    const struct function *f =
        record_methods(p, type->record, intern_adds(&p->tu->names, "operator<=>"));
    for (int i = 1; f && i < 3; i++)
        if (f->type->base->kind == TYPE_RECORD &&
            strstr(f->type->base->record->name, order_names[i]))
            return (enum order)i;
    return ORDER_STRONG;
}

/* What compares one member with the other's: of an array a function does. */
static void add_part(struct parser *p, struct strbuf *text, const struct member *m,
                     const char *operator, const char * function)
{
    char one[300], other[300];
    if (m->is_base) {
        snprintf(one, sizeof one, "(const %.250s &)*this", type_text(p, m->type));
        snprintf(other, sizeof other, "(const %.250s &)__ns_o", type_text(p, m->type));
    } else {
        snprintf(one, sizeof one, "this->%.250s", m->name);
        snprintf(other, sizeof other, "__ns_o.%.250s", m->name);
    }
    if (m->type->kind == TYPE_ARRAY)
        strbuf_addf(text, "%s(%s, %s)", function, one, other);
    else
        strbuf_addf(text, "%s %s %s", one, operator, other);
}

static void add_equals(struct parser *p, const struct record *r, const char *name,
                       struct strbuf *text)
{
    strbuf_addf(text, "bool operator==(const %s &__ns_o) const { return true", name);
    for (int i = 0; i < r->count; i++)
        if (!r->members[i].is_table && !r->members[i].is_mark) {
            strbuf_adds(text, " && ");
            add_part(p, text, &r->members[i], "==", "std::__ns_same_all");
        }
    strbuf_adds(text, "; }\n");
}

static void add_orders(struct parser *p, const struct record *r, const char *name,
                       const char *result, struct strbuf *text)
{
    enum order order = ORDER_STRONG;
    for (int i = 0; i < r->count; i++) {
        enum order own = order_of(p, r->members[i].type);
        order = own > order ? own : order;
    }
    result = result ? result : order_names[order];
    strbuf_addf(text, "std::%s operator<=>(const %s &__ns_o) const {", result, name);
    for (int i = 0; i < r->count; i++)
        if (!r->members[i].is_table && !r->members[i].is_mark) {
            strbuf_adds(text, " { auto __ns_c = ");
            add_part(p, text, &r->members[i], "<=>", "std::__ns_order_all");
            strbuf_adds(text, "; if (__ns_c != 0) return __ns_c; }");
        }
    strbuf_addf(text, " return std::%s::equivalent; }\n", result);
}

size_t write_defaulted(struct parser *p, const struct record *r,
                       const struct defaulted_orders *orders)
{
    struct token_list *list = &p->pp->out;
    struct strbuf text;
    size_t first = list->count;
    const char *name = r->origin ? r->origin->text : r->name, *colon = strrchr(name, ':');
    const char *last = colon ? colon + 1 : name;
    strbuf_init(&text);
    add_equals(p, r, last, &text);
    if (orders->orders)
        add_orders(p, r, last, orders->result, &text);
    char *copy = arena_strndup(p->arena, text.text, text.length);
    size_t length = text.length;
    strbuf_release(&text);
    if (list->count + length >= list->capacity)
        parse_fail(p, orders->place, "the defaulted comparisons of this program are too many");
    if (lex_text(&p->tu->sources, copy, length, orders->place, &p->tu->names, p->arena, list,
                 p->err))
        longjmp(*p->escape, 1);
    p->token_count = list->count;
    return first;
}

/* ---- operators ---- */

static struct expr *three_way(struct parser *p, struct expr *a, struct expr *b, struct place place)
{
    uint32_t id = intern_adds(&p->tu->names, "std::__ns_three_way");
    const struct symbol *s = symbol_innermost(p, id);
    if (!s || s->kind != SYMBOL_FUNCTION)
        parse_fail_hint(p, place, "add #include <compare>", "<=> needs std::strong_ordering");
    struct expr **args = arena_alloc(p->arena, 2 * sizeof *args);
    args[0] = a;
    args[1] = b;
    return call_set(p, (struct overload_expr *)overload_new(p, id, s->overloads, place), args, 2,
                    place);
}

struct expr *build_order(struct parser *p, struct expr *a, struct expr *b, struct place place)
{
    struct expr *made = call_operator(p, "operator<=>", a, b, place);
    return made ? made : three_way(p, a, b, place);
}

struct expr *rewritten_operator(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                                struct place place)
{
    bool equal = op == PUNCT2('=', '='), differ = op == PUNCT2('!', '=');
    bool order =
        op == PUNCT1('<') || op == PUNCT1('>') || op == PUNCT2('<', '=') || op == PUNCT2('>', '=');
    if (!p->has_orders || p->device || !(equal || differ || order))
        return NULL;
    if (order) {
        struct expr *zero = expr_int(p, p->basic[TYPE_INT], 0, place);
        struct expr *made = call_operator(p, "operator<=>", a, b, place);
        if (made)
            return build_binary(p, op, made, zero, place);
        made = call_operator(p, "operator<=>", b, a, place);
        return made ? build_binary(p, op, zero, made, place) : NULL;
    }
    struct expr *made = differ ? call_operator(p, "operator==", a, b, place) : NULL;
    made = made ? made : call_operator(p, "operator==", b, a, place);
    return made && differ ? build_unary(p, PUNCT1('!'), made, place) : made;
}

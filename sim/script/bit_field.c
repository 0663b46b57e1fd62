/* Bit fields: members without an address, of some bits of their type. */
#include "sim/script/objects.h"

#include <string.h>

enum { BYTE = 8 };

void parse_bits(struct parser *p, struct type *type, struct member *m)
{
    struct place place = next(p)->place; /* : */
    if (!type_is_integer(type) || type->disguise != DISGUISE_NONE)
        parse_fail(p, place, "a bit field must be a whole number, not %s", type_text(p, type));
    int64_t bits = parse_constant(p, "the width of a bit field");
    if (bits < 0 || (bits == 0 && m->name[0]))
        parse_fail(p, place, "a bit field must have a bit at least");
    if (bits > type->size * BYTE)
        parse_fail(p, place, "%lld bits are more than %s has", (long long)bits,
                   type_text(p, type->plain));
    m->is_bits = true;
    m->bits = (uint8_t)bits;
}

const struct member *bits_of(const struct expr *e)
{
    if ((int)e->kind >= EXPR_OVERLOAD)
        return NULL;
    while (e->kind == EXPR_COMMA)
        e = e->b;
    return e->kind == EXPR_MEMBER && e->member && e->member->is_bits ? e->member : NULL;
}

struct expr *whole_bits(struct parser *p, struct expr *e)
{
    const struct member *m = bits_of(e);
    int most = (int)p->basic[TYPE_INT]->size * BYTE;
    if (!m || e->type->kind == TYPE_ENUM || m->bits > most)
        return e;
    bool fits = m->bits < most || !type_is_unsigned(e->type);
    return cast_node(p, e, p->basic[fits ? TYPE_INT : TYPE_UINT]);
}

struct expr *value_of_bits(struct parser *p, struct expr *e)
{
    if (!bits_of(e))
        return e;
    struct expr *value = expr_unary(p, EXPR_CAST, e->type->plain, e, e->place);
    return value;
}

void refuse_bits(struct parser *p, const struct expr *e)
{
    const struct member *m = bits_of(e);
    if (m)
        parse_fail_hint(p, e->place, "copy it to a variable",
                        "'%s' is a bit field: it has no address", m->name);
}

/* What a list gives a bit field, to be named once for each byte that it lies in. */
static struct expr *kept_bits(struct parser *p, struct expr *value, struct init ***tail)
{
    struct type *type = p->basic[TYPE_ULONG];
    int64_t known;
    value = cast_node(p, cast_node(p, value, value->type->plain), type);
    if (constant_value(value, &known))
        return expr_int(p, type, known, value->place);
    struct var *v = temporary(p, type, value->place);
    struct expr *set = expr_assign(p, expr_raw_var(p, v, value->place), value, value->place);
    init_add(p, tail, 0, cast_node(p, set, p->basic[TYPE_VOID]));
    return expr_raw_var(p, v, value->place);
}

/* The part of a value of `bits` bits that is `by` bits further up in a byte. */
static struct expr *in_byte(struct parser *p, struct expr *value, int bits, int by)
{
    struct type *type = p->basic[TYPE_ULONG];
    struct place place = value->place;
    uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    struct expr *e = fold(
        p, expr_binary(p, EXPR_AND, type, value, expr_int(p, type, (int64_t)mask, place), place));
    struct expr *count = expr_int(p, p->basic[TYPE_INT], by < 0 ? -by : by, place);
    return fold(p,
                expr_binary(p, by < 0 ? EXPR_SHIFT_RIGHT : EXPR_SHIFT_LEFT, type, e, count, place));
}

void init_bits(struct parser *p, const struct record *r, int first, int end, struct expr **values,
               int64_t offset, struct init ***tail)
{
    int64_t from = -1, to = -1; /* the bytes that they lie in */
    for (int i = first; i < end; i++) {
        const struct member *m = &r->members[i];
        int64_t at = m->offset * BYTE + m->shift;
        if (member_is_gap(m))
            continue;
        if (values[i - first])
            values[i - first] = kept_bits(p, values[i - first], tail);
        else if (m->initial_at)
            parse_fail_hint(p, m->place, "give the struct a constructor",
                            "a list that leaves out a bit field with a value of its own is not "
                            "supported");
        from = from < 0 ? at / BYTE : from;
        to = (at + m->bits + BYTE - 1) / BYTE;
    }
    for (int64_t byte = from; byte >= 0 && byte < to; byte++) {
        struct expr *all = NULL;
        for (int i = first; i < end; i++) {
            const struct member *m = &r->members[i];
            int64_t at = m->offset * BYTE + m->shift - byte * BYTE;
            if (!values[i - first] || at >= BYTE || at + m->bits <= 0)
                continue;
            struct expr *part = in_byte(p, values[i - first], m->bits, (int)at);
            all = all ? fold(p, expr_binary(p, EXPR_OR, part->type, all, part, part->place)) : part;
        }
        if (all)
            init_add(p, tail, offset + byte, cast_node(p, all, p->basic[TYPE_UCHAR]));
    }
}

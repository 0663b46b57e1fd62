/* Bit fields: read out of the number that they lie in, and written into it. */
#include "sim/script/compiler.h"

enum { BYTE = 8, WORD = 64 };

void bits_narrow(const struct member *m, struct lvalue *l, int64_t *offset)
{
    int unit = 1;
    while (m->shift / (unit * BYTE) != (m->shift + m->bits - 1) / (unit * BYTE))
        unit *= 2;
    int skipped = m->shift / (unit * BYTE) * unit;
    *offset += skipped;
    l->bits = m->bits;
    l->unit = (uint8_t)unit;
    l->shift = (uint8_t)(m->shift - skipped * BYTE);
}

/* The number around it, which memory of its own surrounds: what was never written there is 0. */
static unsigned load_unit(struct compiler *c, const struct lvalue *l)
{
    enum bytecode_op op = l->unit == 1   ? CODE_LOAD_U8
                          : l->unit == 2 ? CODE_LOAD_U16
                          : l->unit == 4 ? CODE_LOAD_U32
                                         : CODE_LOAD_64;
    unsigned to = temporary_new(c);
    emit(c, op, to, l->base, l->offset);
    return to;
}

static void shift(struct compiler *c, enum bytecode_op op, unsigned to, unsigned from, int by)
{
    emit(c, op, to, from, constant_register(c, by));
}

static bool is_signed(enum value_class class)
{
    return class == CLASS_I8 || class == CLASS_I16 || class == CLASS_I32 || class == CLASS_I64;
}

/* Its value from a number in which it ends `above` bits below the top. */
static unsigned extract(struct compiler *c, const struct lvalue *l, unsigned from, int above,
                        int want)
{
    unsigned to = want >= 0 ? (unsigned)want : temporary_new(c);
    shift(c, CODE_SHL_64, to, from, above);
    shift(c, is_signed(l->class) ? CODE_SHR_S64 : CODE_SHR_U64, to, to, WORD - l->bits);
    return to;
}

unsigned bits_load(struct compiler *c, const struct lvalue *l, int want)
{
    return extract(c, l, load_unit(c, l), WORD - l->shift - l->bits, want);
}

unsigned bits_store(struct compiler *c, const struct lvalue *l, unsigned reg)
{
    uint64_t mask = l->bits < WORD ? (UINT64_C(1) << l->bits) - 1 : UINT64_MAX;
    unsigned old = load_unit(c, l), part = temporary_new(c);
    emit(c, CODE_SETTLE, old, MEMORY_UNSET, MEMORY_UNSET | MEMORY_UNKNOWN);
    emit(c, CODE_AND, old, old, constant_register(c, (int64_t) ~(mask << l->shift)));
    emit(c, CODE_AND, part, reg, constant_register(c, (int64_t)mask));
    shift(c, CODE_SHL_64, part, part, l->shift);
    emit(c, CODE_OR, old, old, part);
    enum bytecode_op op = l->unit == 1   ? CODE_STORE_8
                          : l->unit == 2 ? CODE_STORE_16
                          : l->unit == 4 ? CODE_STORE_32
                                         : CODE_STORE_64;
    emit(c, op, old, l->base, l->offset);
    return extract(c, l, reg, WORD - l->bits, -1);
}

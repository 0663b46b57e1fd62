/* Expressions that compute values. */
#include "sim/script/call_order.h"
#include "sim/script/compiler.h"

#include <string.h>

enum { MAX_DEPTH = 3000 };

unsigned register_for(struct compiler *c, int want)
{
    return want >= 0 ? (unsigned)want : temporary_new(c);
}

unsigned place_in(struct compiler *c, unsigned reg, int want)
{
    if (want < 0 || (unsigned)want == reg)
        return reg;
    emit(c, CODE_MOVE, (unsigned)want, reg, 0);
    return (unsigned)want;
}

unsigned keep_value(struct compiler *c, unsigned reg, unsigned mark, int want)
{
    c->temporary = mark;
    if (want >= 0 || reg < mark || reg >= REGISTER_CONSTANT)
        return place_in(c, reg, want);
    return place_in(c, reg, (int)temporary_new(c));
}

/* ---- conversions ---- */

static bool fits(enum value_class from, enum value_class to)
{
    switch (to) {
    case CLASS_I8:
        return from == CLASS_I8 || from == CLASS_BOOL;
    case CLASS_U8:
        return from == CLASS_U8 || from == CLASS_BOOL;
    case CLASS_I16:
        return from == CLASS_I8 || from == CLASS_U8 || from == CLASS_BOOL || from == CLASS_I16;
    case CLASS_U16:
        return from == CLASS_U8 || from == CLASS_BOOL || from == CLASS_U16;
    case CLASS_I32:
        return from <= CLASS_I32;
    case CLASS_U32:
        return from == CLASS_U8 || from == CLASS_BOOL || from == CLASS_U16 || from == CLASS_U32;
    case CLASS_I64:
    case CLASS_U64: /* the extension is the value, modulo 2^64 */
        return from <= CLASS_U64;
    default:
        return from == to;
    }
}

static enum bytecode_op extend_op(enum value_class to)
{
    switch (to) {
    case CLASS_I8:
        return CODE_EXT_I8;
    case CLASS_U8:
        return CODE_EXT_U8;
    case CLASS_I16:
        return CODE_EXT_I16;
    case CLASS_U16:
        return CODE_EXT_U16;
    case CLASS_I32:
        return CODE_EXT_I32;
    default:
        return CODE_EXT_U32;
    }
}

static unsigned unary(struct compiler *c, enum bytecode_op op, unsigned reg, int want)
{
    unsigned to = register_for(c, want);
    emit(c, op, to, reg, 0);
    return to;
}

unsigned convert_class(struct compiler *c, unsigned reg, enum value_class from, enum value_class to,
                       int want)
{
    if (from == to || to >= CLASS_NONE || from >= CLASS_NONE)
        return place_in(c, reg, want);
    bool single = from == CLASS_F32;
    if (to == CLASS_BOOL)
        return unary(c,
                     single              ? CODE_BOOL_F32
                     : from == CLASS_F64 ? CODE_BOOL_F64
                                         : CODE_BOOL,
                     reg, want);
    if (class_is_float(to)) {
        if (class_is_float(from))
            return unary(c, single ? CODE_F32_F64 : CODE_F64_F32, reg, want);
        if (from == CLASS_U64)
            return unary(c, to == CLASS_F32 ? CODE_U_F32 : CODE_U_F64, reg, want);
        return unary(c, to == CLASS_F32 ? CODE_S_F32 : CODE_S_F64, reg, want);
    }
    if (class_is_float(from)) {
        if (to == CLASS_U64)
            return unary(c, single ? CODE_F32_U64 : CODE_F64_U64, reg, want);
        if (to == CLASS_I64)
            return unary(c, single ? CODE_F32_I64 : CODE_F64_I64, reg, want);
        if (to == CLASS_U32) {
            unsigned wide = unary(c, single ? CODE_F32_I64 : CODE_F64_I64, reg, want);
            return unary(c, CODE_EXT_U32, wide, want);
        }
        unsigned narrow = unary(c, single ? CODE_F32_I32 : CODE_F64_I32, reg, want);
        return to == CLASS_I32 ? narrow : unary(c, extend_op(to), narrow, want);
    }
    if (fits(from, to))
        return place_in(c, reg, want);
    return unary(c, extend_op(to), reg, want);
}

/* ---- arithmetic ---- */

bool small_constant(const struct expr *e, int64_t *value)
{
    int64_t least = -32767;
    for (; e != NULL && e->kind == EXPR_CAST && !class_is_float(class_of(e->type)) &&
           class_of(e->type) >= CLASS_I32;
         e = e->a)
        least = 0; /* conversions of a negative number change it */
    if (e == NULL || e->kind != EXPR_INT || e->value < least || e->value > 32767)
        return false;
    *value = e->value;
    return true;
}

/* Rows: I32, U32, 64 bits signed, 64 bits unsigned, F32, F64. */
static const uint8_t arithmetic_ops[][6] = {
    [EXPR_ADD] = {CODE_ADD_I32, CODE_ADD_U32, CODE_ADD_64, CODE_ADD_64, CODE_ADD_F32, CODE_ADD_F64},
    [EXPR_SUBTRACT] = {CODE_SUB_I32, CODE_SUB_U32, CODE_SUB_64, CODE_SUB_64, CODE_SUB_F32,
                       CODE_SUB_F64},
    [EXPR_MULTIPLY] = {CODE_MUL_I32, CODE_MUL_U32, CODE_MUL_64, CODE_MUL_64, CODE_MUL_F32,
                       CODE_MUL_F64},
    [EXPR_DIVIDE] = {CODE_DIV_I32, CODE_DIV_U, CODE_DIV_I64, CODE_DIV_U, CODE_DIV_F32,
                     CODE_DIV_F64},
    [EXPR_REMAINDER] = {CODE_REM_I32, CODE_REM_U, CODE_REM_I64, CODE_REM_U, 0, 0},
    [EXPR_AND] = {CODE_AND, CODE_AND, CODE_AND, CODE_AND, 0, 0},
    [EXPR_OR] = {CODE_OR, CODE_OR, CODE_OR, CODE_OR, 0, 0},
    [EXPR_XOR] = {CODE_XOR, CODE_XOR, CODE_XOR, CODE_XOR, 0, 0},
    [EXPR_SHIFT_LEFT] = {CODE_SHL_I32, CODE_SHL_U32, CODE_SHL_64, CODE_SHL_64, 0, 0},
    [EXPR_SHIFT_RIGHT] = {CODE_SHR_S32, CODE_SHR_U32, CODE_SHR_S64, CODE_SHR_U64, 0, 0},
};

static int row_of(enum value_class class)
{
    switch (class) {
    case CLASS_U32:
        return 1;
    case CLASS_I64:
        return 2;
    case CLASS_U64:
        return 3;
    case CLASS_F32:
        return 4;
    case CLASS_F64:
        return 5;
    default:
        return 0; /* what is narrower was promoted */
    }
}

unsigned arithmetic(struct compiler *c, enum expr_kind op, enum value_class class, unsigned a,
                    unsigned b, const struct expr *b_constant, int want)
{
    int row = row_of(class);
    unsigned to = register_for(c, want);
    int64_t n;
    if ((op == EXPR_ADD || op == EXPR_SUBTRACT) && row < 4 && small_constant(b_constant, &n)) {
        static const uint8_t immediate[] = {CODE_ADDI_I32, CODE_ADDI_U32, CODE_ADDI_64,
                                            CODE_ADDI_64};
        emit(c, immediate[row], to, a, (uint16_t)(op == EXPR_ADD ? n : -n));
    } else {
        emit(c, arithmetic_ops[op][row], to, a, b);
    }
    return to;
}

void operands_of(struct compiler *c, const struct expr *e, unsigned *a, unsigned *b)
{
    bool late = call_order_reads_late(e);
    if (late)
        *b = value_of(c, e->b, ANY);
    *a = value_of(c, e->a, ANY);
    if (!late)
        *b = value_of(c, e->b, ANY);
}

static unsigned binary(struct compiler *c, struct expr *e, int want)
{
    unsigned mark = c->temporary, a, b = 0;
    int64_t n;
    bool immediate = (e->kind == EXPR_ADD || e->kind == EXPR_SUBTRACT) &&
                     !class_is_float(class_of(e->type)) && small_constant(e->b, &n);
    if (immediate)
        a = value_of(c, e->a, ANY);
    else
        operands_of(c, e, &a, &b);
    c->temporary = mark;
    c->place = e->place;
    return arithmetic(c, e->kind, class_of(e->type), a, b, e->b, want);
}

static unsigned compare(struct compiler *c, struct expr *e, int want)
{
    enum value_class class = class_of(e->a->type);
    unsigned mark = c->temporary, a, b;
    operands_of(c, e, &a, &b);
    c->temporary = mark;
    unsigned to = register_for(c, want);
    int kind = class == CLASS_F32 ? 2 : class == CLASS_F64 ? 3 : class_is_unsigned(class) ? 1 : 0;
    static const uint8_t equal[] = {CODE_SET_EQ, CODE_SET_EQ, CODE_SET_EQ_F32, CODE_SET_EQ_F64};
    static const uint8_t unequal[] = {CODE_SET_NE, CODE_SET_NE, CODE_SET_NE_F32, CODE_SET_NE_F64};
    static const uint8_t less[] = {CODE_SET_LT_S, CODE_SET_LT_U, CODE_SET_LT_F32, CODE_SET_LT_F64};
    static const uint8_t no_more[] = {CODE_SET_LE_S, CODE_SET_LE_U, CODE_SET_LE_F32,
                                      CODE_SET_LE_F64};
    switch (e->kind) {
    case EXPR_EQUAL:
        emit(c, equal[kind], to, a, b);
        break;
    case EXPR_NOT_EQUAL:
        emit(c, unequal[kind], to, a, b);
        break;
    case EXPR_LESS:
        emit(c, less[kind], to, a, b);
        break;
    case EXPR_LESS_EQUAL:
        emit(c, no_more[kind], to, a, b);
        break;
    case EXPR_GREATER:
        emit(c, less[kind], to, b, a);
        break;
    default:
        emit(c, no_more[kind], to, b, a);
        break;
    }
    return to;
}

static unsigned negate(struct compiler *c, struct expr *e, int want)
{
    static const uint8_t negative[] = {CODE_NEG_I32, CODE_NEG_U32, CODE_NEG_64,
                                       CODE_NEG_64,  CODE_NEG_F32, CODE_NEG_F64};
    unsigned mark = c->temporary;
    int row = row_of(class_of(e->type));
    unsigned a = value_of(c, e->a, ANY);
    c->temporary = mark;
    if (e->kind == EXPR_NOT)
        return unary(c, CODE_NOT, a, want);
    if (e->kind == EXPR_COMPLEMENT)
        return unary(c, row == 1 ? CODE_COM_U32 : CODE_COM_S, a, want);
    return unary(c, negative[row], a, want);
}

/* ---- pointers ---- */

unsigned pointer_plus(struct compiler *c, unsigned reg, struct expr *count, int64_t size, int want)
{
    int64_t n;
    unsigned mark = c->temporary;
    if (small_constant(count, &n) && n * size >= -32768 && n * size <= 32767) {
        if (n == 0 || size == 0)
            return place_in(c, reg, want);
        unsigned to = register_for(c, want);
        emit(c, CODE_ADDI_64, to, reg, (uint16_t)(n * size));
        return to;
    }
    unsigned index = value_of(c, count, ANY);
    c->temporary = mark;
    unsigned to = register_for(c, want);
    if (size == 1)
        emit(c, CODE_ADD_64, to, reg, index);
    else
        emit_number(c, CODE_POINTER_ADD, to, reg, index, size);
    return to;
}

int64_t pointee_size(const struct type *pointer)
{
    int64_t size = pointer->base != NULL ? pointer->base->size : 1;
    return size > 0 ? size : 1; /* void and functions: as GNU C has it */
}

static unsigned pointer_arithmetic(struct compiler *c, struct expr *e, int want)
{
    unsigned mark = c->temporary;
    if (e->kind == EXPR_POINTER_ADD) {
        unsigned a = value_of(c, e->a, ANY);
        int64_t n;
        if (!small_constant(e->b, &n)) {
            unsigned index = value_of(c, e->b, ANY);
            c->temporary = mark;
            unsigned to = register_for(c, want);
            emit_number(c, CODE_POINTER_ADD, to, a, index, pointee_size(e->type));
            return to;
        }
        c->temporary = mark;
        return pointer_plus(c, a, e->b, pointee_size(e->type), want);
    }
    unsigned a = value_of(c, e->a, ANY), b = value_of(c, e->b, ANY);
    c->temporary = mark;
    unsigned to = register_for(c, want);
    emit_number(c, CODE_POINTER_DIFF, to, a, b, pointee_size(e->a->type));
    return to;
}

/* ---- the rest ---- */

static unsigned constant(struct compiler *c, const struct expr *e)
{
    int64_t bits = e->kind == EXPR_INT ? e->value : 0;
    if (e->kind == EXPR_FLOAT) {
        float single = (float)e->number;
        if (class_of(e->type) == CLASS_F32)
            memcpy(&bits, &single, sizeof single);
        else
            memcpy(&bits, &e->number, sizeof bits);
    } else if (class_of(e->type) == CLASS_U32) {
        bits = (uint32_t)bits;
    }
    return constant_register(c, bits);
}

static unsigned effect(struct compiler *c, struct expr *e, int want)
{
    (void)want;
    effect_of(c, e);
    return 0;
}

static unsigned choice(struct compiler *c, struct expr *e, int want)
{
    enum value_class class = class_of(e->type);
    unsigned mark = c->temporary;
    unsigned to = class == CLASS_NONE ? 0 : register_for(c, want);
    struct deferred *d =
        class == CLASS_NONE ? choose(c, e, ANY, effect) : choose(c, e, (int)to, value_of);
    if (class == CLASS_RECORD) {
        d->record_bytes = (uint64_t)e->type->size;
        d->record = (int)local_register(c, d->record_bytes, NULL, NULL, e->place);
    }
    if (want >= 0 || class == CLASS_NONE)
        c->temporary = mark;
    return to;
}

static unsigned value_inside(struct compiler *c, struct expr *e, int want)
{
    unsigned mark = c->temporary;
    c->place = e->place;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
        return place_in(c, constant(c, e), want);
    case EXPR_STRING:
        return address_of(c, e, want);
    case EXPR_LOCAL:
    case EXPR_GLOBAL:
    case EXPR_DEREF:
    case EXPR_INDEX:
    case EXPR_MEMBER: {
        if (class_of(e->type) == CLASS_RECORD)
            return address_of(c, e, want);
        struct lvalue l = lvalue_of(c, e);
        c->temporary = mark;
        c->place = e->place;
        return lvalue_load(c, &l, want);
    }
    case EXPR_FUNCTION:
        return place_in(c, constant_register(c, (int64_t)bytecode_function_address(e->function)),
                        want);
    case EXPR_ADDRESS:
    case EXPR_DECAY:
        return address_of(c, e->a, want);
    case EXPR_CAST: {
        enum value_class to = class_of(e->type);
        if (to == CLASS_NONE) {
            effect_of(c, e->a);
            return 0;
        }
        enum value_class from = class_of(e->a->type);
        bool same = from == to || (fits(from, to) && to != CLASS_BOOL && !class_is_float(to) &&
                                   to != CLASS_RECORD);
        unsigned reg = value_of(c, e->a, same ? want : ANY);
        if (same)
            return reg;
        c->temporary = mark;
        c->place = e->place;
        return convert_class(c, reg, from, to, want);
    }
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT:
    case EXPR_NOT:
        return negate(c, e, want);
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
    case EXPR_SHIFT_LEFT:
    case EXPR_SHIFT_RIGHT:
        return binary(c, e, want);
    case EXPR_POINTER_ADD:
    case EXPR_POINTER_DIFF:
        return pointer_arithmetic(c, e, want);
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
        return compare(c, e, want);
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR:
        return condition_value(c, e, want);
    case EXPR_CONDITIONAL:
        return choice(c, e, want);
    case EXPR_COMMA:
        effect_of(c, e->a);
        return value_of(c, e->b, want);
    case EXPR_ASSIGN:
        return assign_value(c, e, want);
    case EXPR_ASSIGN_OP:
        return assign_op_value(c, e, want);
    case EXPR_PRE_STEP:
        return step_lvalue(c, e, want, false);
    case EXPR_POST_STEP:
        return step_lvalue(c, e, want, true);
    case EXPR_CALL:
    case EXPR_LAUNCH:
        return call_value(c, e, want);
    case EXPR_OPAQUE:
        break;
    }
    /* in a lambda of device code, say: an error only when the host gets here */
    emit(c, CODE_REFUSE, 0, 0, 0);
    return want >= 0 ? (unsigned)want : temporary_new(c);
}

unsigned value_of(struct compiler *c, struct expr *e, int want)
{
    if (c->failed)
        return want >= 0 ? (unsigned)want : 0;
    if (++c->depth > MAX_DEPTH)
        compile_fail(c, e->place, "an expression of more than %d operations inside each other",
                     MAX_DEPTH);
    unsigned reg = c->failed ? 0 : value_inside(c, e, want);
    c->depth--;
    return reg;
}

void effect_of(struct compiler *c, struct expr *e)
{
    unsigned mark = c->temporary;
    if (e->kind == EXPR_POST_STEP)
        step_lvalue(c, e, ANY, false);
    else if (e->kind == EXPR_CAST && class_of(e->type) == CLASS_NONE)
        effect_of(c, e->a);
    else
        value_of(c, e, ANY);
    struct bytecode *code = c->code;
    if (e->kind == EXPR_CALL && code->site_count && code->sites[code->site_count - 1].call == e)
        code->sites[code->site_count - 1].dropped = true;
    c->temporary = mark;
}

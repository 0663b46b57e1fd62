/* Assignments, with and without an operator, and steps: `++`, `--`. */
#include "sim/script/compiler.h"

#include <string.h>

/* Nothing is copied of what is empty: another part of an object may lie in its place. */
void copy_object(struct compiler *c, unsigned to, unsigned from, const struct type *type)
{
    bool empty = type->kind == TYPE_RECORD && record_is_empty(type->record);
    if (type->size > 0 && !empty)
        emit_number(c, CODE_COPY, to, from, 0, type->size);
}

/* The value of the right side, which is taken before anything is done for the left one. */
static unsigned right_side(struct compiler *c, struct expr *e)
{
    unsigned mark = c->temporary, value = value_of(c, e->b, ANY);
    if (value >= mark || select_is_plain(e->a)) /* no variable's own, or none that changes */
        return value;
    return place_in(c, value, (int)temporary_new(c)); /* a[i++] = i */
}

unsigned assign_value(struct compiler *c, struct expr *e, int want)
{
    unsigned mark = c->temporary;
    enum value_class class = class_of(e->type);
    const struct target outer = c->target;
    const char *name = lvalue_name(e->a);
    if (name != NULL && *name) /* a temporary stands for what gets its value */
        c->target.name = name;
    if (e->a->type->kind == TYPE_POINTER)
        c->target.type = e->a->type;
    if (class == CLASS_RECORD) {
        unsigned from = value_of(c, e->b, ANY);
        c->target = outer;
        unsigned to = address_of(c, e->a, ANY);
        copy_object(c, to, from, e->type);
        return keep_value(c, to, mark, want);
    }
    if (e->a->kind == EXPR_LOCAL) {
        struct lvalue l = lvalue_of(c, e->a);
        if (l.kind == LVALUE_REGISTER) {
            if (bound_decides(c, e))
                bound_value(c, e->b, l.base);
            else
                value_of(c, e->b, l.base);
            c->target = outer;
            c->temporary = mark;
            return place_in(c, l.base, want);
        }
    }
    unsigned value = right_side(c, e);
    c->target = outer;
    struct lvalue l = lvalue_of(c, e->a);
    c->place = e->place;
    value = lvalue_store(c, &l, value);
    return keep_value(c, value, mark, want);
}

unsigned assign_op_value(struct compiler *c, struct expr *e, int want)
{
    unsigned mark = c->temporary;
    enum value_class class = class_of(e->type), compute = class_of(e->compute);
    int64_t n;
    bool sum = e->op == EXPR_ADD || e->op == EXPR_SUBTRACT;
    bool immediate = sum && !class_is_float(compute) && small_constant(e->b, &n);
    unsigned value, b = immediate ? 0 : value_of(c, e->b, ANY); /* a variable is read late */
    struct lvalue l = lvalue_of(c, e->a);
    int into = l.kind == LVALUE_REGISTER && compute == class ? l.base : ANY;
    if (e->op == EXPR_POINTER_ADD) {
        unsigned old = lvalue_load(c, &l, ANY);
        value = register_for(c, l.kind == LVALUE_REGISTER ? l.base : ANY);
        emit_number(c, CODE_POINTER_ADD, value, old, b, pointee_size(e->type));
    } else {
        unsigned old = convert_class(c, lvalue_load(c, &l, ANY), class, compute, ANY);
        c->place = e->place;
        value = arithmetic(c, e->op, compute, old, b, immediate ? e->b : NULL, into);
        value = convert_class(c, value, compute, class, l.kind == LVALUE_REGISTER ? l.base : ANY);
    }
    if (l.kind != LVALUE_REGISTER)
        value = lvalue_store(c, &l, value);
    return keep_value(c, l.kind == LVALUE_REGISTER ? l.base : value, mark, want);
}

/* Adds `by` to a value of `class`, in its own type. */
static unsigned step_value(struct compiler *c, unsigned old, enum value_class class,
                           const struct type *type, int64_t by, int want)
{
    unsigned to = register_for(c, want);
    if (class_is_float(class)) {
        double one = (double)by;
        float single = (float)by;
        int64_t bits = 0;
        if (class == CLASS_F32)
            memcpy(&bits, &single, sizeof single);
        else
            memcpy(&bits, &one, sizeof one);
        emit(c, class == CLASS_F32 ? CODE_ADD_F32 : CODE_ADD_F64, to, old,
             constant_register(c, bits));
        return to;
    }
    if (type->kind == TYPE_POINTER) {
        int64_t bytes = by * pointee_size(type);
        if (bytes >= -32768 && bytes <= 32767)
            emit(c, CODE_ADDI_64, to, old, (uint16_t)bytes);
        else
            emit(c, CODE_ADD_64, to, old, constant_register(c, bytes));
        return to;
    }
    enum bytecode_op op = class == CLASS_U32                         ? CODE_ADDI_U32
                          : class == CLASS_I64 || class == CLASS_U64 ? CODE_ADDI_64
                                                                     : CODE_ADDI_I32;
    emit(c, op, to, old, (uint16_t)by);
    return convert_class(c, to, class < CLASS_I32 ? CLASS_I32 : class, class, want);
}

unsigned step_lvalue(struct compiler *c, struct expr *e, int want, bool old_wanted)
{
    unsigned mark = c->temporary;
    enum value_class class = class_of(e->type);
    struct lvalue l = lvalue_of(c, e->a);
    if (l.kind == LVALUE_REGISTER) {
        unsigned old = l.base;
        if (old_wanted) {
            old = register_for(c, want);
            emit(c, CODE_MOVE, old, l.base, 0);
        }
        c->place = e->place;
        step_value(c, l.base, class, e->type, e->value, l.base);
        return old_wanted ? old : place_in(c, l.base, want);
    }
    unsigned old = lvalue_load(c, &l, ANY);
    unsigned now = step_value(c, old, class, e->type, e->value, ANY);
    now = lvalue_store(c, &l, now);
    return keep_value(c, old_wanted ? old : now, mark, want);
}

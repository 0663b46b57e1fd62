/* Lvalues: what can be loaded, stored to and pointed at; initialization. */
#include "sim/script/compiler.h"

#include <stddef.h>

static enum bytecode_op load_op(enum value_class class)
{
    switch (class) {
    case CLASS_I8:
        return CODE_LOAD_I8;
    case CLASS_U8:
    case CLASS_BOOL:
        return CODE_LOAD_U8;
    case CLASS_I16:
        return CODE_LOAD_I16;
    case CLASS_U16:
        return CODE_LOAD_U16;
    case CLASS_I32:
        return CODE_LOAD_I32;
    case CLASS_U32:
    case CLASS_F32:
        return CODE_LOAD_U32;
    default:
        return CODE_LOAD_64;
    }
}

static unsigned class_bytes(enum value_class class)
{
    switch (class) {
    case CLASS_I8:
    case CLASS_U8:
    case CLASS_BOOL:
        return 1;
    case CLASS_I16:
    case CLASS_U16:
        return 2;
    case CLASS_I32:
    case CLASS_U32:
    case CLASS_F32:
        return 4;
    default:
        return 8;
    }
}

static enum bytecode_op store_op(enum value_class class)
{
    switch (class_bytes(class)) {
    case 1:
        return CODE_STORE_8;
    case 2:
        return CODE_STORE_16;
    case 4:
        return CODE_STORE_32;
    default:
        return CODE_STORE_64;
    }
}

unsigned lvalue_load(struct compiler *c, const struct lvalue *l, int want)
{
    if (l->kind == LVALUE_REGISTER) {
        if (want >= 0 && (unsigned)want != l->base)
            emit(c, CODE_MOVE, (unsigned)want, l->base, 0);
        return want >= 0 ? (unsigned)want : l->base;
    }
    if (l->bits)
        return bits_load(c, l, want);
    unsigned to = want >= 0 ? (unsigned)want : temporary_new(c);
    enum bytecode_op op = load_op(l->class);
    if (l->kind == LVALUE_AT)
        emit(c, op, to, l->base, l->offset);
    else
        emit(c, (enum bytecode_op)(op - CODE_LOAD_I8 + CODE_LOADX_I8), to, l->base, l->index);
    return to;
}

unsigned lvalue_store(struct compiler *c, const struct lvalue *l, unsigned reg)
{
    if (l->bits)
        return bits_store(c, l, reg);
    enum bytecode_op op = store_op(l->class);
    if (l->kind == LVALUE_REGISTER) {
        if (reg != l->base)
            emit(c, CODE_MOVE, l->base, reg, 0);
    } else if (l->kind == LVALUE_AT) {
        emit(c, op, reg, l->base, l->offset);
    } else {
        emit(c, (enum bytecode_op)(op - CODE_STORE_8 + CODE_STOREX_8), reg, l->base, l->index);
    }
    return reg;
}

static struct lvalue at(struct compiler *c, unsigned base, int64_t offset, const struct type *type)
{
    if (offset < 0 || offset > UINT16_MAX) {
        unsigned sum = temporary_new(c);
        emit(c, CODE_ADD_64, sum, base, constant_register(c, offset));
        base = sum;
        offset = 0;
    }
    return (struct lvalue){.kind = LVALUE_AT,
                           .class = class_of(type),
                           .bytes = (uint64_t)type->size,
                           .base = (uint16_t)base,
                           .offset = (uint16_t)offset};
}

static unsigned global_register(struct compiler *c, const struct var *var)
{
    return constant_register(c, (int64_t)c->code->globals[var->index]);
}

static bool constant_index(const struct expr *e, int64_t *value)
{
    while (e->kind == EXPR_CAST && class_of(e->type) >= CLASS_I32 && class_of(e->type) <= CLASS_U64)
        e = e->a;
    *value = e->kind == EXPR_INT ? e->value : 0;
    return e->kind == EXPR_INT && e->value >= 0 && e->value <= INT32_MAX;
}

static struct lvalue element(struct compiler *c, struct expr *pointer, struct expr *index,
                             const struct type *type)
{
    int64_t n;
    unsigned base = value_of(c, pointer, ANY);
    if (constant_index(index, &n) && type->size < INT32_MAX)
        return at(c, base, n * type->size, type);
    enum value_class class = class_of(type);
    if (class < CLASS_NONE && type->size == (int64_t)class_bytes(class)) {
        unsigned i = value_of(c, index, ANY);
        return (struct lvalue){.kind = LVALUE_INDEXED,
                               .class = class,
                               .bytes = (uint64_t)type->size,
                               .base = (uint16_t)base,
                               .index = (uint16_t)i};
    }
    return at(c, pointer_plus(c, base, index, type->size, ANY), 0, type);
}

static struct lvalue member(struct compiler *c, struct expr *e)
{
    struct expr *record = e->a;
    struct lvalue bits = {0}, l;
    int64_t offset = e->offset;
    if (e->member && e->member->is_bits)
        bits_narrow(e->member, &bits, &offset);
    for (; record->kind == EXPR_MEMBER; record = record->a)
        offset += record->offset;
    if (!record->is_lvalue || record->kind == EXPR_CALL) {
        l = at(c, value_of(c, record, ANY), offset, e->type);
    } else {
        l = lvalue_of(c, record);
        l = l.kind == LVALUE_AT ? at(c, l.base, l.offset + offset, e->type)
                                : at(c, address_of(c, record, ANY), offset, e->type);
    }
    l.bits = bits.bits;
    l.shift = bits.shift;
    l.unit = bits.unit;
    return l;
}

struct lvalue lvalue_of(struct compiler *c, struct expr *e)
{
    c->place = e->place;
    switch (e->kind) {
    case EXPR_LOCAL: {
        unsigned reg = c->registers[e->var->index];
        if (reg >= REGISTER_LOCAL)
            return at(c, reg, 0, e->type);
        return (struct lvalue){.kind = LVALUE_REGISTER,
                               .class = class_of(e->type),
                               .bytes = (uint64_t)e->type->size,
                               .base = (uint16_t)reg};
    }
    case EXPR_GLOBAL:
        return at(c, global_register(c, e->var), 0, e->type);
    case EXPR_DEREF:
        if (e->a->kind == EXPR_POINTER_ADD)
            return element(c, e->a->a, e->a->b, e->type);
        return at(c, value_of(c, e->a, ANY), 0, e->type);
    case EXPR_INDEX:
        return element(c, e->a, e->b, e->type);
    case EXPR_MEMBER:
        return member(c, e);
    case EXPR_COMMA:
        effect_of(c, e->a);
        return lvalue_of(c, e->b);
    case EXPR_ASSIGN:
    case EXPR_ASSIGN_OP:
    case EXPR_PRE_STEP:
        if (e->a->kind == EXPR_LOCAL) {
            effect_of(c, e);
            return lvalue_of(c, e->a);
        }
        break;
    default:
        break;
    }
    return at(c, address_of(c, e, ANY), 0, e->type);
}

static unsigned conditional_address(struct compiler *c, struct expr *e, int want)
{
    unsigned to = want >= 0 ? (unsigned)want : temporary_new(c);
    choose(c, e, (int)to, address_of)->is_place = true;
    return to;
}

static unsigned string_address(struct compiler *c, const struct expr *e)
{
    /* equal literals may share; the same node always does, as code runs more than once */
    static const struct memory_site literal;
    uint64_t address;
    if (memory_make(c->memory, SEGMENT_LITERAL, (uint64_t)e->length, true, &literal, &address,
                    c->err) != 0 ||
        memory_put(c->memory, address, e->text, (uint64_t)e->length, 0, c->err) != 0) {
        c->failed = true;
        return 0;
    }
    return constant_register(c, (int64_t)address);
}

unsigned address_of(struct compiler *c, struct expr *e, int want)
{
    c->place = e->place;
    if (c->failed)
        return 0;
    switch (e->kind) {
    case EXPR_STRING:
        return place_in(c, string_address(c, e), want);
    case EXPR_DEREF:
        return value_of(c, e->a, want);
    case EXPR_FUNCTION:
        return value_of(c, e, want);
    case EXPR_INDEX: {
        unsigned base = value_of(c, e->a, ANY);
        return place_in(c, pointer_plus(c, base, e->b, e->type->size, ANY), want);
    }
    case EXPR_CONDITIONAL:
        if (class_of(e->type) == CLASS_RECORD && !e->is_lvalue)
            return value_of(c, e, want);
        return conditional_address(c, e, want);
    case EXPR_COMMA:
        effect_of(c, e->a);
        return address_of(c, e->b, want);
    case EXPR_ASSIGN:
    case EXPR_ASSIGN_OP:
    case EXPR_PRE_STEP:
        if (class_of(e->type) == CLASS_RECORD)
            return value_of(c, e, want);
        effect_of(c, e);
        return address_of(c, e->a, want);
    case EXPR_CALL:
        return value_of(c, e, want); /* of a record */
    case EXPR_CAST:
        return address_of(c, e->a, want);
    case EXPR_LOCAL:
    case EXPR_GLOBAL:
    case EXPR_MEMBER: {
        struct lvalue l = lvalue_of(c, e);
        if (l.kind == LVALUE_REGISTER) {
            compile_fail(c, e->place, "internal: the address of a variable in a register");
            return 0;
        }
        if (l.offset == 0)
            return place_in(c, l.base, want);
        unsigned to = want >= 0 ? (unsigned)want : temporary_new(c);
        if (l.offset <= INT16_MAX)
            emit(c, CODE_ADDI_64, to, l.base, l.offset);
        else
            emit(c, CODE_ADD_64, to, l.base, constant_register(c, l.offset));
        return to;
    }
    default: {
        /* a value of scalar type that must have an address: a temporary in memory */
        unsigned value = value_of(c, e, ANY);
        unsigned to = local_register(c, (uint64_t)e->type->size, NULL, NULL, e->place);
        struct lvalue l = at(c, to, 0, e->type);
        lvalue_store(c, &l, value);
        return place_in(c, to, want);
    }
    }
}

const char *lvalue_name(const struct expr *e)
{
    for (;;) {
        switch (e->kind) {
        case EXPR_LOCAL:
        case EXPR_GLOBAL:
            return e->var->name;
        case EXPR_MEMBER:
            return e->member != NULL ? e->member->name : NULL;
        case EXPR_INDEX:
        case EXPR_DEREF:
        case EXPR_ADDRESS:
        case EXPR_DECAY:
        case EXPR_CAST:
        case EXPR_POINTER_ADD:
            e = e->a;
            break;
        default:
            return NULL;
        }
    }
}

static void init_string(struct compiler *c, unsigned base, int64_t offset, struct expr *e)
{
    unsigned to = base;
    if (offset != 0) {
        to = temporary_new(c);
        emit(c, CODE_ADD_64, to, base, constant_register(c, offset));
    }
    int64_t bytes = e->type->size, given = e->length < bytes ? e->length : bytes;
    if (given < bytes)
        emit_number(c, CODE_CLEAR, to, 0, 0, bytes);
    if (given > 0)
        emit_number(c, CODE_COPY, to, address_of(c, e, ANY), 0, given);
}

void apply_inits(struct compiler *c, const struct var *var, unsigned base, uint64_t bytes)
{
    if (var->zero_first && bytes > 0)
        emit_number(c, CODE_CLEAR, base, 0, 0, (int64_t)bytes);
    else if (var->inits == NULL && bytes > 0)
        emit_number(c, CODE_FORGET, base, 0, 0, (int64_t)bytes);
    for (const struct init *i = var->inits; i != NULL; i = i->next) {
        unsigned mark = c->temporary;
        c->target = (struct target){var->name, var->type};
        if (class_of(i->value->type) == CLASS_NONE) {
            effect_of(c, i->value); /* a constructor's call */
        } else if (i->value->kind == EXPR_STRING && i->value->type->kind == TYPE_ARRAY) {
            c->place = i->value->place;
            init_string(c, base, i->offset, i->value);
        } else if (class_of(i->value->type) == CLASS_RECORD) {
            unsigned from = value_of(c, i->value, ANY);
            struct lvalue l = at(c, base, i->offset, i->value->type);
            unsigned to = l.base;
            if (l.offset != 0) {
                to = temporary_new(c);
                emit(c, CODE_ADD_64, to, l.base, constant_register(c, l.offset));
            }
            copy_object(c, to, from, i->value->type);
        } else {
            unsigned value = value_of(c, i->value, ANY);
            struct lvalue l = at(c, base, i->offset, i->value->type);
            lvalue_store(c, &l, value);
        }
        c->target = (struct target){NULL, NULL};
        c->temporary = mark;
    }
}

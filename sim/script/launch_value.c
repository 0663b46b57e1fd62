#include "sim/script/launch_value.h"

#include <math.h>
#include <string.h>

static const struct launch_value unknown = {0};

static struct launch_value whole(int64_t i)
{
    return (struct launch_value){.known = true, .i = i};
}

static struct launch_value floating(double d)
{
    return (struct launch_value){.known = true, .floating = true, .d = d};
}

double launch_number(struct launch_value value)
{
    if (!value.known)
        return 0;
    return value.floating ? value.d : (double)value.i;
}

int launch_dimension(const struct expr *expr, const char *name)
{
    if (expr->kind != EXPR_MEMBER || expr->a->kind != EXPR_GLOBAL || !expr->a->var->is_extern ||
        strcmp(expr->a->var->name, name) != 0 || expr->offset < 0 || expr->offset > 8)
        return -1;
    return (int)(expr->offset / 4);
}

/* The integer type that values of `type` are computed in. */
static const struct type *computed(const struct type *type)
{
    return type->kind == TYPE_ENUM ? type->base : type;
}

/* Cut to the width of an integer type. */
static int64_t cut(int64_t value, const struct type *type)
{
    type = computed(type);
    if (type->kind == TYPE_BOOL)
        return value != 0;
    if (type->size >= 8 || type->size <= 0)
        return value;
    unsigned shift = (unsigned)(64 - type->size * 8);
    uint64_t bits = (uint64_t)value << shift;
    return type_is_unsigned(type) ? (int64_t)(bits >> shift) : (int64_t)bits >> shift;
}

static struct launch_value from_bits(uint64_t bits, const struct type *type)
{
    if (type->kind == TYPE_FLOAT) {
        float f;
        uint32_t low = (uint32_t)bits;
        memcpy(&f, &low, sizeof f);
        return floating((double)f);
    }
    if (type->kind == TYPE_DOUBLE || type->kind == TYPE_LDOUBLE) {
        double d;
        memcpy(&d, &bits, sizeof d);
        return floating(d);
    }
    if (type_is_integer(type) || type->kind == TYPE_POINTER)
        return whole(cut((int64_t)bits, type));
    return unknown;
}

static struct launch_value address(const struct launch_scope *scope, const struct expr *expr);

static struct launch_value from_memory(const struct launch_scope *scope, const struct expr *expr)
{
    struct launch_value at = address(scope, expr);
    uint64_t offset;
    uint64_t size = (uint64_t)expr->type->size;
    if (!at.known || size == 0 || size > 8)
        return unknown;
    const struct memory_segment *segment = memory_find(scope->memory, (uint64_t)at.i, &offset);
    if (!segment || offset > segment->size || size > segment->size - offset)
        return unknown;
    /* whether what was enqueued before the launch has written here already, the time decides */
    if (segment->kind != SEGMENT_LOCAL && segment->kind != SEGMENT_LITERAL)
        scope->memory->gave_times = true;
    uint64_t bits = 0;
    if (memory_get(scope->memory, (uint64_t)at.i, &bits, NULL, size) & MEMORY_UNKNOWN)
        return unknown;
    return from_bits(bits, expr->type);
}

/* Where an lvalue lies. */
static struct launch_value address(const struct launch_scope *scope, const struct expr *expr)
{
    struct launch_value a, b;
    switch (expr->kind) {
    case EXPR_LOCAL:
        if (expr->var->index < scope->arg_count && expr->type->kind == TYPE_RECORD)
            return whole((int64_t)scope->args[expr->var->index].u);
        return unknown;
    case EXPR_GLOBAL:
        if (!scope->globals || expr->var->is_extern || !scope->globals[expr->var->index])
            return unknown;
        return whole((int64_t)scope->globals[expr->var->index]);
    case EXPR_DEREF:
        return launch_value(scope, expr->a);
    case EXPR_MEMBER:
        a = address(scope, expr->a);
        return a.known ? whole(a.i + expr->offset) : unknown;
    case EXPR_INDEX:
        a = launch_value(scope, expr->a);
        b = launch_value(scope, expr->b);
        if (!a.known || !b.known || a.floating || b.floating)
            return unknown;
        return whole((int64_t)((uint64_t)a.i + (uint64_t)b.i * (uint64_t)expr->type->size));
    default:
        return unknown;
    }
}

static struct launch_value convert(struct launch_value a, const struct type *type)
{
    if (!a.known)
        return unknown;
    if (type->kind == TYPE_FLOAT)
        return floating((double)(float)launch_number(a));
    if (type_is_floating(type)) {
        if (!a.floating)
            return floating(launch_number(a));
        return a;
    }
    if (type->kind == TYPE_BOOL)
        return whole(a.floating ? a.d != 0 : a.i != 0);
    if (!type_is_integer(type) && type->kind != TYPE_POINTER)
        return unknown;
    if (!a.floating)
        return whole(cut(a.i, type));
    if (!(a.d > -9.2e18 && a.d < 9.2e18))
        return unknown;
    return whole(cut((int64_t)a.d, type));
}

static struct launch_value arithmetic_floating(enum expr_kind kind, double a, double b,
                                               const struct type *type)
{
    double d;
    switch (kind) {
    case EXPR_ADD:
        d = a + b;
        break;
    case EXPR_SUBTRACT:
        d = a - b;
        break;
    case EXPR_MULTIPLY:
        d = a * b;
        break;
    case EXPR_DIVIDE:
        d = a / b;
        break;
    default:
        return unknown;
    }
    return floating(type->kind == TYPE_FLOAT ? (double)(float)d : d);
}

static struct launch_value arithmetic(enum expr_kind kind, struct launch_value a,
                                      struct launch_value b, const struct type *type)
{
    if (!a.known || !b.known)
        return unknown;
    if (a.floating || b.floating)
        return arithmetic_floating(kind, launch_number(a), launch_number(b), type);
    uint64_t x = (uint64_t)a.i, y = (uint64_t)b.i;
    bool is_unsigned = type_is_unsigned(computed(type));
    unsigned width = (unsigned)computed(type)->size * 8;
    switch (kind) {
    case EXPR_ADD:
        return whole(cut((int64_t)(x + y), type));
    case EXPR_SUBTRACT:
        return whole(cut((int64_t)(x - y), type));
    case EXPR_MULTIPLY:
        return whole(cut((int64_t)(x * y), type));
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
        if (y == 0 || (a.i == INT64_MIN && b.i == -1))
            return unknown;
        if (is_unsigned)
            return whole((int64_t)(kind == EXPR_DIVIDE ? x / y : x % y));
        return whole(cut(kind == EXPR_DIVIDE ? a.i / b.i : a.i % b.i, type));
    case EXPR_AND:
        return whole((int64_t)(x & y));
    case EXPR_OR:
        return whole((int64_t)(x | y));
    case EXPR_XOR:
        return whole(cut((int64_t)(x ^ y), type));
    case EXPR_SHIFT_LEFT:
        return y < width ? whole(cut((int64_t)(x << y), type)) : unknown;
    case EXPR_SHIFT_RIGHT:
        if (y >= width)
            return unknown;
        return whole(is_unsigned ? (int64_t)(x >> y) : a.i >> y);
    default:
        return unknown;
    }
}

static struct launch_value compare(enum expr_kind kind, struct launch_value a,
                                   struct launch_value b, const struct type *type)
{
    if (!a.known || !b.known)
        return unknown;
    int order;
    if (a.floating || b.floating) {
        double x = launch_number(a), y = launch_number(b);
        if (isnan(x) || isnan(y))
            return whole(kind == EXPR_NOT_EQUAL);
        order = (x > y) - (x < y);
    } else if (type->kind == TYPE_POINTER || type_is_unsigned(computed(type))) {
        order = ((uint64_t)a.i > (uint64_t)b.i) - ((uint64_t)a.i < (uint64_t)b.i);
    } else {
        order = (a.i > b.i) - (a.i < b.i);
    }
    switch (kind) {
    case EXPR_EQUAL:
        return whole(order == 0);
    case EXPR_NOT_EQUAL:
        return whole(order != 0);
    case EXPR_LESS:
        return whole(order < 0);
    case EXPR_LESS_EQUAL:
        return whole(order <= 0);
    case EXPR_GREATER:
        return whole(order > 0);
    default:
        return whole(order >= 0);
    }
}

static bool is_true(struct launch_value value)
{
    return value.floating ? value.d != 0 : value.i != 0;
}

/* The few functions of <math.h> that give the same bits everywhere. */
static struct launch_value call(const struct launch_scope *scope, const struct expr *expr)
{
    if (!expr->function || expr->arg_count < 1 || expr->arg_count > 2)
        return unknown;
    const char *name = expr->function->name;
    struct launch_value a = launch_value(scope, expr->args[0]);
    if (!a.known)
        return unknown;
    double x = launch_number(a);
    if (expr->arg_count == 1) {
        double d;
        if (strcmp(name, "ceil") == 0 || strcmp(name, "ceilf") == 0)
            d = ceil(x);
        else if (strcmp(name, "floor") == 0 || strcmp(name, "floorf") == 0)
            d = floor(x);
        else if (strcmp(name, "sqrt") == 0 || strcmp(name, "sqrtf") == 0)
            d = sqrt(x);
        else if (strcmp(name, "fabs") == 0 || strcmp(name, "fabsf") == 0)
            d = fabs(x);
        else if (strcmp(name, "abs") == 0 && !a.floating && a.i != INT64_MIN)
            return whole(a.i < 0 ? -a.i : a.i);
        else
            return unknown;
        return convert(floating(d), expr->type);
    }
    struct launch_value b = launch_value(scope, expr->args[1]);
    bool least = strcmp(name, "min") == 0 || strcmp(name, "fmin") == 0 ||
                 strcmp(name, "fminf") == 0 || strcmp(name, "std::min") == 0;
    bool most = strcmp(name, "max") == 0 || strcmp(name, "fmax") == 0 ||
                strcmp(name, "fmaxf") == 0 || strcmp(name, "std::max") == 0;
    if (!b.known || (!least && !most))
        return unknown;
    struct launch_value below = compare(EXPR_LESS, a, b, expr->type);
    return convert((below.i != 0) == least ? a : b, expr->type);
}

struct launch_value launch_value(const struct launch_scope *scope, const struct expr *expr)
{
    struct launch_value a, b;
    int dimension;
    switch (expr->kind) {
    case EXPR_INT:
        return whole(expr->value);
    case EXPR_FLOAT:
        return floating(expr->number);
    case EXPR_LOCAL:
        if (scope->locals && expr->type->kind != TYPE_RECORD) {
            a = scope->locals[expr->var->index];
            bool made = !a.known && scope->thread && scope->made_of[expr->var->index];
            return made ? launch_value(scope, scope->made_of[expr->var->index]) : a;
        }
        if (expr->var->index >= scope->arg_count || expr->var->is_reference ||
            expr->type->kind == TYPE_RECORD || scope->args[expr->var->index].tag & MEMORY_UNKNOWN)
            return unknown;
        return from_bits(scope->args[expr->var->index].u, expr->type);
    case EXPR_GLOBAL:
        if (expr->var->has_value)
            return whole(expr->var->value);
        return from_memory(scope, expr);
    case EXPR_MEMBER:
        if ((dimension = launch_dimension(expr, "gridDim")) >= 0)
            return whole(scope->grid[dimension]);
        if ((dimension = launch_dimension(expr, "blockDim")) >= 0)
            return whole(scope->block[dimension]);
        if (scope->thread && (dimension = launch_dimension(expr, "threadIdx")) >= 0)
            return whole(scope->thread[dimension]);
        if (expr->member && expr->member->is_bits)
            return unknown;
        return from_memory(scope, expr);
    case EXPR_DEREF:
    case EXPR_INDEX:
        return from_memory(scope, expr);
    case EXPR_ADDRESS:
    case EXPR_DECAY:
        return address(scope, expr->a);
    case EXPR_CAST:
        return convert(launch_value(scope, expr->a), expr->type);
    case EXPR_NEGATE:
        a = launch_value(scope, expr->a);
        if (a.known && a.floating)
            return floating(-a.d);
        return a.known ? whole(cut((int64_t)(0 - (uint64_t)a.i), expr->type)) : unknown;
    case EXPR_POST_STEP: /* of a variable that is followed: what it was */
        return scope->locals ? launch_value(scope, expr->a) : unknown;
    case EXPR_PRE_STEP:
        if (!scope->locals || expr->type->kind == TYPE_POINTER)
            return unknown;
        return arithmetic(EXPR_ADD, launch_value(scope, expr->a), whole(expr->value), expr->type);
    case EXPR_COMPLEMENT:
        a = launch_value(scope, expr->a);
        return a.known ? whole(cut(~a.i, expr->type)) : unknown;
    case EXPR_NOT:
        a = launch_value(scope, expr->a);
        return a.known ? whole(!is_true(a)) : unknown;
    case EXPR_POINTER_ADD:
        a = launch_value(scope, expr->a);
        b = launch_value(scope, expr->b);
        if (!a.known || !b.known || expr->type->kind != TYPE_POINTER)
            return unknown;
        return whole((int64_t)((uint64_t)a.i + (uint64_t)b.i * (uint64_t)expr->type->base->size));
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR:
        a = launch_value(scope, expr->a);
        if (a.known && is_true(a) == (expr->kind == EXPR_LOGICAL_OR))
            return whole(is_true(a));
        b = launch_value(scope, expr->b);
        if (b.known && is_true(b) == (expr->kind == EXPR_LOGICAL_OR))
            return whole(is_true(b));
        return a.known && b.known ? whole(is_true(b)) : unknown;
    case EXPR_CONDITIONAL:
        a = launch_value(scope, expr->a);
        return a.known ? launch_value(scope, is_true(a) ? expr->b : expr->c) : unknown;
    case EXPR_CALL:
        return call(scope, expr);
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
        return compare(expr->kind, launch_value(scope, expr->a), launch_value(scope, expr->b),
                       expr->a->type);
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
        return arithmetic(expr->kind, launch_value(scope, expr->a), launch_value(scope, expr->b),
                          expr->type);
    default:
        return unknown;
    }
}

bool launch_varies(const struct expr *e)
{
    if (!e)
        return false;
    if (launch_dimension(e, "blockIdx") >= 0 || launch_dimension(e, "threadIdx") >= 0)
        return true;
    for (int i = 0; i < e->arg_count; i++)
        if (launch_varies(e->args[i]))
            return true;
    return launch_varies(e->a) || launch_varies(e->b) || launch_varies(e->c);
}

/* Nodes of the typed tree, and what is computed while compiling. */
#include "sim/script/objects.h"

#include <limits.h>
#include <string.h>

struct expr *expr_new(struct parser *p, enum expr_kind kind, struct type *type, struct place place)
{
    if (++p->node_count > MAX_NODES)
        parse_fail(p, place, "this program expands to more than %d operations", MAX_NODES);
    struct expr *e = arena_alloc(p->arena, sizeof *e);
    e->kind = kind;
    e->type = type;
    e->place = place;
    e->depth = 1;
    return e;
}

static void deepen(struct parser *p, struct expr *e, const struct expr *child)
{
    if (!child || child->depth < e->depth)
        return;
    if (child->depth >= MAX_EXPR_DEPTH)
        parse_fail_hint(p, e->place, "split it into several statements",
                        "this expression chains more than %d operators", MAX_EXPR_DEPTH);
    e->depth = (uint16_t)(child->depth + 1);
}

static const struct type *without_arrays(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    return type;
}

/* So are those of its parts. */
static void note_bytes(const struct type *type)
{
    type = without_arrays(type);
    if (type->kind != TYPE_RECORD || type->record->bytes_seen)
        return;
    type->record->bytes_seen = type->record->complete; /* else its parts are still to come */
    for (int i = 0; i < type->record->count; i++)
        note_bytes(type->record->members[i].type);
}

/* Through a pointer to something else a record is read without its members being named. */
static void note_cast(const struct type *from, const struct type *to)
{
    if (from->kind != TYPE_POINTER || to->kind == TYPE_BOOL || to->kind == TYPE_VOID)
        return;
    from = without_arrays(from->base);
    if (to->kind != TYPE_POINTER || without_arrays(to->base)->plain != from->plain)
        note_bytes(from);
}

struct expr *expr_unary(struct parser *p, enum expr_kind kind, struct type *type, struct expr *a,
                        struct place place)
{
    struct expr *e = expr_new(p, kind, type, place);
    e->a = a;
    deepen(p, e, a);
    if (kind == EXPR_CAST)
        note_cast(a->type, type);
    return e;
}

struct expr *expr_binary(struct parser *p, enum expr_kind kind, struct type *type, struct expr *a,
                         struct expr *b, struct place place)
{
    struct expr *e = expr_unary(p, kind, type, a, place);
    e->b = b;
    deepen(p, e, b);
    return e;
}

struct expr *expr_int(struct parser *p, struct type *type, int64_t value, struct place place)
{
    struct expr *e = expr_new(p, EXPR_INT, type->plain, place);
    e->value = value;
    return e;
}

struct expr *expr_string(struct parser *p, const char *text, size_t length, struct place place)
{
    struct type *element = type_const(p, p->basic[TYPE_CHAR]);
    struct expr *e = expr_new(p, EXPR_STRING, type_array(p, element, (int64_t)length + 1), place);
    e->text = arena_strndup(p->arena, text, length);
    e->length = (int64_t)length + 1;
    e->is_lvalue = true;
    return e;
}

struct expr *expr_raw_var(struct parser *p, struct var *var, struct place place)
{
    struct expr *e = expr_new(p, var->is_global ? EXPR_GLOBAL : EXPR_LOCAL, var->type, place);
    e->var = var;
    e->is_lvalue = true;
    return var->is_thread && !p->unevaluated && !p->device ? own_copy(p, e, place) : e;
}

struct expr *expr_var(struct parser *p, struct var *var, struct place place)
{
    struct expr *e = expr_raw_var(p, var, place);
    if (var->is_thread && !p->unevaluated && !p->device)
        e = own_made(p, var, e);
    return var->is_reference ? expr_deref(p, e, place) : e;
}

struct expr *expr_deref(struct parser *p, struct expr *pointer, struct place place)
{
    if (pointer->kind == EXPR_ADDRESS)
        return pointer->a;
    struct expr *e = expr_unary(p, EXPR_DEREF, pointer->type->base, pointer, place);
    e->is_lvalue = true;
    return e;
}

struct expr *expr_member(struct parser *p, struct expr *object, const struct member *member,
                         struct place place)
{
    struct type *type = member->type;
    const struct record *of = object->type->kind == TYPE_RECORD ? object->type->record : NULL;
    if (of && member >= of->members && member < of->members + of->count)
        of->members[member - of->members].is_mentioned = true;
    for (int i = 0; of && of->is_union && i < of->count; i++)
        note_bytes(of->members[i].type);
    if (type->kind == TYPE_REFERENCE)
        type = type_pointer(p, type->base);
    else if (object->type->is_const && !member->is_mutable)
        type = type_const(p, type);
    struct expr *e = expr_unary(p, EXPR_MEMBER, type, object, place);
    e->offset = member->offset;
    e->member = member;
    e->is_lvalue = object->is_lvalue;
    if (member->type->kind == TYPE_REFERENCE)
        return expr_deref(p, e, place);
    return e;
}

struct expr *expr_address(struct parser *p, struct expr *lvalue, struct place place)
{
    if (lvalue->kind == EXPR_DEREF)
        return lvalue->a;
    refuse_bits(p, lvalue);
    mark_address(p, lvalue);
    return expr_unary(p, EXPR_ADDRESS, type_pointer(p, lvalue->type), lvalue, place);
}

struct type *address_type(struct parser *p, const struct function *f)
{
    if (!f->is_method || !f->record || f->is_lambda || f->record->type->disguise != DISGUISE_NONE)
        return f->type;
    struct type *object = f->record->type;
    return type_of_member(p, f->is_const_method ? type_const(p, object) : object, f->type);
}

struct expr *expr_function(struct parser *p, struct function *f, struct place place)
{
    f = library_thunk(p, f);
    function_use(p, f, place);
    struct expr *e = expr_new(p, EXPR_FUNCTION, type_pointer(p, address_type(p, f)), place);
    e->function = f;
    return e;
}

struct expr *expr_call(struct parser *p, struct function *f, struct expr **args, int count,
                       struct place place)
{
    struct type *result = f->type->base;
    bool reference = result->kind == TYPE_REFERENCE;
    if (reference)
        result = type_pointer(p, result->base);
    struct expr *e = expr_new(p, EXPR_CALL, result->plain, place);
    e->function = f;
    e->args = args;
    e->arg_count = count;
    for (int i = 0; i < count; i++)
        deepen(p, e, args[i]);
    function_use(p, f, place);
    if (reference && f->type->base->is_rvalue)
        return moved_expr(p, expr_deref(p, e, place));
    return reference ? expr_deref(p, e, place) : e;
}

/* A call of one of the functions that lowering itself needs; arguments already have its types. */
struct expr *expr_builtin(struct parser *p, const char *name, struct type *result,
                          struct place place, int count, ...)
{
    uint32_t id = intern_adds(&p->tu->names, name);
    struct symbol *s = symbol_innermost(p, id);
    struct function *f;
    if (s && s->kind == SYMBOL_FUNCTION && s->overloads->function) {
        f = s->overloads->function;
    } else {
        struct type *none[1];
        f = function_new(p, name, type_function(p, result, none, 0, true), (struct place){0});
        f->is_builtin = f->is_host = f->is_variadic = true;
        struct scope *scope = p->scope;
        while (p->scope->outer)
            p->scope = p->scope->outer;
        s = symbol_declare(p, id, SYMBOL_FUNCTION, f->place);
        s->overloads = arena_alloc(p->arena, sizeof *s->overloads);
        s->overloads->function = f;
        p->scope = scope;
    }
    struct expr **args = arena_alloc(p->arena, ((size_t)count + 1) * sizeof(struct expr *));
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        args[i] = va_arg(list, struct expr *);
    va_end(list);
    struct expr *e = expr_call(p, f, args, count, place);
    e->type = result->plain; /* some of them return what the caller needs */
    e->order = ORDER_FORWARD;
    return e;
}

struct expr *expr_assign(struct parser *p, struct expr *to, struct expr *value, struct place place)
{
    struct expr *e = expr_binary(p, EXPR_ASSIGN, to->type, to, value, place);
    e->is_lvalue = !bits_of(to);
    return e;
}

struct expr *expr_comma(struct parser *p, struct expr *a, struct expr *b)
{
    if (!a)
        return b;
    struct expr *e = expr_binary(p, EXPR_COMMA, b->type, a, b, b->place);
    e->is_lvalue = b->is_lvalue;
    return e;
}

struct expr *expr_opaque(struct parser *p, struct expr *a, struct expr *b, struct place place)
{
    struct expr *e = expr_binary(p, EXPR_OPAQUE, p->basic[TYPE_UNKNOWN], a, b, place);
    e->is_lvalue = true;
    return e;
}

bool expr_is_opaque(const struct expr *e)
{
    return e->type->kind == TYPE_UNKNOWN;
}

bool expr_is_record(const struct expr *e)
{
    return (int)e->kind < EXPR_OVERLOAD && e->type->kind == TYPE_RECORD &&
           e->type->disguise == DISGUISE_NONE;
}

/* Wraps a computed value to the width of its type. */
static int64_t wrap(const struct type *type, uint64_t value)
{
    switch (type->kind == TYPE_ENUM ? type->base->kind : type->kind) {
    case TYPE_BOOL:
        return value != 0;
    case TYPE_CHAR:
    case TYPE_SCHAR:
        return (int8_t)value;
    case TYPE_UCHAR:
        return (uint8_t)value;
    case TYPE_SHORT:
        return (int16_t)value;
    case TYPE_USHORT:
        return (uint16_t)value;
    case TYPE_INT:
        return (int32_t)value;
    case TYPE_UINT:
        return (uint32_t)value;
    default:
        return (int64_t)value;
    }
}

static bool combine(const struct expr *e, int64_t a, int64_t b, int64_t *value)
{
    const struct type *type = e->a->type;
    bool is_unsigned = type_is_unsigned(type);
    uint64_t x = (uint64_t)a, y = (uint64_t)b, r;
    int bits = (int)type->size * 8;
    switch (e->kind) {
    case EXPR_ADD:
        r = x + y;
        break;
    case EXPR_SUBTRACT:
        r = x - y;
        break;
    case EXPR_MULTIPLY:
        r = x * y;
        break;
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
        if (b == 0)
            return false;
        if (is_unsigned)
            r = e->kind == EXPR_DIVIDE ? x / y : x % y;
        else if (b == -1)
            r = e->kind == EXPR_DIVIDE ? 0 - x : 0;
        else
            r = (uint64_t)(e->kind == EXPR_DIVIDE ? a / b : a % b);
        break;
    case EXPR_AND:
        r = x & y;
        break;
    case EXPR_OR:
        r = x | y;
        break;
    case EXPR_XOR:
        r = x ^ y;
        break;
    case EXPR_SHIFT_LEFT:
    case EXPR_SHIFT_RIGHT:
        if (b < 0 || b >= bits)
            return false;
        if (e->kind == EXPR_SHIFT_LEFT)
            r = x << b;
        else
            r = is_unsigned ? x >> b : (uint64_t)(a >> b);
        break;
    case EXPR_EQUAL:
        r = x == y;
        break;
    case EXPR_NOT_EQUAL:
        r = x != y;
        break;
    case EXPR_LESS:
        r = is_unsigned ? x < y : a < b;
        break;
    case EXPR_LESS_EQUAL:
        r = is_unsigned ? x <= y : a <= b;
        break;
    case EXPR_GREATER:
        r = is_unsigned ? x > y : a > b;
        break;
    case EXPR_GREATER_EQUAL:
        r = is_unsigned ? x >= y : a >= b;
        break;
    case EXPR_LOGICAL_AND:
        r = a && b;
        break;
    case EXPR_LOGICAL_OR:
        r = a || b;
        break;
    default:
        return false;
    }
    *value = wrap(e->type, r);
    return true;
}

static double rounded(const struct expr *e, double value)
{
    return e->type->kind == TYPE_FLOAT ? (double)(float)value : value;
}

bool constant_float(const struct expr *e, double *value)
{
    int64_t whole;
    if (e->kind == EXPR_FLOAT) {
        *value = e->number;
        return true;
    }
    if (e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL) {
        *value = e->var->number;
        return e->var->has_number;
    }
    if (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX || e->kind == EXPR_DEREF)
        return constant_float_element(e, value);
    if (e->kind == EXPR_CAST && type_is_floating(e->type)) {
        if (type_is_floating(e->a->type)) {
            bool known = constant_float(e->a, value);
            *value = rounded(e, *value);
            return known;
        }
        if (constant_value(e->a, &whole)) {
            *value = type_is_unsigned(e->a->type) ? (double)(uint64_t)whole : (double)whole;
            *value = rounded(e, *value);
            return true;
        }
    }
    if (e->kind == EXPR_NEGATE && constant_float(e->a, value)) {
        *value = -*value;
        return true;
    }
    double x, y;
    if (e->kind >= EXPR_ADD && e->kind <= EXPR_DIVIDE && constant_float(e->a, &x) &&
        constant_float(e->b, &y)) {
        *value = rounded(e, e->kind == EXPR_ADD        ? x + y
                            : e->kind == EXPR_SUBTRACT ? x - y
                            : e->kind == EXPR_MULTIPLY ? x * y
                                                       : x / y);
        return true;
    }
    return false;
}

/* Of a comparison of two floating numbers. */
static bool constant_order(const struct expr *e, int64_t *value)
{
    double x, y;
    if (e->kind < EXPR_EQUAL || e->kind > EXPR_GREATER_EQUAL || !constant_float(e->a, &x) ||
        !constant_float(e->b, &y))
        return false;
    *value = e->kind == EXPR_EQUAL        ? x == y
             : e->kind == EXPR_NOT_EQUAL  ? x != y
             : e->kind == EXPR_LESS       ? x < y
             : e->kind == EXPR_LESS_EQUAL ? x <= y
             : e->kind == EXPR_GREATER    ? x > y
                                          : x >= y;
    return true;
}

bool constant_value(const struct expr *e, int64_t *value)
{
    int64_t a, b;
    double number;
    switch ((int)e->kind) {
    case EXPR_INT:
        *value = e->value;
        return true;
    case EXPR_LOCAL:
    case EXPR_GLOBAL:
        *value = e->var->value;
        return e->var->has_value;
    case EXPR_CAST:
        if (!type_is_integer(e->type))
            return false;
        if (type_is_floating(e->a->type)) {
            if (!constant_float(e->a, &number) || !(number > -9e18 && number < 9e18))
                return false;
            *value =
                e->type->kind == TYPE_BOOL ? number != 0 : wrap(e->type, (uint64_t)(int64_t)number);
            return true;
        }
        if (!type_is_integer(e->a->type) || !constant_value(e->a, &a))
            return false;
        *value = wrap(e->type, (uint64_t)a);
        return true;
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT:
    case EXPR_NOT:
        if (!type_is_integer(e->type) || !constant_value(e->a, &a))
            return false;
        *value = e->kind == EXPR_NEGATE       ? wrap(e->type, 0 - (uint64_t)a)
                 : e->kind == EXPR_COMPLEMENT ? wrap(e->type, ~(uint64_t)a)
                                              : !a;
        return true;
    case EXPR_CALL:
        return constant_call(e, value);
    case EXPR_COMMA:
        return constant_does_nothing(e->a) && constant_value(e->b, value);
    case EXPR_MEMBER:
    case EXPR_INDEX:
    case EXPR_DEREF:
        return constant_int_element(e, value);
    case EXPR_CONDITIONAL:
        if (!type_is_integer(e->type) || !constant_value(e->a, &a))
            return false;
        return constant_value(a ? e->b : e->c, value);
    default:
        if (e->a && type_is_floating(e->a->type))
            return constant_order(e, value);
        if (e->kind < EXPR_ADD || e->kind > EXPR_LOGICAL_OR || !type_is_integer(e->a->type) ||
            !constant_value(e->a, &a))
            return false;
        if (e->kind == EXPR_LOGICAL_AND && !a) {
            *value = 0;
            return true;
        }
        if (e->kind == EXPR_LOGICAL_OR && a) {
            *value = 1;
            return true;
        }
        return constant_value(e->b, &b) && combine(e, a, b, value);
    }
}

static bool is_literal(const struct expr *e)
{
    return e && (e->kind == EXPR_INT || e->kind == EXPR_FLOAT);
}

/* Operators on literals become literals; named constants stay names. */
struct expr *fold(struct parser *p, struct expr *e)
{
    if (e->kind < EXPR_CAST || e->kind > EXPR_LOGICAL_OR || !is_literal(e->a) ||
        (e->b && !is_literal(e->b)))
        return e;
    int64_t whole;
    double number;
    if (type_is_integer(e->type) && constant_value(e, &whole)) {
        struct expr *made = expr_int(p, e->type, whole, e->place);
        made->explicit_cast = e->explicit_cast || e->kind != EXPR_CAST;
        return made;
    }
    if (e->type->kind == TYPE_POINTER && e->kind == EXPR_CAST && e->a->kind == EXPR_INT) {
        struct expr *made = expr_int(p, e->type, e->a->value, e->place);
        made->explicit_cast = e->explicit_cast;
        return made;
    }
    if (type_is_floating(e->type) && constant_float(e, &number)) {
        struct expr *made = expr_new(p, EXPR_FLOAT, e->type->plain, e->place);
        made->number = e->type->kind == TYPE_FLOAT ? (double)(float)number : number;
        return made;
    }
    return e;
}

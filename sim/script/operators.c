/* The operators: which types they take and what they make. */
#include "sim/script/ordering.h"

#include <stdio.h>
#include <string.h>

static const char *spelling(uint16_t op, char *buffer)
{
    snprintf(buffer, 4, "%c%c", (char)(op & 0x7f), (char)(op >> 8 & 0x7f));
    if (op & 0x8000) { /* <<=, >>= and <=> */
        buffer[2] = op == PUNCT3('<', '=') ? '>' : '=';
        buffer[3] = '\0';
    }
    return buffer;
}

_Noreturn static void fail_operands(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                                    struct place place)
{
    char text[8];
    parse_fail(p, place, "'%s' cannot take %s and %s", spelling(op, text),
               type_text(p, a->type->plain), type_text(p, b->type->plain));
}

static bool is_plain_value(const struct expr *e)
{
    return (int)e->kind < EXPR_OVERLOAD;
}

static bool is_record_like(const struct expr *e)
{
    return !is_plain_value(e) || e->type->kind == TYPE_RECORD || e->type->disguise != DISGUISE_NONE;
}

static bool is_arithmetic(const struct expr *e)
{
    return type_is_arithmetic(e->type) &&
           !(e->type->kind == TYPE_ENUM && e->type->enumeration->scoped);
}

static bool is_integer(const struct expr *e)
{
    return type_is_integer(e->type) && is_arithmetic(e);
}

static struct expr *to_long(struct parser *p, struct expr *e)
{
    return cast_node(p, e, p->basic[TYPE_LONG]);
}

static void need_complete(struct parser *p, struct expr *pointer, struct place place)
{
    struct type *base = pointer->type->base;
    if (base->size == 0)
        parse_fail(p, place, "arithmetic on a %s: the size of what it points to is not known",
                   type_text(p, pointer->type->plain));
}

static struct expr *pointer_add(struct parser *p, struct expr *a, struct expr *b, bool negative,
                                struct place place)
{
    need_complete(p, a, place);
    b = to_long(p, b);
    if (negative)
        b = fold(p, expr_unary(p, EXPR_NEGATE, p->basic[TYPE_LONG], b, place));
    return expr_binary(p, EXPR_POINTER_ADD, a->type->plain, a, b, place);
}

static enum expr_kind arithmetic_kind(uint16_t op)
{
    switch (op) {
    case PUNCT1('+'):
        return EXPR_ADD;
    case PUNCT1('-'):
        return EXPR_SUBTRACT;
    case PUNCT1('*'):
        return EXPR_MULTIPLY;
    case PUNCT1('/'):
        return EXPR_DIVIDE;
    case PUNCT1('%'):
        return EXPR_REMAINDER;
    case PUNCT1('&'):
        return EXPR_AND;
    case PUNCT1('|'):
        return EXPR_OR;
    case PUNCT1('^'):
        return EXPR_XOR;
    case PUNCT2('<', '<'):
        return EXPR_SHIFT_LEFT;
    case PUNCT2('>', '>'):
        return EXPR_SHIFT_RIGHT;
    case PUNCT2('=', '='):
        return EXPR_EQUAL;
    case PUNCT2('!', '='):
        return EXPR_NOT_EQUAL;
    case PUNCT1('<'):
        return EXPR_LESS;
    case PUNCT2('<', '='):
        return EXPR_LESS_EQUAL;
    case PUNCT1('>'):
        return EXPR_GREATER;
    default:
        return EXPR_GREATER_EQUAL;
    }
}

static struct expr *build_compare(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                                  struct place place)
{
    enum expr_kind kind = arithmetic_kind(op);
    struct type *type = NULL;
    if (is_arithmetic(a) && is_arithmetic(b)) {
        type = common_type(p, a->type, b->type);
    } else if (a->type->kind == TYPE_ENUM && a->type->plain == b->type->plain) {
        type = a->type->plain;
    } else if (a->type->kind == TYPE_POINTER || b->type->kind == TYPE_POINTER) {
        struct expr *pointer = a->type->kind == TYPE_POINTER ? a : b;
        struct expr *other = pointer == a ? b : a;
        if (is_null_constant(other) && (kind == EXPR_EQUAL || kind == EXPR_NOT_EQUAL)) {
            type = pointer->type->plain;
            other = expr_int(p, type, 0, other->place);
            if (pointer == a)
                b = other;
            else
                a = other;
        } else if (conversion_rank(p, b, a->type) >= 0 && b->type->kind == TYPE_POINTER) {
            type = a->type->plain;
        } else if (a->type->kind == TYPE_POINTER && conversion_rank(p, a, b->type) >= 0) {
            type = b->type->plain;
        }
    } else if (a->type->kind == TYPE_NULLPTR && b->type->kind == TYPE_NULLPTR) {
        type = a->type->plain;
    }
    if (!type)
        fail_operands(p, op, a, b, place);
    a = cast_related(p, a, type);
    b = cast_related(p, b, type);
    return fold(p, expr_binary(p, kind, p->basic[TYPE_BOOL], a, b, place));
}

static struct expr *build_logical(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                                  struct place place)
{
    a = to_bool(p, a, "an operand of && or ||");
    b = to_bool(p, b, "an operand of && or ||");
    bool is_and = op == PUNCT2('&', '&');
    return fold(p, expr_binary(p, is_and ? EXPR_LOGICAL_AND : EXPR_LOGICAL_OR, p->basic[TYPE_BOOL],
                               a, b, place));
}

static struct expr *build_additive(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                                   struct place place)
{
    bool plus = op == PUNCT1('+');
    if (a->type->kind == TYPE_POINTER && is_integer(b))
        return pointer_add(p, a, b, !plus, place);
    if (plus && b->type->kind == TYPE_POINTER && is_integer(a))
        return pointer_add(p, b, a, false, place);
    if (!plus && a->type->kind == TYPE_POINTER && b->type->kind == TYPE_POINTER) {
        if (a->type->base->plain != b->type->base->plain)
            fail_operands(p, op, a, b, place);
        need_complete(p, a, place);
        return expr_binary(p, EXPR_POINTER_DIFF, p->basic[TYPE_LONG], a, cast_node(p, b, a->type),
                           place);
    }
    return NULL;
}

/* The operands of an operator on records: what the user or the library defines for it. */
static struct expr *build_overloaded(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                                     struct place place)
{
    struct expr *made = library_binary(p, op, a, b, place);
    if (made)
        return made;
    char text[8], name[24];
    snprintf(name, sizeof name, "operator%s", spelling(op, text));
    made = call_operator(p, name, a, b, place);
    if (made)
        return made;
    if (!is_plain_value(a))
        decay(p, a); /* says what is wrong with it */
    if (!is_plain_value(b))
        decay(p, b);
    return NULL;
}

/* Whether the program defines the operator for this enumeration, before which the numbers' stands
 * back. */
static bool takes_enum(struct parser *p, const char *name, struct expr *a, struct expr *b,
                       const struct type *type)
{
    uint32_t id = intern_find(&p->tu->names, name, strlen(name));
    if (id == 0 || type->kind != TYPE_ENUM)
        return false;
    for (const struct overload *o = operator_overloads(p, id, a, b); o; o = o->next) {
        if (o->template && !o->template->builtin)
            return true; /* unless it does not take them */
        for (int i = 0; o->function && i < o->function->type->parameter_count; i++) {
            const struct type *to = o->function->type->parameters[i];
            if ((to->kind == TYPE_REFERENCE ? to->base : to)->plain == type->plain)
                return true;
        }
    }
    return false;
}

/* NULL: it does not. */
static struct expr *enum_operator(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                                  struct place place)
{
    char text[8], name[24];
    if (p->device || !is_plain_value(a) || (b && !is_plain_value(b)) ||
        (a->type->kind != TYPE_ENUM && (!b || b->type->kind != TYPE_ENUM)))
        return NULL;
    snprintf(name, sizeof name, "operator%s", spelling(op, text));
    if (!takes_enum(p, name, a, b, a->type) && !(b && takes_enum(p, name, a, b, b->type)))
        return NULL;
    return call_operator(p, name, a, b, place);
}

struct expr *build_binary(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                          struct place place)
{
    if (op == PUNCT1(',')) {
        a = discarded(p, decay(p, a));
        return expr_comma(p, a, is_plain_value(b) ? b : decay(p, b));
    }
    if (op == PUNCT3('<', '='))
        return p->device ? expr_opaque(p, decay(p, a), decay(p, b), place)
                         : build_order(p, a, b, place);
    if (is_record_like(a) || is_record_like(b)) {
        struct expr *made = build_overloaded(p, op, a, b, place);
        made = made ? made : rewritten_operator(p, op, a, b, place);
        if (made)
            return made;
        a = to_scalar(p, decay(p, a));
        b = to_scalar(p, decay(p, b));
    }
    struct expr *own = enum_operator(p, op, a, b, place);
    if (own)
        return own;
    a = whole_bits(p, decay(p, a));
    b = whole_bits(p, decay(p, b));
    if (expr_is_opaque(a) || expr_is_opaque(b))
        return expr_opaque(p, a, b, place);
    if (op == PUNCT2('&', '&') || op == PUNCT2('|', '|'))
        return build_logical(p, op, a, b, place);
    enum expr_kind kind = arithmetic_kind(op);
    if (is_record_like(a) || is_record_like(b))
        fail_operands(p, op, a, b, place);
    if (kind >= EXPR_EQUAL)
        return build_compare(p, op, a, b, place);
    if (kind == EXPR_ADD || kind == EXPR_SUBTRACT) {
        struct expr *made = build_additive(p, op, a, b, place);
        if (made)
            return made;
    }
    bool whole = kind >= EXPR_REMAINDER;
    if (!is_arithmetic(a) || !is_arithmetic(b) || (whole && (!is_integer(a) || !is_integer(b))))
        fail_operands(p, op, a, b, place);
    if (kind == EXPR_SHIFT_LEFT || kind == EXPR_SHIFT_RIGHT) {
        struct type *type = promoted(p, a->type);
        return fold(p, expr_binary(p, kind, type, cast_node(p, a, type),
                                   cast_node(p, b, promoted(p, b->type)), place));
    }
    struct type *type = common_type(p, a->type, b->type);
    return fold(p, expr_binary(p, kind, type, cast_node(p, a, type), cast_node(p, b, type), place));
}

static struct expr *assign_plain(struct parser *p, struct expr *a, struct expr *b,
                                 struct place place)
{
    if (is_record_like(a)) {
        struct expr *made = assign_by_operator(p, a, b, place);
        if (!made && a->type->disguise != DISGUISE_NONE) {
            mark_written(p, a, place, "this assignment");
            made = library_assign(p, a, b, place);
        }
        if (!made && !a->type->is_const)
            made = assign_record(p, a, b, place);
        if (made)
            return made;
    }
    mark_written(p, a, place, "this assignment");
    if (expr_is_opaque(a))
        return expr_opaque(p, a, decay(p, b), place);
    const struct expr *root = a;
    while (root->kind == EXPR_MEMBER)
        root = root->a;
    bool named = root->kind == EXPR_LOCAL || root->kind == EXPR_GLOBAL;
    char what[160];
    snprintf(what, sizeof what, "what is assigned%s%s%s", named ? " to '" : "",
             named ? (a->kind == EXPR_MEMBER ? a->member->name : root->var->name) : "",
             named ? "'" : "");
    struct expr *value = convert(p, b, a->type->plain, what);
    if (expr_is_opaque(value))
        return expr_binary(p, EXPR_OPAQUE, a->type->plain, a, value, place);
    return expr_assign(p, a, value, place);
}

struct expr *build_assign(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                          struct place place)
{
    if (!is_plain_value(a))
        a = decay(p, a);
    if ((int)a->kind < EXPR_OVERLOAD && (int)b->kind < EXPR_OVERLOAD &&
        becomes_library(p, b->type->plain, a->type->plain))
        b = convert(p, b, a->type->plain, "what is assigned");
    if (op == PUNCT1('='))
        return assign_plain(p, a, b, place);
    /* += is + and its like; <<= and >>= have three characters */
    uint16_t binary = op & 0x8000 ? (uint16_t)(op & 0x7fff) : (uint16_t)(op & 0x7f);
    if (is_record_like(a) || is_record_like(b)) {
        struct expr *made = library_binary(p, op, a, b, place);
        char text[8], name[24];
        snprintf(name, sizeof name, "operator%s", spelling(op, text));
        if (!made)
            made = call_operator(p, name, a, b, place);
        if (made)
            return made;
        if (a->type->kind == TYPE_RECORD)
            return assign_plain(p, a, build_binary(p, binary, a, b, place), place);
    }
    struct expr *own = enum_operator(p, op, a, b, place);
    if (own)
        return own;
    b = whole_bits(p, to_scalar(p, decay(p, b)));
    mark_written(p, a, place, "this assignment");
    if (expr_is_opaque(a) || expr_is_opaque(b))
        return expr_binary(p, EXPR_OPAQUE, a->type->plain, a, b, place);
    struct expr *e = expr_binary(p, EXPR_ASSIGN_OP, a->type, a, b, place);
    struct type *old = whole_bits(p, a)->type;
    e->is_lvalue = !bits_of(a);
    e->op = arithmetic_kind(binary);
    if (a->type->kind == TYPE_POINTER && (e->op == EXPR_ADD || e->op == EXPR_SUBTRACT) &&
        is_integer(b)) {
        e->b = pointer_add(p, a, b, e->op == EXPR_SUBTRACT, place)->b;
        e->op = EXPR_POINTER_ADD;
        e->compute = a->type->plain;
        return e;
    }
    bool whole = e->op >= EXPR_REMAINDER;
    if (!is_arithmetic(a) || !is_arithmetic(b) || a->type->kind == TYPE_ENUM ||
        (whole && (!is_integer(a) || !is_integer(b))))
        fail_operands(p, op, a, b, place);
    bool shift = e->op == EXPR_SHIFT_LEFT || e->op == EXPR_SHIFT_RIGHT;
    e->compute = shift ? promoted(p, old) : common_type(p, old, b->type);
    e->b = cast_node(p, b, shift ? promoted(p, b->type) : e->compute);
    return e;
}

struct expr *build_unary(struct parser *p, uint16_t op, struct expr *a, struct place place)
{
    if (op == PUNCT1('&')) {
        if ((int)a->kind == EXPR_OVERLOAD)
            return a;
        if (!is_plain_value(a) || (!a->is_lvalue && !expr_is_opaque(a)))
            parse_fail(p, place, "& needs a variable, but this is only a value");
        return expr_is_opaque(a) ? expr_opaque(p, a, NULL, place) : expr_address(p, a, place);
    }
    if (op == PUNCT1('*') && (int)a->kind == EXPR_OVERLOAD)
        return a;
    if (is_record_like(a) && is_plain_value(a) && a->type->kind == TYPE_RECORD) {
        char name[16];
        snprintf(name, sizeof name, "operator%c", (char)op);
        struct expr *made = call_operator(p, name, a, NULL, place);
        if (made)
            return made;
        if (op != PUNCT1('!')) /* which takes what is explicit, too */
            a = op == PUNCT1('*') ? to_pointer(p, a) : to_scalar(p, a);
    }
    struct expr *own = enum_operator(p, op, a, NULL, place);
    if (own)
        return own;
    a = whole_bits(p, decay(p, a));
    if (expr_is_opaque(a))
        return expr_opaque(p, a, NULL, place);
    if (op == PUNCT1('+') && a->type->disguise == DISGUISE_LAMBDA && !a->type->record->generic) {
        struct function *f =
            lambda_function(a->type->plain); /* without captures: a pointer to it */
        if (f && !f->is_method)
            return convert(p, a, type_pointer(p, f->type), "the operand of +");
    }
    switch (op) {
    case PUNCT1('*'):
        if (a->type->kind != TYPE_POINTER)
            parse_fail(p, place, "* needs a pointer, but this is %s", type_text(p, a->type->plain));
        if (a->type->base->kind == TYPE_FUNCTION)
            return a;
        if (a->type->base->kind == TYPE_VOID)
            parse_fail_hint(p, place, "cast it to a pointer to something",
                            "there is no value behind a void *");
        return expr_deref(p, a, place);
    case PUNCT1('!'):
        return fold(p, expr_unary(p, EXPR_NOT, p->basic[TYPE_BOOL],
                                  to_bool(p, a, "the operand of !"), place));
    case PUNCT1('~'):
        if (!is_integer(a))
            break;
        a = cast_node(p, a, promoted(p, a->type));
        return fold(p, expr_unary(p, EXPR_COMPLEMENT, a->type, a, place));
    default:
        if (op == PUNCT1('-') && a->type->disguise == DISGUISE_DURATION)
            return expr_unary(p, EXPR_NEGATE, a->type->plain, a, place);
        if (op == PUNCT1('+') && a->type->kind == TYPE_POINTER)
            return a;
        if (!is_arithmetic(a) || a->type->disguise != DISGUISE_NONE)
            break;
        a = cast_node(p, a, promoted(p, a->type));
        if (op == PUNCT1('+')) {
            struct expr *value = expr_unary(p, EXPR_CAST, a->type->plain, a, place);
            return a->is_lvalue ? value : a;
        }
        return fold(p, expr_unary(p, EXPR_NEGATE, a->type->plain, a, place));
    }
    parse_fail(p, place, "'%c' cannot take %s", (char)op, type_text(p, a->type->plain));
}

struct expr *build_step(struct parser *p, struct expr *a, int by, bool post, struct place place)
{
    if (!is_plain_value(a))
        a = decay(p, a);
    if (a->type->kind == TYPE_RECORD || (a->type->kind == TYPE_ENUM && !p->device)) {
        struct expr *zero = post ? expr_int(p, p->basic[TYPE_INT], 0, place) : NULL;
        struct expr *made = call_operator(p, by > 0 ? "operator++" : "operator--", a, zero, place);
        if (made)
            return made;
    }
    struct expr *before = NULL;
    /* a class to C++, of which a temporary may be changed: *--v.end() */
    if (is_iterator_value(a)) {
        struct expr *kept = expr_raw_var(p, temporary(p, a->type, place), place);
        before = expr_assign(p, kept, a, place);
        a = kept;
    }
    mark_written(p, a, place, by > 0 ? "++" : "--");
    if (expr_is_opaque(a))
        return expr_opaque(p, a, NULL, place);
    bool ok = a->type->kind == TYPE_POINTER ||
              (type_is_arithmetic(a->type) && a->type->kind != TYPE_ENUM &&
               a->type->kind != TYPE_BOOL && a->type->disguise != DISGUISE_THREAD);
    if (!ok)
        parse_fail(p, place, "%s cannot take %s", by > 0 ? "++" : "--",
                   type_text(p, a->type->plain));
    if (a->type->kind == TYPE_POINTER)
        need_complete(p, a, place);
    struct expr *e = expr_unary(p, post ? EXPR_POST_STEP : EXPR_PRE_STEP,
                                post ? a->type->plain : a->type, a, place);
    e->value = by;
    e->is_lvalue = !post && !bits_of(a);
    return before ? expr_comma(p, before, e) : e;
}

struct expr *build_index(struct parser *p, struct expr *a, struct expr *b, struct place place)
{
    if (is_plain_value(a) && a->type->kind == TYPE_RECORD) {
        struct expr *made = library_binary(p, PUNCT1('['), a, b, place);
        if (!made)
            made = call_operator(p, "operator[]", a, b, place);
        if (made)
            return made;
    }
    a = to_pointer(p, decay(p, a));
    b = a->type->kind == TYPE_POINTER ? to_scalar(p, decay(p, b)) : to_pointer(p, decay(p, b));
    if (expr_is_opaque(a) || expr_is_opaque(b)) {
        if (a->type->kind == TYPE_POINTER && a->type->base->size > 0) {
            struct expr *e = expr_binary(p, EXPR_INDEX, a->type->base, a, b, place);
            e->is_lvalue = true; /* a subscript that we do not understand is still an access */
            return e;
        }
        return expr_opaque(p, a, b, place);
    }
    if (a->type->kind != TYPE_POINTER && b->type->kind == TYPE_POINTER) {
        struct expr *swap = a; /* 2[a] */
        a = b;
        b = swap;
    }
    if (is_record_like(a) &&
        record_methods(p, a->type->record, intern_adds(&p->tu->names, "operator[]")))
        parse_fail(p, place, "no operator[] of %s takes this", type_text(p, a->type->plain));
    if (a->type->kind != TYPE_POINTER)
        parse_fail(p, place, "[ needs an array or a pointer, but this is %s",
                   type_text(p, a->type->plain));
    if (!is_integer(b))
        parse_fail(p, b->place, "an index must be a whole number, but this is %s",
                   type_text(p, b->type->plain));
    if (a->type->base->kind == TYPE_VOID)
        parse_fail_hint(p, place, "cast it to a pointer to something",
                        "there is no value behind a void *");
    need_complete(p, a, place);
    struct expr *e = expr_binary(p, EXPR_INDEX, a->type->base, a, to_long(p, b), place);
    e->is_lvalue = true;
    return e;
}

struct expr *build_conditional(struct parser *p, struct expr *c, struct expr *a, struct expr *b,
                               struct place place)
{
    c = to_bool(p, c, "what stands before ?");
    bool lvalues = is_plain_value(a) && is_plain_value(b) && a->is_lvalue && b->is_lvalue &&
                   a->type == b->type && a->type->kind != TYPE_ARRAY && !bits_of(a) && !bits_of(b);
    struct type *type;
    if (is_plain_value(a) && is_plain_value(b) && a->type->kind == TYPE_RECORD &&
        a->type->plain == b->type->plain) {
        type = a->type->plain;
        if (!lvalues) {
            a = copy_record(p, a);
            b = copy_record(p, b);
        }
    } else {
        if (is_plain_value(a) && a->type->kind == TYPE_RECORD &&
            conversion_rank(p, b, a->type) >= 0)
            b = convert(p, b, a->type, "this");
        else if (is_plain_value(b) && b->type->kind == TYPE_RECORD &&
                 conversion_rank(p, a, b->type) >= 0)
            a = convert(p, a, b->type, "this");
        a = decay(p, a); /* bit fields are not made ints here, as GCC has it */
        b = decay(p, b);
        if (expr_is_opaque(a) || expr_is_opaque(b) || expr_is_opaque(c))
            return expr_opaque(p, c, expr_opaque(p, a, b, place), place);
        if (a->type->plain == b->type->plain)
            type = a->type->plain;
        else if (is_arithmetic(a) && is_arithmetic(b) && !is_record_like(a) && !is_record_like(b))
            type = common_type(p, a->type, b->type);
        else if (a->type->kind != TYPE_VOID && conversion_rank(p, b, a->type) >= 0)
            type = a->type->plain;
        else if (b->type->kind != TYPE_VOID && conversion_rank(p, a, b->type) >= 0)
            type = b->type->plain;
        else
            parse_fail(p, place, "the two values of ?: do not agree: %s and %s",
                       type_text(p, a->type->plain), type_text(p, b->type->plain));
        if (type->kind != TYPE_VOID) {
            a = type->kind == TYPE_RECORD ? a : convert(p, a, type, "this");
            b = type->kind == TYPE_RECORD ? b : convert(p, b, type, "this");
        }
    }
    if (c->kind == EXPR_INT && !lvalues && a->kind == EXPR_INT && b->kind == EXPR_INT)
        return c->value ? a : b;
    struct expr *e = expr_binary(p, EXPR_CONDITIONAL, lvalues ? a->type : type, c, a, place);
    e->c = b;
    if (b->depth >= e->depth)
        e->depth = (uint16_t)(b->depth + 1);
    e->is_lvalue = lvalues;
    return e;
}

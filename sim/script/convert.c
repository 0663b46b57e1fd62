/* Conversions between types, by C++'s rules. */
#include "sim/script/objects.h"

bool is_null_constant(const struct expr *e)
{
    return e->type->kind == TYPE_NULLPTR ||
           (e->kind == EXPR_INT && e->value == 0 && !e->explicit_cast &&
            e->type->kind >= TYPE_INT && e->type->kind <= TYPE_ULLONG);
}

/* The address of the set's f, after the object that it may have been named with. */
static struct expr *address_of_one(struct parser *p, struct overload_expr *set, struct function *f)
{
    struct expr *address = address_type(p, f) != f->type ? method_address(p, f, set->expr.place)
                                                         : expr_function(p, f, set->expr.place);
    return set->has_object ? address : after_dropped(p, set->expr.a, address);
}

struct expr *decay(struct parser *p, struct expr *e)
{
    if ((int)e->kind == EXPR_OVERLOAD) {
        struct overload_expr *set = (struct overload_expr *)e;
        struct function *f = overload_pick(p, set, NULL);
        if (!f)
            parse_fail_hint(p, e->place, "use a lambda that calls it",
                            "which '%s' is meant cannot be told here", name_text(p, set->name));
        return address_of_one(p, set, f);
    }
    if ((int)e->kind == EXPR_BRACES)
        parse_fail(p, e->place, "a list in braces cannot stand here");
    if ((int)e->kind == EXPR_MANIPULATOR || (int)e->kind == EXPR_LIBRARY)
        parse_fail(p, e->place, "this name cannot stand here alone");
    if (e->type->kind == TYPE_ARRAY) {
        if (e->is_lvalue)
            mark_address(p, e);
        return expr_unary(p, EXPR_DECAY, type_pointer(p, e->type->base), e, e->place);
    }
    return e;
}

struct type *promoted(struct parser *p, struct type *type)
{
    type = type->plain;
    if (type->kind == TYPE_ENUM)
        type = type->enumeration->promoted ? type->enumeration->promoted : type->base;
    if (type->kind >= TYPE_BOOL && type->kind <= TYPE_USHORT)
        return p->basic[TYPE_INT];
    return type;
}

struct type *common_type(struct parser *p, struct type *a, struct type *b)
{
    a = promoted(p, a);
    b = promoted(p, b);
    if (type_is_floating(a) || type_is_floating(b)) {
        if (!type_is_floating(a))
            return b;
        if (!type_is_floating(b))
            return a;
        return a->kind > b->kind ? a : b;
    }
    if (a->kind == b->kind)
        return a;
    /* int, unsigned, long, unsigned long, ...: the order of the enum is that of the ranks, and
     * an unsigned type wins over a signed one of its size */
    if (a->size == b->size && type_is_unsigned(a) != type_is_unsigned(b)) {
        struct type *wider = a->kind > b->kind ? a : b;
        if (type_is_unsigned(wider))
            return wider;
        /* long long with unsigned long: unsigned long long */
        return wider->kind == TYPE_LLONG ? p->basic[TYPE_ULLONG] : a->kind < b->kind ? a : b;
    }
    return a->kind > b->kind ? a : b;
}

/* A call of the object's conversion function. */
static struct expr *call_conversion(struct parser *p, struct function *f, struct expr *e)
{
    struct expr **args = arena_alloc(p->arena, sizeof(struct expr *));
    args[0] = e->is_lvalue
                  ? expr_address(p, e, e->place)
                  : bind_reference(p, e, type_reference(p, type_const(p, e->type)), "the object");
    return expr_call(p, f, args, 1, e->place);
}

_Noreturn static void fail_conversion(struct parser *p, struct expr *e, struct type *to,
                                      const char *what)
{
    const char *wanted = type_text(p, to);
    if ((int)e->kind == EXPR_OVERLOAD)
        parse_fail(p, e->place, "%s must be %s, but '%s' is a function", what, wanted,
                   name_text(p, ((struct overload_expr *)e)->name));
    if ((int)e->kind == EXPR_BRACES)
        parse_fail(p, e->place, "%s must be %s, but it is a list in braces", what, wanted);
    const char *hint = NULL;
    struct type *from = value_type(p, e);
    if (to->kind == TYPE_REFERENCE && to->is_rvalue && e->type->plain == to->base->plain)
        parse_fail_hint(p, e->place, "std::move it, if it may be given up",
                        "%s must be a temporary, but it is a variable", what);
    if (to->kind == TYPE_REFERENCE && e->type->plain == to->base->plain)
        parse_fail(p, e->place, "%s must be a variable that may be written, but it is %s", what,
                   e->is_lvalue ? "const" : "only a value");
    if (from->kind == TYPE_POINTER && from->base->kind == TYPE_VOID && to->kind == TYPE_POINTER)
        hint = "C++ converts void * only explicitly: write a cast";
    else if (from->kind == TYPE_POINTER && to->kind == TYPE_POINTER &&
             from->base->plain == to->base->plain)
        hint = "it would lose const";
    else if (to->kind == TYPE_POINTER && e->is_lvalue &&
             (from == to->base->plain ||
              (from->kind == TYPE_POINTER && to->base->kind == TYPE_POINTER &&
               to->base->base->kind == TYPE_VOID)))
        hint = "write & in front of it";
    else if (from->kind == TYPE_POINTER && from->base->plain == to->plain)
        hint = "write * in front of it";
    else if (p->options->conversion_hint)
        hint = p->options->conversion_hint(p->options->context, wanted, what);
    parse_fail_hint(p, e->place, hint, "%s must be %s, but it is %s", what, wanted,
                    type_text(p, from));
}

struct expr *cast_node(struct parser *p, struct expr *e, struct type *to)
{
    to = to->plain;
    if (e->type->plain == to)
        return e;
    return fold(p, expr_unary(p, EXPR_CAST, to, e, e->place));
}

static struct expr *convert_record(struct parser *p, struct expr *e, struct type *to)
{
    if ((int)e->kind == EXPR_BRACES)
        return construct_value(p, to, e->args, e->arg_count, true, e->place);
    if (derives_from(e->type, to))
        e = upcast(p, e, to);
    if (e->type->plain == to)
        return copy_record(p, e);
    struct expr **args = arena_alloc(p->arena, sizeof(struct expr *));
    args[0] = e;
    return construct_value(p, to, args, 1, false, e->place);
}

/* std::move of a std::thread leaves it without one. */
static struct expr *take_thread(struct parser *p, struct expr *e)
{
    struct expr *before, *from = library_stable(p, e->b, &before);
    struct var *v = temporary(p, e->type, e->place);
    struct expr *kept = expr_assign(p, expr_raw_var(p, v, e->place), from, e->place);
    struct expr *none = expr_assign(p, from, expr_int(p, from->type, 0, e->place), e->place);
    struct expr *all = expr_comma(p, expr_comma(p, before, kept), none);
    all = expr_comma(p, all, expr_raw_var(p, v, e->place));
    all->is_lvalue = false;
    return all;
}

/* std::invoke and its like, which are C++ text, call &Record::method with the object itself, where
 * our functions take its address. */
static bool is_invoked_object(struct parser *p, const struct expr *e, const struct type *to)
{
    if ((int)e->kind >= EXPR_OVERLOAD || e->type->kind != TYPE_RECORD ||
        !(e->is_lvalue || e->is_moved) || type_is_disguised(e->type) || to->kind != TYPE_POINTER ||
        p->device || !p->tu->sources.files[e->place.file].builtin)
        return false;
    return e->type->plain == to->base->plain || derives_from(e->type, to->base);
}

struct expr *convert(struct parser *p, struct expr *e, struct type *to, const char *what)
{
    if (to->kind == TYPE_REFERENCE)
        return bind_reference(p, e, to, what);
    to = to->plain;
    if (to->kind == TYPE_VOID)
        parse_fail(p, e->place, "%s cannot be void", what);
    if (is_invoked_object(p, e, to))
        e = expr_address(p, e->is_moved ? e->b : e, e->place);
    if (conversion_rank(p, e, to) < 0)
        fail_conversion(p, e, to, what);
    if ((int)e->kind == EXPR_BRACES && to->kind != TYPE_RECORD) {
        if (e->arg_count == 0)
            return value_initial(p, to, e->place);
        check_narrowing(p, e->args[0], to);
        return convert(p, e->args[0], to, what);
    }
    if ((int)e->kind == EXPR_OVERLOAD && to->kind == TYPE_RECORD && to->disguise == DISGUISE_NONE)
        return convert_record(p, e, to);
    if ((int)e->kind == EXPR_OVERLOAD) {
        struct overload_expr *set = (struct overload_expr *)e;
        return address_of_one(p, set, overload_pick(p, set, to));
    }
    if ((int)e->kind != EXPR_BRACES) {
        if (to->disguise == DISGUISE_THREAD && e->type->plain == to && e->is_lvalue)
            parse_fail_hint(p, e->place, "std::move it", "a thread cannot be copied");
        if (e->type->plain == to && to->kind != TYPE_RECORD)
            return e->is_moved && to->disguise == DISGUISE_THREAD ? take_thread(p, e) : e;
        if (expr_is_opaque(e) || to->kind == TYPE_UNKNOWN)
            return e;
        if (becomes_library(p, e->type->plain, to))
            return call_conversion(p, conversion_function(p, e->type->plain, to), e);
        if (type_is_disguised(to) || type_is_disguised(e->type)) {
            if (e->type->plain == to)
                return to->kind == TYPE_RECORD ? copy_record(p, e) : e;
            return library_convert(p, e, to);
        }
        if (e->type->disguise == DISGUISE_LAMBDA && to->kind == TYPE_POINTER)
            return after_dropped(p, e, expr_function(p, lambda_function(e->type->plain), e->place));
    } else if (type_is_disguised(to)) {
        return library_convert(p, e, to);
    }
    if (to->kind == TYPE_RECORD)
        return convert_record(p, e, to);
    if (e->type->kind == TYPE_RECORD) {
        struct function *f = conversion_function(p, e->type, to);
        return convert(p, call_conversion(p, f, e), to, what);
    }
    e = decay(p, e);
    if (is_null_constant(e) && to->kind == TYPE_POINTER)
        return expr_int(p, to, 0, e->place);
    return cast_related(p, e, to);
}

struct expr *to_bool(struct parser *p, struct expr *e, const char *what)
{
    if ((int)e->kind < EXPR_OVERLOAD && e->type->kind == TYPE_RECORD && !type_is_disguised(e->type))
        return convert(p, e, p->basic[TYPE_BOOL], what);
    e = decay(p, e);
    if (expr_is_opaque(e))
        return e;
    if (!type_is_scalar(e->type) || type_is_disguised(e->type) ||
        (e->type->kind == TYPE_ENUM && e->type->enumeration->scoped))
        parse_fail(p, e->place, "%s must be true or false, but it is %s", what,
                   type_text(p, e->type->plain));
    return cast_node(p, e, p->basic[TYPE_BOOL]);
}

void mark_address(struct parser *p, struct expr *e)
{
    (void)p;
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    if (e->kind == EXPR_COMMA)
        mark_address(p, e->b);
    if (e->kind == EXPR_CONDITIONAL) {
        mark_address(p, e->b);
        mark_address(p, e->c);
    }
    if (e->kind == EXPR_LOCAL)
        e->var->needs_memory = true;
}

void mark_written(struct parser *p, struct expr *e, struct place place, const char *how)
{
    if (!e->is_lvalue)
        parse_fail(p, place, "%s needs a variable, but this is only a value", how);
    if (e->type->is_const) {
        const struct expr *root = e;
        while (root->kind == EXPR_MEMBER)
            root = root->a;
        if (root->kind == EXPR_LOCAL || root->kind == EXPR_GLOBAL)
            parse_fail(p, place, "'%s' is const", root->var->name);
        parse_fail(p, place, "what %s would change is const", how);
    }
    if (e->type->kind == TYPE_ARRAY)
        parse_fail_hint(p, place, "memcpy copies an array", "an array cannot be assigned");
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    if (e->kind == EXPR_GLOBAL && e->var->is_constant && !p->device)
        parse_fail_hint(p, place, "cudaMemcpyToSymbol writes it",
                        "'%s' is __constant__: the host cannot assign to it", e->var->name);
    if (e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL)
        e->var->written = true;
}

struct expr *bind_reference(struct parser *p, struct expr *e, struct type *to, const char *what)
{
    struct type *target = to->base;
    int rank = reference_rank(p, e, to);
    if (rank < 0)
        fail_conversion(p, e, to, what);
    struct type *pointer = type_pointer(p, target);
    if ((int)e->kind < EXPR_OVERLOAD && derives_from(e->type, target))
        e = upcast(p, e, target);
    if ((int)e->kind < EXPR_OVERLOAD) {
        if (expr_is_opaque(e))
            return expr_opaque(p, e, NULL, e->place);
        bool refers = e->is_lvalue && type_plain(p, e->type) == type_plain(p, target);
        if (refers && bits_of(e) && target->is_const) {
            e = value_of_bits(p, e);
            refers = false;
        }
        if (refers) {
            if (!target->is_const && !e->type->is_const) {
                const struct expr *root = e;
                while (root->kind == EXPR_MEMBER)
                    root = root->a;
                if (root->kind == EXPR_LOCAL || root->kind == EXPR_GLOBAL)
                    root->var->written = true;
            }
            return cast_node(p, expr_address(p, e, e->place), pointer);
        }
    }
    struct function *to_reference = to->is_rvalue ? NULL : conversion_to_reference(p, e, target);
    if (to_reference && !derives_from(e->type, target))
        return bind_reference(p, call_conversion(p, to_reference, e), to, what);
    struct type *plain = target->plain;
    if ((int)e->kind < EXPR_OVERLOAD && e->is_moved && e->type->plain == plain)
        return cast_node(p, expr_address(p, e->b, e->place), pointer);
    struct expr *value = convert(p, e, plain, what);
    if (is_fresh(value)) {
        struct expr *object = materialize(p, value);
        struct expr *address = expr_address(p, object->b, e->place);
        return expr_comma(p, object->a, cast_node(p, address, pointer));
    }
    struct var *var = temporary(p, plain, e->place);
    struct expr *set = expr_assign(p, expr_raw_var(p, var, e->place), value, e->place);
    struct expr *address = expr_address(p, expr_raw_var(p, var, e->place), e->place);
    return expr_comma(p, set, cast_node(p, address, pointer));
}

static bool pointer_sized(const struct type *t)
{
    return type_is_integer(t) && t->size == 8;
}

struct expr *cast_value(struct parser *p, struct expr *e)
{
    if ((int)e->kind >= EXPR_OVERLOAD || !e->is_lvalue || p->device || expr_is_opaque(e))
        return e;
    if (e->type->kind != TYPE_RECORD)
        return type_is_disguised(e->type) ? e
                                          : expr_unary(p, EXPR_CAST, e->type->plain, e, e->place);
    struct expr **args = arena_alloc(p->arena, sizeof *args);
    args[0] = e;
    return construct_value(p, e->type->plain, args, 1, false, e->place);
}

struct expr *explicit_cast(struct parser *p, struct expr *e, struct type *to, struct place place,
                           bool static_only)
{
    if (to->kind == TYPE_REFERENCE) {
        if (!e->is_lvalue)
            return decay(p, e);
        if (to->is_rvalue && e->type->plain == to->base->plain)
            return moved_expr(p, e);
        struct expr *address = expr_address(p, e, place);
        return expr_deref(p, cast_related(p, address, type_pointer(p, to->base)), place);
    }
    to = to->plain;
    if ((int)e->kind < EXPR_OVERLOAD && (expr_is_opaque(e) || to->kind == TYPE_UNKNOWN))
        return expr_opaque(p, e, NULL, place);
    if (to->kind == TYPE_VOID) {
        if ((int)e->kind >= EXPR_OVERLOAD)
            e = decay(p, e);
        return expr_unary(p, EXPR_CAST, to, discarded(p, e), place);
    }
    if ((int)e->kind == EXPR_OVERLOAD && to->kind == TYPE_POINTER &&
        !overload_pick(p, (struct overload_expr *)e, to))
        e = decay(p, e);
    if (conversion_rank(p, e, to) >= 0) {
        struct expr *made = convert(p, e, to, "this");
        if (made->kind == EXPR_INT || made->kind == EXPR_CAST)
            made->explicit_cast = true;
        return cast_value(p, made);
    }
    if ((int)e->kind >= EXPR_OVERLOAD || to->kind == TYPE_RECORD || type_is_disguised(to))
        fail_conversion(p, e, to, "what is cast");
    e = decay(p, e);
    struct type *from = e->type->plain;
    bool ok = false;
    if (type_is_arithmetic(from) && type_is_arithmetic(to))
        ok = true;
    else if (from->kind == TYPE_POINTER && to->kind == TYPE_POINTER)
        ok = !static_only || from->base->kind == TYPE_VOID || to->base->kind == TYPE_VOID ||
             derives_from(to->base, from->base);
    else if (!static_only && type_is_integer(from) && to->kind == TYPE_POINTER)
        ok = true;
    else if (!static_only && from->kind == TYPE_POINTER && type_is_integer(to)) {
        if (!pointer_sized(to) && to->kind != TYPE_BOOL)
            parse_fail_hint(p, place, "cast to size_t or long", "%s cannot hold a pointer",
                            type_text(p, to));
        ok = true;
    }
    if (from->kind == TYPE_RECORD || type_is_disguised(from))
        ok = false;
    if (!ok)
        parse_fail(p, place, "%s cannot be cast to %s", type_text(p, from), type_text(p, to));
    struct expr *moved = cast_related(p, e, to);
    if (moved->kind == EXPR_COMMA)
        return moved;
    struct expr *made =
        expr_unary(p, EXPR_CAST, to, moved->kind == EXPR_CAST ? moved->a : e, place);
    made->explicit_cast = true;
    return fold(p, made);
}

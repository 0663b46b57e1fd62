/* new and delete. */
#include "sim/script/objects.h"

#include <string.h>

/* A function of headers/cxx_objects.txt on all elements from `from` up to the end. */
static struct expr *each_of_new(struct parser *p, const char *name, struct expr *first, int from,
                                struct expr *bytes)
{
    struct place place = first->place;
    struct type *size_type = p->basic[TYPE_ULONG];
    struct type *element = first->type->base;
    struct expr *n = expr_binary(p, EXPR_DIVIDE, size_type, bytes,
                                 expr_int(p, size_type, element->size, place), place);
    if (from > 0) {
        first = expr_binary(p, EXPR_POINTER_ADD, first->type, first,
                            expr_int(p, p->basic[TYPE_LONG], from, place), place);
        n = expr_binary(p, EXPR_SUBTRACT, size_type, n, expr_int(p, size_type, from, place), place);
    }
    struct expr **args = arena_alloc(p->arena, 2 * sizeof *args);
    args[0] = first;
    args[1] = n;
    uint32_t id = intern_adds(&p->tu->names, name);
    struct symbol *s = symbol_innermost(p, id);
    return call_set(p, (struct overload_expr *)overload_new(p, id, s->overloads, place), args, 2,
                    place);
}

/* The constructors of new T[n]{a, b}: the values that are given, then the others. */
static struct expr *new_elements(struct parser *p, struct expr *first, struct var *bytes,
                                 struct expr **args, int count)
{
    struct place place = first->place;
    struct type *type = first->type->base;
    struct expr *all = NULL;
    for (int i = 0; i < count; i++) {
        struct expr *at = expr_int(p, p->basic[TYPE_LONG], i, place);
        struct expr *slot = build_index(p, first, at, place);
        bool inner = (int)args[i]->kind == EXPR_BRACES;
        struct expr *one =
            inner ? construct_at(p, slot, args[i]->args, args[i]->arg_count, true, place)
                  : construct_at(p, slot, &args[i], 1, false, args[i]->place);
        all = one ? expr_comma(p, all, one) : all;
    }
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    bool special = type->disguise == DISGUISE_STRING || /* an empty one holds its NUL */
                   (type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE &&
                    type_needs_construction(type) && !record_is_trivially_default(p, type->record));
    if (!special)
        return all;
    return expr_comma(
        p, all, each_of_new(p, "std::__ns_make_all", first, count, expr_raw_var(p, bytes, place)));
}

/* NULL: new (std::nothrow), which is like any other, as there is always memory. */
static struct expr *place_of_new(struct parser *p, const struct new_arguments *given,
                                 struct place place)
{
    struct expr **args = given->args;
    int count = given->count;
    bool one = count == 1 && (int)args[0]->kind < EXPR_OVERLOAD;
    if (one && args[0]->type->kind == TYPE_RECORD && args[0]->type->record->builtin &&
        strcmp(args[0]->type->record->name, "std::nothrow_t") == 0)
        return NULL;
    struct expr *at = one ? decay(p, args[0]) : NULL;
    if (!at || at->type->kind != TYPE_POINTER)
        parse_fail_hint(p, place, "use new without arguments, or with the address of a buffer",
                        "new with such arguments is not supported");
    return convert(p, at, type_pointer(p, p->basic[TYPE_VOID]), "the place of the new object");
}

struct expr *build_new(struct parser *p, bool is_global, struct place place)
{
    struct new_arguments given; /* where it is made: new (buffer) T; or of an operator new */
    memset(&given, 0, sizeof given);
    given.is_global = is_global;
    bool has_arguments = false;
    if (at_punct(p, PUNCT1('(')) && !at_type(p)) {
        p->at++;
        has_arguments = !at_type(p);
        if (has_arguments)
            given.count = parse_arguments(p, PUNCT1(')'), &given.args);
        else
            p->at--;
    }
    struct specifiers s;
    memset(&s, 0, sizeof s);
    parse_specifiers(p, &s);
    if (!s.type)
        parse_no_type(p, "the type of the new object");
    struct type *type = s.type->plain;
    while (accept_punct(p, PUNCT1('*')))
        type = type_pointer(p, type);
    struct expr *count = NULL;
    struct type *size_type = p->basic[TYPE_ULONG];
    if (accept_punct(p, PUNCT1('['))) {
        count = convert(p, decay(p, parse_expr(p)), size_type, "the number of elements");
        expect(p, PUNCT1(']'), "after the number of elements");
        while (accept_punct(p, PUNCT1('['))) {
            int64_t n = parse_constant(p, "the second dimension");
            expect(p, PUNCT1(']'), "after the dimension");
            if (n < 1 || n > MAX_OBJECT_BYTES / (type->size > 0 ? type->size : 1))
                parse_fail(p, place, "this dimension is too large");
            type = type_array(p, type, n);
        }
    }
    refuse_abstract(p, type, place);
    if (type->size == 0)
        parse_fail(p, place, "%s has no size", type_text(p, type));
    struct expr **args = NULL;
    int arg_count = 0;
    bool parens = false, braces = false;
    if (at_punct(p, PUNCT1('{'))) {
        struct expr *list = parse_braces(p);
        args = list->args;
        arg_count = list->arg_count;
        braces = true;
    } else if (accept_punct(p, PUNCT1('('))) {
        arg_count = parse_arguments(p, PUNCT1(')'), &args);
        parens = true;
    }
    if (!p->body)
        parse_fail(p, place, "new cannot stand outside a function");
    struct expr *bytes = expr_int(p, size_type, type->size, place);
    struct var *bytes_var = NULL;
    struct expr *before = NULL;
    if (count) {
        if (arg_count > 0)
            count = expr_builtin(p, "__ns_new_count", size_type, place, 2, count,
                                 expr_int(p, size_type, arg_count, place));
        bytes_var = temporary(p, size_type, place);
        bytes = fold(p, expr_binary(p, EXPR_MULTIPLY, size_type, count, bytes, place));
        before = expr_assign(p, expr_raw_var(p, bytes_var, place), bytes, place);
        bytes = expr_raw_var(p, bytes_var, place);
    }
    struct type *void_pointer = type_pointer(p, p->basic[TYPE_VOID]);
    struct type *pointer = type_pointer(p, type);
    struct var *v = temporary(p, pointer, place);
    struct expr *memory = own_new(p, type, count != NULL, bytes, &given, place);
    if (!memory && has_arguments)
        memory = place_of_new(p, &given, place);
    if (!memory)
        memory = expr_builtin(p, "__ns_new", void_pointer, place, 1, bytes);
    struct expr *all = expr_comma(
        p, before, expr_assign(p, expr_raw_var(p, v, place), cast_node(p, memory, pointer), place));
    if (count) {
        if (parens && arg_count > 0)
            parse_fail(p, place, "the elements of a new array cannot be given values here");
        if (parens || braces || type_needs_construction(type)) {
            struct expr *zero = expr_builtin(p, "__ns_zero", p->basic[TYPE_VOID], place, 2,
                                             cast_node(p, expr_raw_var(p, v, place), void_pointer),
                                             expr_raw_var(p, bytes_var, place));
            all = expr_comma(p, all, zero);
        }
        struct expr *made = new_elements(p, expr_raw_var(p, v, place), bytes_var, args, arg_count);
        all = made ? expr_comma(p, all, made) : all;
    } else if (parens || braces || type_needs_construction(type)) {
        struct expr *object = expr_deref(p, expr_raw_var(p, v, place), place);
        if (type_needs_construction(type) && type->kind == TYPE_RECORD)
            all = expr_comma(p, all,
                             expr_builtin(p, "__ns_zero", p->basic[TYPE_VOID], place, 2,
                                          cast_node(p, expr_raw_var(p, v, place), void_pointer),
                                          expr_int(p, size_type, type->size, place)));
        struct expr *made =
            construct_at(p, object, args, arg_count, braces || arg_count == 0, place);
        if (made)
            all = expr_comma(p, all, made);
    }
    struct expr *result = expr_comma(p, all, expr_raw_var(p, v, place));
    result->is_lvalue = false;
    return result;
}

struct expr *build_delete(struct parser *p, bool is_global, struct place place)
{
    bool array = accept_punct(p, PUNCT1('['));
    if (array)
        expect(p, PUNCT1(']'), "after delete[");
    struct expr *e = decay(p, parse_cast(p));
    if (e->type->kind != TYPE_POINTER || e->type->base->kind == TYPE_FUNCTION)
        parse_fail(p, e->place, "delete needs a pointer, but this is %s",
                   type_text(p, e->type->plain));
    struct type *void_pointer = type_pointer(p, p->basic[TYPE_VOID]);
    struct type *type = e->type->base;
    struct expr *end = NULL;
    struct var *whole = NULL;
    if (array && type_needs_destruction(e->type->base)) {
        struct var *v = temporary(p, e->type, place);
        end = expr_assign(p, expr_raw_var(p, v, place), e, place);
        e = expr_raw_var(p, v, place);
        struct expr *bytes = is_global ? NULL : own_new_bytes(p, type, e, place);
        if (!bytes)
            bytes = expr_builtin(p, "__ns_new_bytes", p->basic[TYPE_ULONG], place, 1,
                                 expr_unary(p, EXPR_CAST, void_pointer, e, place));
        end = expr_comma(p, end, each_of_new(p, "std::__ns_destroy_back", e, 0, bytes));
    } else if (!array && e->type->base->kind == TYPE_RECORD) {
        struct var *v = temporary(p, e->type, place);
        struct expr *set = expr_assign(p, expr_raw_var(p, v, place), e, place);
        e = expr_raw_var(p, v, place);
        struct expr *object = expr_deref(p, e, place);
        const struct record *r = e->type->base->record;
        bool is_late = !r->complete && !p->device; /* where its table lies is not known yet */
        bool is_virtual = r->complete && r->virtual_end;
        struct expr *destroy = is_late      ? end_late(p, object, place)
                               : is_virtual ? end_virtual(p, object, place)
                                            : destroy_expr(p, object, place);
        if (destroy) { /* delete of a null pointer does nothing */
            struct expr *test = cast_node(p, expr_raw_var(p, v, place), p->basic[TYPE_BOOL]);
            if (is_virtual || is_late) { /* it may be a part of what was allocated */
                struct expr *all =
                    is_late ? destroy : cast_node(p, whole_object(p, object, place), void_pointer);
                whole = temporary(p, void_pointer, place);
                set = expr_comma(p, set,
                                 expr_assign(p, expr_raw_var(p, whole, place),
                                             cast_node(p, e, void_pointer), place));
                all = expr_assign(p, expr_raw_var(p, whole, place), all, place);
                destroy = is_late ? all : expr_comma(p, all, destroy);
            }
            struct expr *run = cast_node(p, destroy, p->basic[TYPE_VOID]);
            struct expr *none =
                cast_node(p, expr_int(p, p->basic[TYPE_INT], 0, place), p->basic[TYPE_VOID]);
            struct expr *both =
                expr_binary(p, EXPR_CONDITIONAL, p->basic[TYPE_VOID], test, run, place);
            both->c = none;
            set = expr_comma(p, set, both);
        }
        end = set;
    }
    if (whole)
        e = expr_raw_var(p, whole, place);
    struct expr *own = is_global ? NULL : own_delete(p, type, array, e, place);
    if (own)
        return expr_comma(p, end, own);
    return expr_comma(p, end,
                      expr_builtin(p, "__ns_delete", p->basic[TYPE_VOID], place, 1,
                                   expr_unary(p, EXPR_CAST, void_pointer, e, place)));
}

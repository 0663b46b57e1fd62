/* Vectors whose elements are objects: made, moved and ended one by one, by the functions of
 * headers/cxx_vector.txt. Other elements are bytes (vector.c). */
#include "sim/script/objects.h"

bool has_objects(struct parser *p, const struct type *element)
{
    if (p->device || element->kind != TYPE_RECORD)
        return false;
    if (element->disguise == DISGUISE_VECTOR)
        return has_objects(p, element->base);
    if (element->disguise != DISGUISE_NONE)
        return false;
    return type_has_end(element) || has_transfer(p, element);
}

static struct expr *first_of(struct parser *p, struct expr *object, struct place place)
{
    return vector_part(p, object, 0, place);
}

static struct expr *call(struct parser *p, const char *name, struct expr *object, struct expr *a,
                         struct expr *b, struct place place)
{
    struct expr **args = arena_alloc(p->arena, 4 * sizeof *args);
    int count = 0;
    args[count++] = object;
    args[count++] = first_of(p, object, place);
    if (a)
        args[count++] = a;
    if (b)
        args[count++] = b;
    return vector_header(p, name, args, count, place);
}

/* What stands for a new element: a temporary of its type, or an object to copy or to move from. */
struct expr *element_value(struct parser *p, struct type *element, struct expr *value)
{
    bool own = (int)value->kind < EXPR_OVERLOAD && value->type->plain == element;
    if (!own)
        value = convert(p, value, element, "the new element");
    return is_fresh(value) ? moved_expr(p, materialize(p, value)) : value;
}

static struct expr *push(struct parser *p, struct expr *object, struct expr **args, int count,
                         bool emplace, struct place place)
{
    struct type *element = object->type->base;
    if (!emplace && count != 1)
        parse_fail(p, place, "push_back takes 1 argument, here are %d", count);
    bool own = count == 1 && (int)args[0]->kind < EXPR_OVERLOAD && args[0]->type->plain == element;
    if (!emplace || own) {
        struct expr *value = element_value(p, element, args[0]);
        args = arena_alloc(p->arena, sizeof *args);
        args[0] = value;
    }
    struct var *slot = temporary(p, type_pointer(p, element), place);
    struct expr *all = expr_assign(p, expr_raw_var(p, slot, place),
                                   call(p, "std::__ns_slot", object, NULL, NULL, place), place);
    struct expr *made = expr_deref(p, expr_raw_var(p, slot, place), place);
    struct expr *zero = zero_object(p, made, place);
    struct expr *one = construct_at(p, made, args, count, false, place);
    all = expr_comma(p, expr_comma(p, all, zero), one ? one : zero);
    all = expr_comma(
        p, all, call(p, "std::__ns_pushed", object, expr_raw_var(p, slot, place), NULL, place));
    return expr_comma(p, all, made);
}

static struct expr *number(struct parser *p, struct expr *value, const char *what)
{
    return convert(p, value, p->basic[TYPE_ULONG], what);
}

static struct expr *length(struct parser *p, struct expr *object, struct place place)
{
    struct expr *diff =
        expr_binary(p, EXPR_POINTER_DIFF, p->basic[TYPE_LONG], vector_part(p, object, 1, place),
                    first_of(p, object, place), place);
    return cast_node(p, diff, p->basic[TYPE_ULONG]);
}

struct expr *elements_call(struct parser *p, enum library_kind kind, struct expr *object,
                           struct expr **args, int count, struct place place)
{
    struct type *element = object->type->base;
    switch (kind) {
    case LIB_PUSH_BACK:
    case LIB_EMPLACE_BACK:
        return push(p, object, args, count, kind == LIB_EMPLACE_BACK, place);
    case LIB_POP_BACK:
        need_arguments(p, count, 0, 0, place);
        return call(p, "std::__ns_keep", object,
                    expr_binary(p, EXPR_SUBTRACT, p->basic[TYPE_ULONG], length(p, object, place),
                                library_ulong(p, 1, place), place),
                    NULL, place);
    case LIB_CLEAR:
        need_arguments(p, count, 0, 0, place);
        return call(p, "std::__ns_keep", object, library_ulong(p, 0, place), NULL, place);
    case LIB_RESIZE:
        need_arguments(p, count, 1, 2, place);
        return call(p, "std::__ns_extend", object, number(p, args[0], "the new size"),
                    count > 1 ? element_value(p, element, args[1]) : NULL, place);
    case LIB_RESERVE:
        need_arguments(p, count, 1, 1, place);
        return call(p, "std::__ns_reserve", object, number(p, args[0], "the capacity"), NULL,
                    place);
    case LIB_ERASE:
        need_arguments(p, count, 1, 2, place);
        return call(p, "std::__ns_cut_out", object, args[0], count > 1 ? args[1] : NULL, place);
    default:
        return insert_call(p, kind, object, args, count, place);
    }
}

/* {a, b, c}: they are made first, and copied from there. */
static struct expr *fill_from_list(struct parser *p, struct expr *object, struct expr **args,
                                   int count, struct place place)
{
    struct type *element = object->type->base;
    struct expr *all = NULL;
    struct expr **values = arena_alloc(p->arena, (size_t)count * sizeof *values);
    for (int i = 0; i < count; i++) {
        struct expr *object_of = materialize(p, convert(p, args[i], element, "this element"));
        all = expr_comma(p, all, object_of->a);
        values[i] = object_of->b;
    }
    all = expr_comma(
        p, all, call(p, "std::__ns_reserve", object, library_ulong(p, count, place), NULL, place));
    for (int i = 0; i < count; i++)
        all = expr_comma(p, all, push(p, object, &values[i], 1, false, place));
    return all;
}

struct expr *elements_assign(struct parser *p, struct expr *object, struct expr *value,
                             struct place place)
{
    struct expr *before;
    if ((int)value->kind == EXPR_BRACES)
        return elements_from_list(p, object, value, place);
    if (value->is_lvalue) {
        struct expr *from = library_stable(p, value, &before);
        return expr_comma(p, before,
                          call(p, "std::__ns_assign", object, first_of(p, from, place),
                               length(p, from, place), place));
    }
    struct var *v = temporary(p, object->type->plain, place);
    struct expr *kept = expr_raw_var(p, v, place), *take;
    if (value->is_moved) {
        struct expr *from = library_stable(p, value->b, &before);
        take = expr_comma(p, expr_assign(p, kept, from, place), zero_object(p, from, place));
        take = expr_comma(p, before, take);
    } else {
        take = expr_assign(p, kept, value, place);
    }
    struct expr *all = expr_comma(p, take, vector_end(p, object, place));
    return expr_comma(p, all, expr_assign(p, object, expr_raw_var(p, v, place), place));
}

struct expr *elements_construct(struct parser *p, struct expr *object, struct expr **args,
                                int count, bool braces, struct place place)
{
    struct type *element = object->type->base, *vector = object->type->plain;
    bool one = count == 1 && (int)args[0]->kind < EXPR_OVERLOAD;
    if (one && args[0]->type->plain == vector && element != vector) {
        struct expr *before;
        if (!args[0]->is_lvalue)
            return elements_assign(p, object, args[0], place);
        struct expr *from = library_stable(p, args[0], &before);
        return expr_comma(p, before,
                          call(p, "std::__ns_fill_from", object, first_of(p, from, place),
                               length(p, from, place), place));
    }
    if (count == 1 && (int)args[0]->kind == EXPR_BRACES && !braces)
        return elements_construct(p, object, args[0]->args, args[0]->arg_count, true, place);
    bool list = braces;
    for (int i = 0; list && i < count; i++)
        list = (int)args[i]->kind == EXPR_BRACES || conversion_rank(p, args[i], element) >= 0;
    if (list)
        return count > 0 ? fill_from_list(p, object, args, count, place) : NULL;
    if (count > 2)
        parse_fail(p, place, "no constructor of %s takes %d arguments", type_text(p, vector),
                   count);
    if (count == 2 && (int)args[0]->kind < EXPR_OVERLOAD && (int)args[1]->kind < EXPR_OVERLOAD) {
        struct expr *first = decay(p, args[0]), *last = decay(p, args[1]);
        if (first->type->kind == TYPE_POINTER && last->type->kind == TYPE_POINTER &&
            first->type->base->plain == element) {
            struct var *v = temporary(p, first->type, place);
            struct expr *set = expr_assign(p, expr_raw_var(p, v, place), first, place);
            struct expr *diff =
                expr_binary(p, EXPR_POINTER_DIFF, p->basic[TYPE_LONG],
                            cast_node(p, last, first->type), expr_raw_var(p, v, place), place);
            return expr_comma(p, set,
                              call(p, "std::__ns_fill_from", object, expr_raw_var(p, v, place),
                                   cast_node(p, diff, p->basic[TYPE_ULONG]), place));
        }
    }
    return call(p, "std::__ns_fill", object, number(p, args[0], "the number of elements"),
                count > 1 ? element_value(p, element, args[1]) : NULL, place);
}

struct expr *vector_end(struct parser *p, struct expr *object, struct place place)
{
    if (object->type->disguise == DISGUISE_VECTOR && type_has_end(object->type->base)) {
        if (object->type->is_const)
            object = expr_deref(
                p,
                cast_node(p, expr_address(p, object, place), type_pointer(p, object->type->plain)),
                place);
        return call(p, "std::__ns_empty", object, NULL, NULL, place);
    }
    return expr_builtin(p, "__ns_vector_free", p->basic[TYPE_VOID], place, 1,
                        library_address(p, object));
}

struct expr *each_element(struct parser *p, const char *name, struct expr *to, struct expr *from,
                          struct place place)
{
    struct type *element = to->type;
    int64_t n = 1;
    for (; element->kind == TYPE_ARRAY; element = element->base)
        n *= element->length;
    struct type *pointer = type_pointer(p, element->plain);
    struct expr **args = arena_alloc(p->arena, 3 * sizeof *args);
    int count = 0;
    args[count++] = expr_unary(p, EXPR_CAST, pointer, expr_address(p, to, place), place);
    if (from)
        args[count++] = expr_unary(p, EXPR_CAST, pointer, expr_address(p, from, place), place);
    args[count++] = library_ulong(p, n, place);
    uint32_t id = intern_adds(&p->tu->names, name);
    const struct symbol *s = symbol_innermost(p, id);
    return call_set(p, (struct overload_expr *)overload_new(p, id, s->overloads, place), args,
                    count, place);
}

struct expr *object_call(struct parser *p, enum library_kind kind, struct expr **args, int count,
                         struct place place)
{
    need_arguments(p, count, kind == LIB_RELOCATE ? 2 : 1, MAX_ARGUMENTS, place);
    for (int i = 0; i < (kind == LIB_RELOCATE ? 2 : 1); i++)
        if ((int)args[i]->kind >= EXPR_OVERLOAD || decay(p, args[i])->type->kind != TYPE_POINTER)
            parse_fail(p, place, "this needs a pointer");
    struct expr *before;
    struct expr *object = library_stable(p, expr_deref(p, decay(p, args[0]), place), &before);
    struct type *none = p->basic[TYPE_VOID];
    struct expr *made;
    switch (kind) {
    case LIB_MAKE: {
        struct expr *one = construct_at(p, object, args + 1, count - 1, false, place);
        made = zero_object(p, object, place);
        made = one ? expr_comma(p, made, one) : made;
        break;
    }
    case LIB_END_OF:
        made = destroy_expr(p, object, place);
        break;
    case LIB_RELOCATE: {
        struct expr *from = expr_deref(p, decay(p, args[1]), place);
        struct expr *value = moves_safely(p, object->type) ? moved_expr(p, from) : from;
        made = transfer_to(p, object, value, place);
        break;
    }
    case LIB_OBJECTS:
        return expr_int(p, p->basic[TYPE_BOOL], has_objects(p, object->type->plain), place);
    case LIB_SORT_OF: {
        const struct type *type = object->type->plain;
        int sort =
            type->kind == TYPE_RECORD ? type->record->is_union ? 2 : 3 : type->kind == TYPE_ENUM;
        return expr_int(p, p->basic[TYPE_INT], sort, place);
    }
    case LIB_TRIVIAL: {
        struct type *type = object->type->plain;
        bool plain = !type_transfers(p, type) && !type_needs_destruction(type) &&
                     !(type->kind == TYPE_RECORD && type->record->is_virtual);
        return expr_int(p, p->basic[TYPE_BOOL], plain, place);
    }
    default:
        return expr_int(p, p->basic[TYPE_BOOL], moves_safely(p, object->type), place);
    }
    made = made ? expr_comma(p, before, made) : expr_int(p, p->basic[TYPE_INT], 0, place);
    return cast_node(p, made, none);
}

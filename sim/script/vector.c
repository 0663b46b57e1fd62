/* std::vector and std::string: three pointers, and calls of builtin functions. */
#include "sim/script/objects.h"

#include <string.h>

struct expr *vector_part(struct parser *p, struct expr *object, int index, struct place place)
{
    const struct member *m = &object->type->record->members[index];
    struct expr *e = expr_member(p, object, m, place);
    /* the elements of a const vector are const; its pointers themselves nobody may write */
    struct type *element =
        object->type->is_const ? type_const(p, object->type->base) : object->type->base;
    e->type = type_pointer(p, element);
    return cast_node(p, e, e->type);
}

/* What begin(), end() and data() give: no part of the vector, which ++ and -- must not change. */
static struct expr *part_value(struct parser *p, struct expr *object, int index, struct place place)
{
    struct expr *part = vector_part(p, object, index, place);
    return expr_unary(p, EXPR_CAST, part->type->plain, part, place);
}

bool is_iterator_value(const struct expr *e)
{
    return e->kind == EXPR_CAST && e->type->kind == TYPE_POINTER && e->a->kind == EXPR_MEMBER &&
           type_is_library(e->a->a->type);
}

static struct type *element_type(const struct expr *object)
{
    return object->type->base;
}

static struct expr *element_size(struct parser *p, const struct expr *object, struct place place)
{
    return library_ulong(p, element_type(object)->size, place);
}

static struct expr *length_of(struct parser *p, struct expr *object, int last, struct place place)
{
    struct expr *diff =
        expr_binary(p, EXPR_POINTER_DIFF, p->basic[TYPE_LONG], vector_part(p, object, last, place),
                    vector_part(p, object, 0, place), place);
    return cast_node(p, diff, p->basic[TYPE_ULONG]);
}

static struct expr *resize(struct parser *p, struct expr *object, struct expr *length,
                           struct place place)
{
    return expr_builtin(p, "__ns_vector_resize", p->basic[TYPE_VOID], place, 3,
                        library_address(p, object), length, element_size(p, object, place));
}

struct expr *vector_header(struct parser *p, const char *name, struct expr **args, int count,
                           struct place place)
{
    uint32_t id = intern_adds(&p->tu->names, name);
    const struct symbol *s = symbol_find(p, id);
    if (!s)
        parse_fail_hint(p, place, "add #include <vector>", "std::vector is not declared");
    return call_set(p, (struct overload_expr *)overload_new(p, id, s->overloads, place), args,
                    count, place);
}

struct expr *vector_compare(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                            struct place place)
{
    bool equal = op == PUNCT2('=', '=') || op == PUNCT2('!', '=');
    bool less = op == PUNCT1('<') || op == PUNCT2('>', '=');
    if (!equal && !less && op != PUNCT1('>') && op != PUNCT2('<', '='))
        return NULL;
    bool is_not = op == PUNCT2('!', '=') || op == PUNCT2('>', '=') || op == PUNCT2('<', '=');
    struct expr **args = arena_alloc(p->arena, 2 * sizeof *args);
    args[0] = equal || less ? a : b;
    args[1] = equal || less ? b : a;
    const char *name = equal ? "std::__ns_equal_lists" : "std::__ns_less_lists";
    struct expr *e = vector_header(p, name, args, 2, place);
    return is_not ? expr_unary(p, EXPR_NOT, p->basic[TYPE_BOOL], e, place) : e;
}

/* Elements that hold memory are made, and copied, one by one. */
static bool one_by_one(const struct type *element)
{
    return element->kind == TYPE_RECORD && element->disguise != DISGUISE_LAMBDA &&
           type_needs_destruction(element);
}

/* Resizes; new elements are `value`, or made by the element's constructor when that is NULL. */
static struct expr *fill(struct parser *p, struct expr *object, struct expr *length,
                         struct expr *value, struct place place)
{
    struct type *element = element_type(object);
    bool made = type_needs_construction(element) && element->kind == TYPE_RECORD &&
                !type_is_library(element);
    if (!value && element->disguise == DISGUISE_STRING) /* an empty one holds its NUL */
        value = expr_string(p, "", 0, place);
    if (!value && !made)
        return resize(p, object, length, place);
    if (one_by_one(element)) {
        struct expr *args[] = {object, length, NULL};
        if (value) { /* a list, say */
            struct var *v = temporary(p, element, place);
            struct expr *set = expr_assign(p, expr_raw_var(p, v, place),
                                           convert(p, value, element, "the value"), place);
            args[2] = expr_raw_var(p, v, place);
            return expr_comma(p, set, vector_header(p, "std::__ns_resize", args, 3, place));
        }
        return vector_header(p, "std::__ns_resize", args, 2, place);
    }
    if (!value)
        value = construct_value(p, element, NULL, 0, true, place);
    struct var *v = temporary(p, element, place);
    struct expr *set =
        expr_assign(p, expr_raw_var(p, v, place), convert(p, value, element, "the value"), place);
    struct expr *address = cast_node(p, expr_address(p, expr_raw_var(p, v, place), place),
                                     type_pointer(p, p->basic[TYPE_VOID]));
    struct expr *call =
        expr_builtin(p, "__ns_vector_fill", p->basic[TYPE_VOID], place, 4,
                     library_address(p, object), length, address, element_size(p, object, place));
    return expr_comma(p, set, call);
}

/* The new last element's address is put into a variable: *slot is its lvalue. */
static struct expr *push(struct parser *p, struct expr *object, struct expr **slot,
                         struct place place)
{
    struct type *pointer = type_pointer(p, element_type(object));
    struct var *v = temporary(p, pointer, place);
    struct expr *memory =
        expr_builtin(p, "__ns_vector_push", type_pointer(p, p->basic[TYPE_VOID]), place, 2,
                     library_address(p, object), element_size(p, object, place));
    *slot = expr_deref(p, expr_raw_var(p, v, place), place);
    return expr_assign(p, expr_raw_var(p, v, place), cast_node(p, memory, pointer), place);
}

static struct expr *push_back(struct parser *p, struct expr *object, struct expr **args, int count,
                              bool emplace, struct place place)
{
    struct expr *slot;
    struct type *element = element_type(object);
    if (!emplace && count != 1)
        parse_fail(p, place, "push_back takes 1 argument, here are %d", count);
    if (!emplace ||
        (count == 1 && element->kind != TYPE_RECORD && element->disguise == DISGUISE_NONE)) {
        /* the value first: it may be an element that is about to move */
        struct var *v = temporary(p, element, place);
        struct expr *set = expr_assign(p, expr_raw_var(p, v, place),
                                       convert(p, args[0], element, "the new element"), place);
        struct expr *all = expr_comma(p, set, push(p, object, &slot, place));
        return expr_comma(p, all, expr_assign(p, slot, expr_raw_var(p, v, place), place));
    }
    struct expr *all = push(p, object, &slot, place);
    struct expr *made = construct_at(p, slot, args, count, false, place);
    if (!made && count == 0)
        made = slot;
    return expr_comma(p, expr_comma(p, all, made), slot);
}

void need_arguments(struct parser *p, int count, int least, int most, struct place place)
{
    if (count < least || count > most)
        parse_fail(p, place, "this takes %d to %d arguments, here are %d", least, most, count);
}

struct expr *vector_call(struct parser *p, enum library_kind kind, struct expr *object,
                         struct expr **args, int count, struct place place)
{
    struct expr *before, *made;
    bool changes = kind >= LIB_PUSH_BACK && kind != LIB_CAPACITY;
    if (changes && object->type->is_const)
        parse_fail(p, place, "this vector is const");
    object = library_stable(p, object, &before);
    if (changes && has_objects(p, element_type(object)))
        return expr_comma(p, before, elements_call(p, kind, object, args, count, place));
    struct type *ulong_type = p->basic[TYPE_ULONG];
    switch (kind) {
    case LIB_SIZE:
        need_arguments(p, count, 0, 0, place);
        made = length_of(p, object, 1, place);
        break;
    case LIB_CAPACITY:
        need_arguments(p, count, 0, 0, place);
        made = length_of(p, object, 2, place);
        break;
    case LIB_EMPTY:
        need_arguments(p, count, 0, 0, place);
        made = expr_binary(p, EXPR_EQUAL, p->basic[TYPE_BOOL], vector_part(p, object, 0, place),
                           vector_part(p, object, 1, place), place);
        break;
    case LIB_DATA:
    case LIB_BEGIN:
    case LIB_END:
        need_arguments(p, count, 0, 0, place);
        made = part_value(p, object, kind == LIB_END, place);
        break;
    case LIB_FRONT:
        need_arguments(p, count, 0, 0, place);
        made = build_index(p, vector_part(p, object, 0, place),
                           expr_int(p, p->basic[TYPE_LONG], 0, place), place);
        break;
    case LIB_BACK:
        need_arguments(p, count, 0, 0, place);
        made = build_index(p, vector_part(p, object, 1, place),
                           expr_int(p, p->basic[TYPE_LONG], -1, place), place);
        break;
    case LIB_AT: {
        need_arguments(p, count, 1, 1, place);
        struct type *pointer = vector_part(p, object, 0, place)->type;
        struct expr *all[] = {library_address(p, object),
                              convert(p, args[0], ulong_type, "the index"),
                              element_size(p, object, place), length_of(p, object, 1, place)};
        /* where there is no std::out_of_range, nobody can catch one */
        struct expr *at =
            symbol_find(p, intern_adds(&p->tu->names, "std::__ns_checked"))
                ? vector_header(p, "std::__ns_checked", all, 4, place)
                : expr_builtin(p, "__ns_vector_at", type_pointer(p, p->basic[TYPE_VOID]), place, 3,
                               all[0], all[1], all[2]);
        made = expr_deref(p, cast_node(p, at, pointer), place);
        break;
    }
    case LIB_PUSH_BACK:
    case LIB_EMPLACE_BACK:
        made = push_back(p, object, args, count, kind == LIB_EMPLACE_BACK, place);
        break;
    case LIB_POP_BACK: {
        need_arguments(p, count, 0, 0, place);
        struct expr *length =
            expr_binary(p, EXPR_SUBTRACT, ulong_type, length_of(p, object, 1, place),
                        library_ulong(p, 1, place), place);
        made = resize(p, object, length, place);
        break;
    }
    case LIB_RESIZE:
        need_arguments(p, count, 1, 2, place);
        made = fill(p, object, convert(p, args[0], ulong_type, "the new size"),
                    count > 1 ? args[1] : NULL, place);
        break;
    case LIB_ASSIGN:
        need_arguments(p, count, 1, 2, place);
        if (count == 1 && (int)args[0]->kind == EXPR_BRACES)
            return expr_comma(p, before, vector_assign(p, object, args[0], place));
        if ((int)args[0]->kind < EXPR_OVERLOAD && type_is_arithmetic(args[0]->type)) {
            struct var *n = temporary(p, ulong_type, place); /* v.assign(v.size(), 0) */
            struct expr *set = expr_assign(p, expr_raw_var(p, n, place),
                                           convert(p, args[0], ulong_type, "the size"), place);
            before = expr_comma(p, before, set);
            args[0] = expr_raw_var(p, n, place);
        }
        made = resize(p, object, library_ulong(p, 0, place), place);
        made = expr_comma(p, made, vector_construct(p, object, args, count, false, place));
        break;
    case LIB_ERASE: {
        need_arguments(p, count, 1, 2, place);
        struct expr *all[] = {object, args[0], count > 1 ? args[1] : NULL};
        made = vector_header(p, "std::__ns_erase", all, count + 1, place);
        break;
    }
    case LIB_INSERT:
    case LIB_EMPLACE:
        made = insert_call(p, kind, object, args, count, place);
        break;
    case LIB_RESERVE:
        need_arguments(p, count, 1, 1, place);
        made = expr_builtin(
            p, "__ns_vector_reserve", p->basic[TYPE_VOID], place, 3, library_address(p, object),
            convert(p, args[0], ulong_type, "the capacity"), element_size(p, object, place));
        break;
    default:
        need_arguments(p, count, 0, 0, place);
        made = resize(p, object, library_ulong(p, 0, place), place);
        break;
    }
    return expr_comma(p, before, made);
}

static struct expr *assign_range(struct parser *p, struct expr *object, struct expr *first,
                                 struct expr *length, struct place place)
{
    return expr_builtin(p, "__ns_vector_assign", p->basic[TYPE_VOID], place, 4,
                        library_address(p, object),
                        cast_node(p, first, type_pointer(p, p->basic[TYPE_VOID])), length,
                        element_size(p, object, place));
}

static struct expr *assign_list(struct parser *p, struct expr *object, struct expr **args,
                                int count, struct place place)
{
    struct type *element = element_type(object);
    struct expr *all = resize(p, object, library_ulong(p, count, place), place);
    for (int i = 0; i < count; i++) {
        struct expr *slot = build_index(p, vector_part(p, object, 0, place),
                                        expr_int(p, p->basic[TYPE_LONG], i, place), place);
        struct expr *one =
            (int)args[i]->kind == EXPR_BRACES
                ? construct_at(p, slot, args[i]->args, args[i]->arg_count, true, place)
                : expr_assign(p, slot, convert(p, args[i], element, "this element"), place);
        all = one ? expr_comma(p, all, one) : all;
    }
    return all;
}

static bool is_constant_list(struct expr *const *args, int count)
{
    for (int i = 0; i < count; i++)
        if ((int)args[i]->kind > EXPR_STRING)
            return false;
    return true;
}

/* A list in braces may name the elements that it replaces: it is made first. */
static struct expr *replace_by_list(struct parser *p, struct expr *object, struct expr *list,
                                    struct place place)
{
    struct expr *before = NULL;
    struct type *element = element_type(object);
    if (one_by_one(element) || is_constant_list(list->args, list->arg_count))
        return assign_list(p, object, list->args, list->arg_count, place);
    struct expr *from = list_array(p, element, list, &before, place);
    return expr_comma(
        p, before, assign_range(p, object, from, library_ulong(p, list->arg_count, place), place));
}

static bool is_vector(const struct expr *e)
{
    return (int)e->kind < EXPR_OVERLOAD && type_is_library(e->type);
}

struct expr *vector_assign(struct parser *p, struct expr *object, struct expr *value,
                           struct place place)
{
    struct expr *before, *from_before;
    if ((int)value->kind < EXPR_OVERLOAD && listed_element(value->type))
        value = construct_value(p, object->type->plain, &value, 1, false, place);
    if (object->type->is_const) /* initialization of a const vector */
        object = expr_deref(
            p, cast_node(p, expr_address(p, object, place), type_pointer(p, object->type->plain)),
            place);
    object = library_stable(p, object, &before);
    if (object->type->disguise == DISGUISE_STRING && !is_vector(value)) {
        struct expr *empty = resize(p, object, library_ulong(p, 0, place), place);
        return expr_comma(p, before, expr_comma(p, empty, string_append(p, object, value, place)));
    }
    if ((int)value->kind == EXPR_BRACES && !has_objects(p, element_type(object)))
        return expr_comma(p, before, replace_by_list(p, object, value, place));
    if (!is_vector(value) || value->type->plain != object->type->plain)
        parse_fail(p, value->place, "what is assigned must be %s, but it is %s",
                   type_text(p, object->type->plain),
                   (int)value->kind >= EXPR_OVERLOAD ? "something else"
                                                     : type_text(p, value->type->plain));
    struct type *element = element_type(object);
    if (has_objects(p, element))
        return expr_comma(p, before, elements_assign(p, object, value, place));
    if (!value->is_lvalue) { /* a value that nobody else has: taken as it is */
        struct expr *release = expr_builtin(p, "__ns_vector_free", p->basic[TYPE_VOID], place, 1,
                                            library_address(p, object));
        struct var *v = temporary(p, object->type->plain, place);
        struct expr *keep = expr_assign(p, expr_raw_var(p, v, place), value, place);
        struct expr *set = expr_assign(p, object, expr_raw_var(p, v, place), place);
        if (value->is_moved) {
            value = library_stable(p, value->b, &from_before);
            keep = expr_assign(p, expr_raw_var(p, v, place), value, place);
            keep =
                expr_comma(p, from_before,
                           expr_comma(p, keep, library_construct(p, value, NULL, 0, false, place)));
        }
        return expr_comma(p, before, expr_comma(p, expr_comma(p, keep, release), set));
    }
    if (one_by_one(element)) {
        struct expr *args[] = {object, value};
        return expr_comma(p, before, vector_header(p, "std::__ns_copy", args, 2, place));
    }
    struct expr *from = library_stable(p, value, &from_before);
    struct expr *call = object->type->disguise == DISGUISE_STRING
                            ? expr_comma(p, resize(p, object, library_ulong(p, 0, place), place),
                                         string_append(p, object, from, place))
                            : assign_range(p, object, vector_part(p, from, 0, place),
                                           length_of(p, from, 1, place), place);
    return expr_comma(p, before, expr_comma(p, from_before, call));
}

/* What is an object, but no number of elements: of a map, say, or one that goes backwards. */
static bool is_iterator(struct parser *p, struct expr *e)
{
    return expr_is_record(e) &&
           (e->type->record->origin != NULL || conversion_rank(p, e, p->basic[TYPE_ULONG]) < 0);
}

bool other_elements(struct parser *p, const struct type *element, struct expr *first,
                    struct expr *last)
{
    if ((int)first->kind >= EXPR_OVERLOAD || (int)last->kind >= EXPR_OVERLOAD)
        return false;
    const struct type *from = decay(p, first)->type, *to = decay(p, last)->type;
    bool other = from->kind == TYPE_POINTER && to->kind == TYPE_POINTER &&
                 from->base->plain == to->base->plain && from->base->plain != element->plain &&
                 from->base->kind != TYPE_VOID && from->base->kind != TYPE_FUNCTION;
    bool explicit = element->kind == TYPE_RECORD && element->disguise != DISGUISE_STRING;
    if (other && !explicit &&
        conversion_rank(p, expr_deref(p, decay(p, first), first->place), element->plain) < 0)
        parse_fail_hint(p, first->place, "make them one by one in a loop",
                        "the elements are %s, not %s", type_text(p, from->base->plain),
                        type_text(p, element));
    return other;
}

struct expr *vector_construct(struct parser *p, struct expr *object, struct expr **args, int count,
                              bool braces, struct place place)
{
    struct type *element = element_type(object);
    if (count == 0)
        return NULL; /* its memory is zero already */
    if (count == 1 && (int)args[0]->kind < EXPR_OVERLOAD && listed_element(args[0]->type)) {
        struct expr *before, **ends = listed_ends(p, args[0], &before, place);
        return expr_comma(p, before, vector_construct(p, object, ends, 2, false, place));
    }
    if (count == 2 && !braces && is_iterator(p, args[0]) && is_iterator(p, args[1]) &&
        args[0]->type->plain == args[1]->type->plain) {
        struct expr *all[] = {object, args[0], args[1]};
        return vector_header(p, "std::__ns_fill_range", all, 3, place);
    }
    bool listed = braces && conversion_rank(p, args[0], element) >= 0;
    if (count == 2 && !listed && other_elements(p, element, args[0], args[1])) {
        struct expr *all[] = {object, decay(p, args[0]), decay(p, args[1])};
        return vector_header(p, "std::__ns_fill_range", all, 3, place);
    }
    if (has_objects(p, element))
        return elements_construct(p, object, args, count, braces, place);
    bool list = braces && !(count == 1 && is_vector(args[0]) && element != args[0]->type->plain);
    for (int i = 0; list && i < count; i++)
        list = (int)args[i]->kind == EXPR_BRACES || conversion_rank(p, args[i], element) >= 0;
    if (list)
        return assign_list(p, object, args, count, place);
    if (count == 1 && ((int)args[0]->kind == EXPR_BRACES || is_vector(args[0])))
        return vector_assign(p, object, args[0], place);
    if (count > 2)
        parse_fail(p, place, "no constructor of %s takes %d arguments",
                   type_text(p, object->type->plain), count);
    if (count == 2 && (int)args[0]->kind < EXPR_OVERLOAD) {
        struct expr *first = decay(p, args[0]);
        if (first->type->kind == TYPE_POINTER && conversion_rank(p, args[1], first->type) >= 0 &&
            !is_null_constant(args[1])) {
            struct expr *last = convert(p, args[1], first->type, "the end");
            if (first->type->base->plain != element)
                parse_fail(p, place, "the elements are %s, not %s",
                           type_text(p, first->type->base->plain), type_text(p, element));
            struct var *v = temporary(p, first->type, place);
            struct expr *set = expr_assign(p, expr_raw_var(p, v, place), first, place);
            struct expr *diff = expr_binary(p, EXPR_POINTER_DIFF, p->basic[TYPE_LONG], last,
                                            expr_raw_var(p, v, place), place);
            return expr_comma(p, set,
                              assign_range(p, object, expr_raw_var(p, v, place),
                                           cast_node(p, diff, p->basic[TYPE_ULONG]), place));
        }
    }
    struct expr *length = convert(p, args[0], p->basic[TYPE_ULONG], "the number of elements");
    return fill(p, object, length, count > 1 ? args[1] : NULL, place);
}

/* insert, emplace and assign of vectors: what they are given, for the functions of
 * headers/cxx_vector.txt. */
#include "sim/script/objects.h"

static struct expr *call(struct parser *p, const char *name, struct expr *object, struct expr *a,
                         struct expr *b, struct expr *c, struct place place)
{
    struct expr **args = arena_alloc(p->arena, 5 * sizeof *args);
    struct expr *more[] = {a, b, c};
    int count = 0;
    args[count++] = object;
    args[count++] = vector_part(p, object, 0, place);
    for (int i = 0; i < 3; i++)
        if (more[i])
            args[count++] = more[i];
    return vector_header(p, name, args, count, place);
}

static bool is_pointer(const struct expr *e)
{
    return (int)e->kind < EXPR_OVERLOAD &&
           (e->type->kind == TYPE_POINTER || e->type->kind == TYPE_ARRAY);
}

static bool is_list(struct parser *p, struct type *element, const struct expr *braces)
{
    if ((int)braces->kind != EXPR_BRACES)
        return false;
    for (int i = 0; i < braces->arg_count; i++)
        if ((int)braces->args[i]->kind != EXPR_BRACES &&
            conversion_rank(p, braces->args[i], element) < 0)
            return false;
    return true;
}

struct expr *list_array(struct parser *p, struct type *element, const struct expr *braces,
                        struct expr **before, struct place place)
{
    struct type *type = type_array(p, element, braces->arg_count);
    struct var *v = temporary(p, type, place);
    v->needs_memory = true;
    struct expr *made = zero_object(p, expr_raw_var(p, v, place), place);
    for (int i = 0; i < braces->arg_count; i++) {
        struct expr *value = braces->args[i];
        struct expr *at = expr_int(p, p->basic[TYPE_LONG], i, value->place);
        struct expr *slot = build_index(p, expr_raw_var(p, v, place), at, place);
        bool inner = (int)value->kind == EXPR_BRACES;
        struct expr *one = inner ? construct_at(p, slot, value->args, value->arg_count, true, place)
                                 : construct_at(p, slot, &value, 1, false, value->place);
        made = one ? expr_comma(p, made, one) : made;
    }
    struct expr *whole = expr_comma(p, made, expr_raw_var(p, v, place));
    whole->is_lvalue = false;
    whole->is_temporary = true;
    *before = materialize(p, whole)->a;
    return decay(p, expr_raw_var(p, v, place));
}

/* A container of headers/ takes a list by its method __ns_list(const T *first, size_t count). */
struct expr *construct_listed(struct parser *p, struct expr *object, struct expr **args, int count,
                              struct place place)
{
    uint32_t name = intern_adds(&p->tu->names, "__ns_list");
    struct function *f = record_methods(p, object->type->record, name);
    if (!f || count == 0)
        return NULL;
    struct type *element = f->type->parameters[0]->base->plain;
    for (int i = 0; i < count; i++)
        if (conversion_rank(p, args[i], element) < 0)
            return NULL;
    struct expr list = {.kind = (enum expr_kind)EXPR_BRACES, .args = args, .arg_count = count};
    struct expr *before, *all[2];
    struct expr *made = construct_at(p, object, NULL, 0, false, place);
    all[0] = list_array(p, element, &list, &before, place);
    all[1] = library_ulong(p, count, place);
    struct expr *call = build_call(p, build_member(p, object, name, false, place), all, 2, place);
    return expr_comma(p, expr_comma(p, made, before), call);
}

struct expr *construct_from_list(struct parser *p, struct expr *object, struct expr *list,
                                 struct place place)
{
    struct type *element =
        (int)list->kind < EXPR_OVERLOAD ? listed_element(list->type->plain) : NULL;
    uint32_t name = intern_adds(&p->tu->names, "__ns_list");
    const struct function *f = element ? record_methods(p, object->type->record, name) : NULL;
    if (!f || f->type->parameters[0]->base->plain != element->plain)
        return NULL;
    struct expr *before, *made = construct_at(p, object, NULL, 0, false, place);
    list = library_stable(p, list, &before);
    struct expr *all[2];
    for (int i = 0; i < 2; i++) {
        uint32_t part = intern_adds(&p->tu->names, i ? "size" : "begin");
        all[i] = build_call(p, build_member(p, list, part, false, place), NULL, 0, place);
    }
    struct expr *call = build_call(p, build_member(p, object, name, false, place), all, 2, place);
    return expr_comma(p, before, expr_comma(p, made, call));
}

static struct expr *position(struct parser *p, struct type *element, struct expr *e)
{
    if (!is_pointer(e) || decay(p, e)->type->base->plain != element)
        parse_fail_hint(p, e->place, "as in v.begin() + 1",
                        "this must be a place in the vector: an iterator");
    return cast_node(p, decay(p, e), type_pointer(p, element));
}

/* Pointers to the first and behind the last element; the first one is put into a variable. */
static struct expr *range_length(struct parser *p, struct type *element, struct expr **first,
                                 struct expr *last, struct expr **before, struct place place)
{
    struct expr *from = decay(p, *first), *to = decay(p, last);
    if (from->type->base->plain != element || to->type->kind != TYPE_POINTER ||
        to->type->base->plain != element)
        parse_fail_hint(p, from->place, "insert them one by one in a loop",
                        "the elements are %s, not %s", type_text(p, from->type->base->plain),
                        type_text(p, element));
    struct type *pointer = type_pointer(p, type_const(p, element));
    struct var *v = temporary(p, pointer, place);
    *before = expr_assign(p, expr_raw_var(p, v, place), cast_node(p, from, pointer), place);
    *first = expr_raw_var(p, v, place);
    struct expr *diff = expr_binary(p, EXPR_POINTER_DIFF, p->basic[TYPE_LONG],
                                    cast_node(p, to, pointer), expr_raw_var(p, v, place), place);
    return cast_node(p, diff, p->basic[TYPE_ULONG]);
}

static struct expr *insert_list(struct parser *p, struct expr *object, struct expr *at,
                                const struct expr *braces, struct place place)
{
    struct expr *before = NULL;
    if (braces->arg_count == 0)
        return at;
    struct expr *from = list_array(p, object->type->base, braces, &before, place);
    struct expr *n = library_ulong(p, braces->arg_count, place);
    bool objects = has_objects(p, object->type->base);
    return expr_comma(
        p, before,
        call(p, objects ? "std::__ns_put_range" : "std::__ns_insert_range", object, at,
             cast_node(p, from, type_pointer(p, type_const(p, object->type->base))), n, place));
}

static struct expr *value_of(struct parser *p, struct type *element, struct expr *value)
{
    return has_objects(p, element) ? element_value(p, element, value)
                                   : convert(p, value, element, "the new element");
}

static struct expr *insert(struct parser *p, struct expr *object, struct expr **args, int count,
                           struct place place)
{
    struct type *element = object->type->base;
    bool objects = has_objects(p, element);
    need_arguments(p, count, 2, 3, place);
    struct expr *at = position(p, element, args[0]), *before;
    if (count == 2 && is_list(p, element, args[1]))
        return insert_list(p, object, at, args[1], place);
    if (count == 2 && (int)args[1]->kind < EXPR_OVERLOAD && listed_element(args[1]->type)) {
        struct expr **ends = listed_ends(p, args[1], &before, place);
        struct expr *all[] = {args[0], ends[0], ends[1]};
        return expr_comma(p, before, insert(p, object, all, 3, place));
    }
    if (count == 2 && objects) {
        struct expr *value = element_value(p, element, args[1]);
        return call(p, value->is_lvalue ? "std::__ns_put" : "std::__ns_put_moved", object, at,
                    value, NULL, place);
    }
    if (count == 2) {
        struct expr *all[] = {object, at, value_of(p, element, args[1])};
        return vector_header(p, "std::__ns_insert", all, 3, place);
    }
    if (other_elements(p, element, args[1], args[2]))
        return call(p, "std::__ns_insert_each", object, at, decay(p, args[1]), decay(p, args[2]),
                    place);
    if (is_pointer(args[1])) {
        struct expr *first = args[1];
        struct expr *n = range_length(p, element, &first, args[2], &before, place);
        return expr_comma(p, before,
                          call(p, objects ? "std::__ns_put_range" : "std::__ns_insert_range",
                               object, at, first, n, place));
    }
    if (expr_is_record(args[1]))
        return call(p, "std::__ns_insert_each", object, at, args[1], args[2], place);
    return call(p, objects ? "std::__ns_put_many" : "std::__ns_insert_many", object, at,
                convert(p, args[1], p->basic[TYPE_ULONG], "the number of elements"),
                value_of(p, element, args[2]), place);
}

static struct expr *emplace(struct parser *p, struct expr *object, struct expr **args, int count,
                            struct place place)
{
    struct type *element = object->type->base;
    need_arguments(p, count, 1, MAX_ARGUMENTS, place);
    struct expr *at = position(p, element, args[0]);
    if (!has_objects(p, element)) {
        struct expr *value = construct_value(p, element, args + 1, count - 1, false, place);
        struct expr *all[] = {object, at, value};
        return vector_header(p, "std::__ns_insert", all, 3, place);
    }
    struct type *pointer = type_pointer(p, element);
    struct var *place_of = temporary(p, pointer, place), *slot = temporary(p, pointer, place);
    struct expr *all = expr_assign(p, expr_raw_var(p, place_of, place), at, place);
    struct expr *room =
        call(p, "std::__ns_place", object, expr_raw_var(p, place_of, place), NULL, NULL, place);
    all = expr_comma(p, all, expr_assign(p, expr_raw_var(p, slot, place), room, place));
    struct expr *made = expr_deref(p, expr_raw_var(p, slot, place), place);
    all = expr_comma(p, all, zero_object(p, made, place));
    struct expr *one = construct_at(p, made, args + 1, count - 1, false, place);
    all = one ? expr_comma(p, all, one) : all;
    return expr_comma(p, all,
                      call(p, "std::__ns_placed", object, expr_raw_var(p, place_of, place),
                           expr_raw_var(p, slot, place), NULL, place));
}

struct expr *elements_from_list(struct parser *p, struct expr *object, const struct expr *braces,
                                struct place place)
{
    struct expr *before = NULL, *n = library_ulong(p, braces->arg_count, place);
    struct expr *from = vector_part(p, object, 0, place);
    if (braces->arg_count > 0)
        from = list_array(p, object->type->base, braces, &before, place);
    from = cast_node(p, from, type_pointer(p, type_const(p, object->type->base)));
    return expr_comma(p, before, call(p, "std::__ns_assign", object, from, n, NULL, place));
}

static struct expr *assign(struct parser *p, struct expr *object, struct expr **args, int count,
                           struct place place)
{
    struct type *element = object->type->base;
    need_arguments(p, count, 1, 2, place);
    if (count == 1 && (int)args[0]->kind == EXPR_BRACES)
        return elements_from_list(p, object, args[0], place);
    if (count == 2 && other_elements(p, element, args[0], args[1]))
        return call(p, "std::__ns_assign_each", object, decay(p, args[0]), decay(p, args[1]), NULL,
                    place);
    if (count == 2 && is_pointer(args[0])) {
        struct expr *before, *first = args[0];
        struct expr *n = range_length(p, element, &first, args[1], &before, place);
        return expr_comma(p, before, call(p, "std::__ns_assign", object, first, n, NULL, place));
    }
    need_arguments(p, count, 2, 2, place);
    if (expr_is_record(args[0]))
        return call(p, "std::__ns_assign_each", object, args[0], args[1], NULL, place);
    return call(p, "std::__ns_assign_many", object,
                convert(p, args[0], p->basic[TYPE_ULONG], "the number of elements"),
                element_value(p, element, args[1]), NULL, place);
}

struct expr *insert_call(struct parser *p, enum library_kind kind, struct expr *object,
                         struct expr **args, int count, struct place place)
{
    if (kind == LIB_INSERT)
        return insert(p, object, args, count, place);
    if (kind == LIB_EMPLACE)
        return emplace(p, object, args, count, place);
    return assign(p, object, args, count, place);
}

/* What an object says of its type: dynamic_cast, and typeid of what has virtual functions. */
#include "sim/script/objects.h"

/* `argument` may be NULL: it takes none. */
static struct expr *call_header(struct parser *p, const char *name, struct expr *argument,
                                struct place place)
{
    struct expr **args = arena_alloc(p->arena, sizeof *args);
    args[0] = argument;
    uint32_t id = intern_adds(&p->tu->names, name);
    const struct symbol *s = symbol_innermost(p, id);
    return call_set(p, (struct overload_expr *)overload_new(p, id, s->overloads, place), args,
                    argument != NULL, place);
}

struct expr *dynamic_info(struct parser *p, struct expr *object, struct place place)
{
    struct var *self = temporary(p, type_pointer(p, object->type), place);
    struct expr *set =
        expr_assign(p, expr_raw_var(p, self, place), expr_address(p, object, place), place);
    object = expr_deref(p, expr_raw_var(p, self, place), place);
    struct expr *type = call_header(p, "std::__ns_type_of", table_of(p, object), place);
    struct type *pointer = type_pointer(p, type->type);
    struct expr *none = expr_int(p, pointer, 0, place);
    struct expr *refuse = call_header(p, "std::__ns_no_type", NULL, place);
    struct expr *made = expr_binary(p, EXPR_CONDITIONAL, pointer,
                                    cast_node(p, expr_raw_var(p, self, place), p->basic[TYPE_BOOL]),
                                    expr_address(p, type, place), place);
    made->c = expr_comma(p, refuse, none);
    return expr_deref(p, expr_comma(p, set, made), place);
}

struct type *parse_cast_type(struct parser *p)
{
    if (!accept_punct(p, PUNCT1('<')))
        parse_unexpected(p, "a < and the type");
    struct type *type = parse_type_id(p);
    if (!accept_angle_close(p))
        parse_unexpected(p, "a >");
    expect(p, PUNCT1('('), "before what is cast");
    return type;
}

static struct expr *cast_dynamically(struct parser *p, struct expr *e, struct type *type,
                                     struct place place);

struct expr *parse_dynamic_cast(struct parser *p, struct place place)
{
    struct type *type = parse_cast_type(p);
    enter(p, place);
    struct expr *e = decay(p, parse_expr(p));
    leave(p);
    expect(p, PUNCT1(')'), "after what is cast");
    if (p->device)
        return expr_opaque(p, e, NULL, place);
    if (type->kind != TYPE_REFERENCE || e->type->kind != TYPE_RECORD || !e->is_lvalue)
        return cast_dynamically(p, e, type, place);
    struct type *pointer = type_pointer(p, type->base);
    struct expr *found = cast_dynamically(p, expr_address(p, e, place), pointer, place);
    struct type *any = type_pointer(p, p->basic[TYPE_VOID]);
    found = call_header(p, "std::__ns_needed", cast_node(p, found, any), place);
    return expr_deref(p, cast_node(p, found, pointer), place);
}

static struct expr *cast_dynamically(struct parser *p, struct expr *e, struct type *type,
                                     struct place place)
{
    bool whole = type->kind == TYPE_POINTER && type->base->kind == TYPE_VOID &&
                 e->type->kind == TYPE_POINTER && e->type->base->kind == TYPE_RECORD &&
                 e->type->base->record->table;
    if (whole) { /* all that the object is a part of */
        struct var *self = temporary(p, e->type, place);
        struct expr *set = expr_assign(p, expr_raw_var(p, self, place), e, place);
        struct expr *test = cast_node(p, expr_raw_var(p, self, place), p->basic[TYPE_BOOL]);
        struct expr *object = expr_deref(p, expr_raw_var(p, self, place), place);
        struct expr *all = cast_node(p, whole_object(p, object, place), type);
        struct expr *made = expr_binary(p, EXPR_CONDITIONAL, type, test, all, place);
        made->c = expr_int(p, type, 0, place);
        return expr_comma(p, set, made);
    }
    bool records = type->kind == TYPE_POINTER && type->base->kind == TYPE_RECORD &&
                   e->type->kind == TYPE_POINTER && e->type->base->kind == TYPE_RECORD;
    if (!records)
        parse_fail_hint(p, place, "cast a pointer",
                        "dynamic_cast of anything but structs is not supported");
    if (conversion_rank(p, e, type) >= 0)
        return convert(p, e, type, "what is cast");
    struct record *to = type->base->record;
    if (!e->type->base->record->is_virtual || !to->table)
        parse_fail(p, place, "%s cannot be cast dynamically to %s", type_text(p, e->type->plain),
                   type_text(p, type));
    struct var *v = temporary(p, e->type, place);
    struct expr *all = expr_assign(p, expr_raw_var(p, v, place), e, place);
    struct expr **args = arena_alloc(p->arena, 3 * sizeof *args);
    struct expr *object = expr_deref(p, expr_raw_var(p, v, place), place);
    args[0] = cast_node(p, expr_raw_var(p, v, place), type_pointer(p, p->basic[TYPE_VOID]));
    args[1] = table_of(p, object);
    args[2] = decay(p, expr_raw_var(p, to->table, place));
    uint32_t id = intern_adds(&p->tu->names, "std::__ns_cast");
    const struct symbol *s = symbol_innermost(p, id);
    struct expr *found = call_set(
        p, (struct overload_expr *)overload_new(p, id, s->overloads, place), args, 3, place);
    struct expr *cast = cast_node(p, found, type);
    struct expr *test = cast_node(p, expr_raw_var(p, v, place), p->basic[TYPE_BOOL]);
    struct expr *made = expr_binary(p, EXPR_CONDITIONAL, cast->type, test, cast, place);
    made->c = expr_int(p, cast->type, 0, place);
    return expr_comma(p, all, made);
}

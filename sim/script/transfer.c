/* Objects made from others of their type: copied, or moved where the other one is given up. */
#include "sim/script/objects.h"

#include <string.h>

struct expr *moved_expr(struct parser *p, struct expr *lvalue)
{
    if (!lvalue->is_lvalue)
        return lvalue;
    struct expr *e = expr_comma(p, expr_int(p, p->basic[TYPE_INT], 0, lvalue->place), lvalue);
    e->is_moved = true;
    e->is_lvalue = false;
    return e;
}

/* The copy or move constructor that the user declares; NULL if there is none. */
static struct function *transfer_constructor(struct parser *p, const struct type *type, bool moves)
{
    if (type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE)
        return NULL;
    for (struct function *f = record_constructors(p, type->record); f; f = f->next_method) {
        if (!f->is_constructor || f->type->parameter_count < 1 || f->required_count > 1)
            continue;
        struct type *first = f->type->parameters[0];
        if (first->kind == TYPE_REFERENCE && first->base->plain == type &&
            first->is_rvalue == moves)
            return f;
    }
    return NULL;
}

/* Whether a part has memory of its own, or a thread. */
static bool type_has_parts(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD)
        return type->disguise == DISGUISE_THREAD;
    if (type_is_library(type))
        return true;
    if (type->record->is_virtual)
        return true;
    for (int i = 0; i < type->record->count; i++)
        if (type_has_parts(type->record->members[i].type))
            return true;
    return false;
}

/* Whether the user says how such an object, or a part of it, is copied or moved. */
bool has_transfer(struct parser *p, const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD || type_is_library(type))
        return false;
    const struct record *r = type->record;
    if (transfer_constructor(p, type, false) || transfer_constructor(p, type, true) ||
        r->declares_move || has_virtual_base(r))
        return true;
    for (int i = 0; i < r->count; i++)
        if (has_transfer(p, r->members[i].type))
            return true;
    return false;
}

bool type_transfers(struct parser *p, const struct type *type)
{
    return has_transfer(p, type) || type_has_parts(type);
}

bool moves_safely(struct parser *p, const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD || type_is_library(type))
        return true;
    const struct record *r = type->record;
    const struct function *move = transfer_constructor(p, type, true);
    const struct function *copy = transfer_constructor(p, type, false);
    if (move && !move->is_deleted)
        return move->is_noexcept || (copy ? copy->is_deleted : !r->declares_copy);
    if (copy || (!r->declares_move && (r->declares_copy || r->declares_end)))
        return false;
    for (int i = 0; i < r->count; i++)
        if (!moves_safely(p, r->members[i].type))
            return false;
    return true;
}

static struct expr *transfer(struct parser *p, struct expr *to, struct expr *from, bool moves,
                             struct place place);

static struct expr *call_transfer(struct parser *p, struct function *f, struct expr *to,
                                  struct expr *from, bool moves, struct place place)
{
    struct type *type = to->type->plain;
    if (f->is_deleted)
        parse_fail(p, place, "%s cannot be %s: its %s constructor is deleted", type_text(p, type),
                   moves ? "moved" : "copied", f->type->parameters[0]->is_rvalue ? "move" : "copy");
    struct expr **args = arena_alloc(p->arena, sizeof(struct expr *));
    args[0] = moves ? moved_expr(p, from) : from;
    return call_constructor(p, to, args, 1, place);
}

static void refuse_shared_copy(struct parser *p, const struct record *r, struct place place)
{
    if (has_virtual_base(r))
        parse_fail_hint(p, place, "define how, or keep a pointer to it",
                        "copying %s, which has a virtual base, as C++ does it by itself is not "
                        "supported",
                        r->name);
}

/* As C++ makes it where the user declares nothing: the bytes, then each member that is more. */
static struct expr *transfer_members(struct parser *p, struct expr *to, struct expr *from,
                                     bool moves, struct place place)
{
    const struct record *r = to->type->record;
    refuse_shared_copy(p, r, place);
    struct expr *all = expr_assign(p, to, from, place);
    const struct record *implied = p->implied;
    p->implied = r;
    for (int i = 0; i < r->count && !r->is_union; i++) {
        struct member *m = &r->members[i];
        if (m->type->kind == TYPE_REFERENCE || !type_transfers(p, m->type))
            continue;
        struct expr *one =
            transfer(p, expr_member(p, to, m, place), expr_member(p, from, m, place), moves, place);
        all = expr_comma(p, all, one);
    }
    p->implied = implied;
    struct expr *table =
        set_table(p, to, false, place); /* from a part of an object comes the whole's */
    return table ? expr_comma(p, all, table) : all;
}

/* Both may be named more than once. */
static struct expr *transfer(struct parser *p, struct expr *to, struct expr *from, bool moves,
                             struct place place)
{
    struct type *type = to->type->plain;
    moves = moves && !from->type->is_const;
    if (to->type->is_const)
        to = expr_deref(p, cast_node(p, expr_address(p, to, place), type_pointer(p, type)), place);
    if (type->kind == TYPE_ARRAY)
        return each_element(p, moves ? "std::__ns_move_all" : "std::__ns_copy_all", to, from,
                            place);
    if (type_is_library(type) && !moves)
        return expr_comma(p, zero_object(p, to, place), library_assign(p, to, from, place));
    if (type_is_library(type))
        return expr_comma(p, expr_assign(p, to, from, place),
                          library_construct(p, from, NULL, 0, false, place));
    if (type->kind != TYPE_RECORD)
        return expr_assign(p, to, convert(p, moves ? moved_expr(p, from) : from, type, "a member"),
                           place);
    const struct record *r = type->record;
    struct function *copy = transfer_constructor(p, type, false);
    struct function *move = moves ? transfer_constructor(p, type, true) : NULL;
    if (move || (copy && !(moves && r->declares_move)))
        return call_transfer(p, move ? move : copy, to, from, move != NULL, place);
    if (!moves && (r->declares_move || r->declares_move_assign) && !r->declares_copy)
        parse_fail_hint(p, place, "std::move it",
                        "%s cannot be copied: it declares only how it is "
                        "moved",
                        type_text(p, type));
    bool implicit =
        r->declares_move || !(r->declares_copy || r->declares_assign || r->declares_end);
    return transfer_members(p, to, from, moves && implicit, place);
}

struct expr *transfer_to(struct parser *p, struct expr *to, struct expr *value, struct place place)
{
    struct expr *from = value->is_moved ? value->b : value;
    if (p->device || !from->is_lvalue || !type_transfers(p, to->type))
        return expr_assign(p, to, value, place);
    struct expr *before;
    from = library_stable(p, from, &before);
    return expr_comma(p, before, transfer(p, to, from, value->is_moved, place));
}

struct expr *copy_record(struct parser *p, struct expr *e)
{
    struct type *type = e->type->plain;
    struct place place = e->place;
    if (p->device || is_fresh(e) || !type_transfers(p, type))
        return e;
    struct var *v = temporary(p, type, place);
    struct expr *made = transfer_to(p, expr_raw_var(p, v, place), e, place);
    struct expr *copy = expr_comma(p, made, expr_raw_var(p, v, place));
    copy->is_lvalue = false;
    copy->is_temporary = true;
    return copy;
}

/* ---- assignment without an operator= of the user ---- */

static bool type_assigns(struct parser *p, const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD)
        return false;
    if (type_is_library(type))
        return true;
    struct record *r = type->record;
    if (r->declares_assign || r->declares_move_assign || r->declares_move || r->is_virtual ||
        has_virtual_base(r))
        return true;
    for (int i = 0; i < r->count; i++)
        if (type_assigns(p, r->members[i].type))
            return true;
    return false;
}

struct expr *assign_by_operator(struct parser *p, struct expr *to, struct expr *value,
                                struct place place)
{
    struct type *type = to->type->plain;
    const struct record *r = type->kind == TYPE_RECORD ? type->record : NULL;
    if (r && r->complete && type->disguise == DISGUISE_NONE && (int)value->kind < EXPR_OVERLOAD &&
        value->type->plain == type && !r->declares_assign && !r->declares_move_assign)
        return NULL;
    return call_operator(p, "operator=", to, value, place);
}

static struct expr *assign_object(struct parser *p, struct expr *to, struct expr *from, bool moves,
                                  struct place place);

static struct expr *assign_members(struct parser *p, struct expr *to, struct expr *from, bool moves,
                                   struct place place)
{
    const struct record *r = to->type->record;
    refuse_shared_copy(p, r, place);
    struct expr *all = NULL;
    const struct record *implied = p->implied;
    p->implied = r;
    for (int i = 0; i < r->count; i++) {
        struct member *m = &r->members[i];
        if (m->is_table)
            continue;
        struct expr *part = expr_member(p, to, m, place), *old = expr_member(p, from, m, place);
        if (m->type->kind == TYPE_REFERENCE || m->type->is_const)
            parse_fail(p, place, "%s cannot be assigned: '%s' is %s", r->name, m->name,
                       m->type->is_const ? "const" : "a reference");
        all = expr_comma(p, all, assign_object(p, part, old, moves, place));
    }
    p->implied = implied;
    return all ? all : expr_int(p, p->basic[TYPE_INT], 0, place);
}

static struct expr *assign_array(struct parser *p, struct expr *to, struct expr *from, bool moves,
                                 struct place place)
{
    if (type_assigns(p, to->type))
        return each_element(p, moves ? "std::__ns_move_over" : "std::__ns_copy_over", to, from,
                            place);
    struct type *pointer = type_pointer(p, p->basic[TYPE_VOID]);
    return expr_builtin(p, "memcpy", pointer, place, 3,
                        cast_node(p, expr_address(p, to, place), pointer),
                        cast_node(p, expr_address(p, from, place), pointer),
                        expr_int(p, p->basic[TYPE_ULONG], to->type->size, place));
}

static struct expr *assign_object(struct parser *p, struct expr *to, struct expr *from, bool moves,
                                  struct place place)
{
    struct type *type = to->type->plain;
    if (type->kind == TYPE_ARRAY)
        return assign_array(p, to, from, moves, place);
    struct expr *value = moves && !from->type->is_const ? moved_expr(p, from) : from;
    if (type_is_library(type))
        return library_assign(p, to, value, place);
    if (type->kind != TYPE_RECORD)
        return expr_assign(p, to, convert(p, value, type, "a member"), place);
    struct record *r = type->record;
    if (type->disguise == DISGUISE_NONE) {
        struct expr *made = assign_by_operator(p, to, value, place);
        if (made)
            return made;
    }
    if (!type_assigns(p, type))
        return expr_assign(p, to, from, place);
    if ((r->declares_move && !r->declares_assign && !r->declares_move_assign) ||
        (!moves && r->declares_move_assign && !r->declares_assign))
        parse_fail_hint(p, place, "give it an operator=",
                        "%s cannot be assigned: it declares only "
                        "how it is moved",
                        type_text(p, type));
    bool implicit = r->declares_move_assign || !(r->declares_copy || r->declares_assign ||
                                                 r->declares_end || r->declares_move);
    return assign_members(p, to, from, moves && implicit, place);
}

struct expr *assign_record(struct parser *p, struct expr *to, struct expr *value,
                           struct place place)
{
    struct type *type = to->type->plain;
    if (p->device || (int)value->kind >= EXPR_OVERLOAD || type->kind != TYPE_RECORD ||
        type->disguise != DISGUISE_NONE || !(type_assigns(p, type) || type_has_end(type)))
        return NULL;
    bool is_heir = derives_from(value->type, type); /* only its base is taken, without its table */
    if (value->type->plain != type && !is_heir)
        return NULL;
    struct expr *before, *to_before;
    bool moves = !value->is_lvalue;
    struct expr *from = value->is_moved ? value->b : moves ? materialize(p, value) : value;
    from = library_stable(p, from, &before);
    to = library_stable(p, to, &to_before);
    if (is_heir)
        from = upcast(p, from, type);
    struct expr *made = assign_object(p, to, from, moves, place);
    made = expr_comma(p, to_before, made);
    made = expr_comma(p, before, made);
    return expr_comma(p, made, to);
}

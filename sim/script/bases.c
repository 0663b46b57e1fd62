/* More than one base: which of them has something, where it lies, and the tables of virtual
 * functions that a struct has besides its first: one for each base that has a table of its own. */
#include "sim/script/objects.h"

#include <stdio.h>
#include <string.h>

bool derives_from(const struct type *type, const struct type *base)
{
    return type->kind == TYPE_RECORD && base->kind == TYPE_RECORD &&
           base_towards(type->record, base->record) != NULL;
}

const struct member *base_towards(const struct record *r, const struct record *base)
{
    for (int i = 0; i < r->count; i++) /* there is one, whoever else derives from it */
        if (r->members[i].is_virtual && r->members[i].type->record == base)
            return &r->members[i];
    for (int i = 0; i < r->count; i++) {
        const struct member *m = &r->members[i];
        if (m->is_base && (m->type->record == base || base_towards(m->type->record, base)))
            return m;
    }
    return NULL;
}

int64_t base_offset(const struct record *r, const struct record *base)
{
    int64_t offset = 0;
    const struct record *shared = virtual_base_with(r, base);
    if (shared && shared != base) /* by way of another base lies the one that is not made */
        return base_offset(r, shared) + base_offset(shared, base);
    while (r != base) {
        const struct member *m = base_towards(r, base);
        offset += m->offset;
        r = m->type->record;
    }
    return offset;
}

int base_steps(const struct record *r, const struct record *base)
{
    int steps = 0;
    for (; r != base; steps++)
        r = base_towards(r, base)->type->record;
    return steps;
}

struct expr *to_base(struct parser *p, struct expr *object, const struct record *base)
{
    const struct record *r = object->type->record;
    const struct member *m = base_towards(r, base);
    struct expr *from = is_fresh(object) ? materialize(p, object) : object;
    if (object->is_moved)
        from = object->b;
    from = base_part(p, from, m);
    return object->is_moved || is_fresh(object) ? moved_expr(p, from) : from;
}

struct expr *upcast(struct parser *p, struct expr *object, const struct type *base)
{
    while (object->type->record != base->record)
        object = to_base(p, object, base->record);
    return object;
}

/* Whether the one hides what the other declares, which it has in common with its heirs' other
 * bases. */
static bool is_virtual_path_to(const struct record *r, const struct record *base)
{
    return base_towards(r, base) && is_virtual_path(r, base);
}

struct record *method_owner(struct parser *p, struct record *r, uint32_t name,
                            struct record **other)
{
    struct record *found = NULL;
    if (declares_method(p, r, name))
        return r;
    for (int i = 0; i < r->count; i++) {
        const struct member *m = &r->members[i];
        struct record *owner = m->is_base ? method_owner(p, m->type->record, name, other) : NULL;
        bool hides = owner && found && is_virtual_path_to(owner, found);
        if (owner && found && owner != found && !hides && !is_virtual_path_to(found, owner))
            *other = owner;
        else if (owner && (!found || hides))
            found = owner;
    }
    return found;
}

/* ---- pointers ---- */

struct expr *cast_related(struct parser *p, struct expr *e, struct type *to)
{
    struct type *from = e->type;
    int64_t by = 0;
    if (from->kind != TYPE_POINTER || to->kind != TYPE_POINTER || p->device)
        return cast_node(p, e, to);
    bool up = derives_from(from->base, to->base);
    if (up && is_virtual_path(from->base->record, to->base->record))
        return cast_to_virtual(p, e, to);
    if (!up && derives_from(to->base, from->base) &&
        is_virtual_path(to->base->record, from->base->record))
        parse_fail_hint(p, e->place, "use dynamic_cast", "%s is a virtual base of %s",
                        type_text(p, from->base->plain), type_text(p, to->base->plain));
    if (up)
        by = base_offset(from->base->record, to->base->record);
    else if (derives_from(to->base, from->base))
        by = -base_offset(to->base->record, from->base->record);
    if (by == 0)
        return cast_node(p, e, to);
    struct place place = e->place;
    struct type *bytes = type_pointer(p, p->basic[TYPE_CHAR]);
    bool is_object = e->kind == EXPR_ADDRESS; /* else it may be null, which stays so */
    struct var *v = is_object ? NULL : temporary(p, from, place);
    struct expr *set = v ? expr_assign(p, expr_raw_var(p, v, place), e, place) : NULL;
    struct expr *self = cast_node(p, v ? expr_raw_var(p, v, place) : e, bytes);
    struct expr *count = expr_int(p, p->basic[TYPE_LONG], by, place);
    struct expr *moved =
        cast_node(p, expr_binary(p, EXPR_POINTER_ADD, bytes, self, count, place), to);
    if (!v)
        return moved;
    struct expr *test = cast_node(p, expr_raw_var(p, v, place), p->basic[TYPE_BOOL]);
    struct expr *made = expr_binary(p, EXPR_CONDITIONAL, moved->type, test, moved, place);
    made->c = expr_int(p, moved->type, 0, place);
    return expr_comma(p, set, made);
}

/* ---- tables ---- */

struct function **copy_slots(struct parser *p, struct function *const *slots, int count)
{
    struct function **copy = arena_alloc(p->arena, ((size_t)count + 1) * sizeof *copy);
    if (count > 0)
        memcpy(copy, slots, (size_t)count * sizeof *copy);
    return copy;
}

/* Of what overrides the same function the one of the struct that derives from the other's. */
static void merge_slots(struct function **slots, struct function *const *more, int count)
{
    for (int i = 0; i < count; i++)
        if (slots[i] != more[i] && base_towards(more[i]->record, slots[i]->record))
            slots[i] = more[i];
}

static void add_second(struct parser *p, struct record *r, struct record *of,
                       struct function *const *slots)
{
    for (struct second *s = r->seconds; s; s = s->next)
        if (s->of == of) { /* a virtual base, which another base has, too */
            merge_slots(s->slots, slots, of->slot_count);
            return;
        }
    struct second *s = arena_alloc(p->arena, sizeof *s), **last = &r->seconds;
    s->of = of;
    s->slots = copy_slots(p, slots, of->slot_count);
    while (*last)
        last = &(*last)->next;
    *last = s;
}

void add_seconds(struct parser *p, struct record *r)
{
    for (int i = 0; i < r->count; i++) {
        struct record *base = r->members[i].is_base ? r->members[i].type->record : NULL;
        if (base && base != r->base && base->is_virtual)
            add_second(p, r, base, base->slots);
        for (const struct second *s = base ? base->seconds : NULL; s; s = s->next)
            add_second(p, r, s->of, s->slots);
    }
}

bool override_seconds(struct parser *p, struct record *r, struct function *f)
{
    bool any = false;
    for (struct second *s = r->seconds; s; s = s->next)
        for (int i = 0; i < s->of->slot_count; i++)
            any |= override_slot(p, f, &s->slots[i]);
    return any;
}

/* What a caller by way of the base gets is taken as it is: nothing moves a pointer on its way. */
static void check_result(struct parser *p, const struct function *f, const struct function *g)
{
    const struct type *own = f->type->base->plain, *old = g->type->base->plain;
    if (f == g || own == old)
        return;
    bool points = own->kind == old->kind &&
                  (own->kind == TYPE_POINTER || own->kind == TYPE_REFERENCE) &&
                  own->base->kind == TYPE_RECORD && old->base->kind == TYPE_RECORD;
    const struct record *from = points ? own->base->record : NULL;
    const struct record *to = points ? old->base->record : NULL;
    if (!points || (from != to && !derives_from(own->base, old->base)))
        parse_fail(p, f->place, "'%s' returns %s, but that of %s, which it overrides, %s", f->name,
                   type_text(p, own), g->record->name, type_text(p, old));
    if (base_offset(from, to) == 0)
        return;
    char hint[200];
    snprintf(hint, sizeof hint, "return %.60s and cast where %.60s is needed", type_text(p, old),
             type_text(p, own));
    parse_fail_hint(p, f->place, hint,
                    "'%s' overrides that of %s with another type, and %s does not begin "
                    "with its %s: this is not supported",
                    f->name, g->record->name, from->name, to->name);
}

/* Of a virtual base: two of its heirs say what the function does, and the struct does not. */
static void check_final(struct parser *p, const struct record *r, const struct second *s)
{
    for (int i = 0; i < r->count; i++)
        for (const struct second *of = r->members[i].is_base ? r->members[i].type->record->seconds
                                                             : NULL;
             of; of = of->next)
            for (int k = 0; of->of == s->of && k < s->of->slot_count; k++) {
                const struct function *f = s->slots[k], *g = of->slots[k];
                if (f != g && f->record != r && !derives_from(f->record->type, g->record->type))
                    parse_fail_hint(p, r->place, "override it there",
                                    "'%s' of %s is in %s and in %s", f->name, r->name,
                                    f->record->name, g->record->name);
            }
}

void check_results(struct parser *p, const struct record *r)
{
    for (int i = 0; r->base && i < r->base->slot_count; i++)
        check_result(p, r->slots[i], r->base->slots[i]);
    for (const struct second *s = r->seconds; s; s = s->next) {
        check_final(p, r, s);
        for (int i = 0; i < s->of->slot_count; i++)
            if (s->slots[i]->record == r)
                check_result(p, s->slots[i], s->of->slots[i]);
    }
}

/* Of a base what is virtual is not its own. */
static const struct record *own_base(const struct member *m, bool is_part)
{
    return m->is_base && !(m->is_virtual && is_part) ? m->type->record : NULL;
}

static int count_casts(const struct record *r, bool is_part)
{
    int count = r->table != NULL;
    for (int i = 0; i < r->count; i++)
        if (own_base(&r->members[i], is_part))
            count += count_casts(r->members[i].type->record, true);
    return count;
}

static void add_casts(struct parser *p, const struct record *r, int64_t offset, bool is_part,
                      struct init ***tail, int64_t *at)
{
    struct type *number = p->basic[TYPE_LONG];
    if (r->table) {
        struct expr *table = decay(p, expr_raw_var(p, r->table, r->place));
        init_add(p, tail, *at, cast_node(p, table, number));
        init_add(p, tail, *at + 8, expr_int(p, number, offset, r->place));
        *at += 16;
    }
    for (int i = 0; i < r->count; i++)
        if (own_base(&r->members[i], is_part))
            add_casts(p, r->members[i].type->record, offset + r->members[i].offset, true, tail, at);
}

struct var *list_casts(struct parser *p, const struct record *r)
{
    int64_t at = 0, count = 2 * (int64_t)count_casts(r, false) + 2;
    struct var *v = add_global(p, "", type_array(p, p->basic[TYPE_LONG], count), r->place);
    struct init **tail = &v->inits;
    v->zero_first = true;
    add_casts(p, r, 0, false, &tail, &at);
    return v;
}

/* Locals of `made` as f's parameters, behind the object; the arguments of a call of f with them. */
static struct expr **pass_parameters(struct parser *p, const struct function *f,
                                     struct function *made)
{
    for (int i = 0; i < f->type->parameter_count; i++) {
        struct type *t = f->type->parameters[i];
        add_local(p, "", t->kind == TYPE_REFERENCE ? type_pointer(p, t->base) : t, f->place);
    }
    made->parameter_count = made->local_count;
    struct expr **args = arena_alloc(p->arena, (size_t)made->local_count * sizeof *args);
    for (int i = 0; i < made->local_count; i++)
        args[i] = expr_raw_var(p, made->locals[i], f->place);
    return args;
}

/* From the part to what it is a part of: as far as `by` says; with `shared`, the virtual base that
 * has the part, from there on as that says. */
struct part_way {
    const struct record *part, *whole, *shared;
    int64_t by;
};

static struct expr *from_part(struct parser *p, struct expr *address, struct expr *again,
                              const struct part_way *way, const struct record *to,
                              struct place place)
{
    struct type *bytes = type_pointer(p, p->basic[TYPE_CHAR]), *number = p->basic[TYPE_LONG];
    struct expr *self = expr_binary(p, EXPR_POINTER_ADD, bytes, cast_node(p, address, bytes),
                                    expr_int(p, number, -way->by, place), place);
    if (!way->shared)
        return cast_node(p, self, type_pointer(p, to->type));
    struct expr *base = expr_binary(p, EXPR_POINTER_ADD, bytes, cast_node(p, again, bytes),
                                    expr_int(p, number, -way->by, place), place);
    base = expr_deref(p, cast_node(p, base, type_pointer(p, way->shared->type)), place);
    struct expr *back = expr_unary(p, EXPR_NEGATE, number, way_back(p, base, place), place);
    self = expr_binary(p, EXPR_POINTER_ADD, bytes, self, back, place);
    self = expr_deref(p, cast_node(p, self, type_pointer(p, way->whole->type)), place);
    return cast_node(p, expr_address(p, upcast(p, self, to->type), place),
                     type_pointer(p, to->type));
}

/* R name(part *object, A... a) { return f((record *)((char *)object - by), a...); } */
static struct function *by_way(struct parser *p, struct function *f, const struct part_way *way)
{
    struct place place = f->place;
    struct function *made = function_new(p, f->name, f->type, place);
    struct body body;
    made->display_name = f->display_name;
    made->is_host = made->is_method = true;
    made->result_is_reference = f->result_is_reference;
    body_begin(p, &body, made);
    add_local(p, "this", type_pointer(p, way->part->type), place);
    struct expr **args = pass_parameters(p, f, made);
    struct expr *again = expr_raw_var(p, made->locals[0], place);
    args[0] = from_part(p, args[0], again, way, f->record, place);
    struct expr *call = expr_call(p, f, args, made->parameter_count, place);
    if (f->type->base->kind == TYPE_REFERENCE)
        call = expr_address(p, call->is_moved ? call->b : call, place);
    made->body = stmt_new(p, STMT_BLOCK, place);
    struct stmt **tail = &made->body->body;
    struct stmt *s = stmt_expr(p, call);
    if (f->type->base->kind != TYPE_VOID) {
        s = stmt_new(p, STMT_RETURN, place);
        s->a = call;
    }
    append(&tail, s);
    body_end(p, &body);
    add_function(p, made);
    return made;
}

struct function *for_part(struct parser *p, struct function *f, const struct record *part,
                          const struct record *r)
{
    struct part_way way = {.part = part};
    way.by = base_offset(r, part) - base_offset(r, f->record);
    return way.by == 0 ? f : by_way(p, f, &way);
}

struct function *for_building(struct parser *p, struct function *f, const struct record *part,
                              const struct record *r, const struct record *shared)
{
    struct part_way way = {.part = part, .whole = r, .shared = shared};
    way.by = base_offset(shared, part);
    return f->record == part ? f : by_way(p, f, &way);
}

/* Virtual bases: an object has one of each, however many of its bases derive from it. A struct
 * keeps it behind its own members, and says in a hidden member (its "place") how far from its own
 * beginning the one of the whole object lies: where the struct is a base itself, that is the
 * heir's, and its own is never made. An object may be moved as its bytes, as places count from the
 * object. A place of 0 tells a constructor that it makes a whole object, whose virtual bases are
 * its to make. Behind a virtual base with a table stands how far it lies from what its table is of
 * while that is made or ended as a part of another object: one table serves it wherever it is. */
#include "sim/script/objects.h"

#include <string.h>

bool has_virtual_base(const struct record *r)
{
    for (int i = 0; i < r->count; i++)
        if (r->members[i].place_of)
            return true;
    return false;
}

static struct member *virtual_member(const struct record *r, const struct record *base)
{
    for (int i = 0; i < r->count; i++)
        if (r->members[i].is_virtual && r->members[i].type->record == base)
            return &r->members[i];
    return NULL;
}

/* ---- which ones a struct has ---- */

static void list_one(struct parser *p, struct virtual_bases *list, struct record *base)
{
    for (int i = 0; i < list->count; i++)
        if (list->records[i] == base)
            return;
    if (list->count == list->capacity) {
        list->capacity = list->capacity * 2 + 8;
        struct record **more = arena_alloc(p->arena, (size_t)list->capacity * sizeof *more);
        if (list->count > 0)
            memcpy(more, list->records, (size_t)list->count * sizeof *more);
        list->records = more;
    }
    list->records[list->count++] = base;
}

void list_virtual_bases(struct parser *p, struct virtual_bases *list, const struct member *base)
{
    const struct record *r = base->type->record;
    for (int i = 0; i < r->count; i++)
        if (r->members[i].is_virtual)
            list_one(p, list, r->members[i].type->record);
    if (base->is_virtual)
        list_one(p, list, base->type->record);
}

int add_virtual_bases(struct parser *p, const struct virtual_bases *list,
                      const struct member *bases, int count, struct member *members, int at)
{
    for (int i = 0; i < list->count; i++) {
        struct record *base = list->records[i];
        struct member made = {.name = "", .type = base->type, .is_base = true, .is_virtual = true};
        for (int k = 0; k < count; k++)
            if (bases[k].is_virtual && bases[k].type->record == base)
                made = bases[k];
        made.is_base = true;
        made.is_mark = false;
        members[at++] = made;
        members[at++] = (struct member){.name = "", .type = p->basic[TYPE_LONG], .place_of = base};
    }
    return at;
}

enum { MOST_REACHED = 256 };

struct reached {
    struct {
        const struct record *record;
        bool is_virtual;
    } at[MOST_REACHED];
    int count;
};

static void reach_one(struct parser *p, struct reached *list, const struct record *r,
                      bool is_virtual, const struct member *base)
{
    if (list->count == MOST_REACHED)
        parse_fail(p, base->place, "%s has more than %d bases, counted with those of its bases",
                   base->type->record->name, MOST_REACHED - 1);
    list->at[list->count].record = r;
    list->at[list->count++].is_virtual = is_virtual;
}

/* The base and those that it has, but for what a virtual one has. */
static void reach(struct parser *p, struct reached *list, const struct record *r, bool is_virtual,
                  const struct member *base)
{
    reach_one(p, list, r, is_virtual, base);
    for (int i = 0; i < r->count; i++)
        if (r->members[i].is_virtual)
            reach_one(p, list, r->members[i].type->record, true, base);
        else if (r->members[i].is_base && !is_virtual)
            reach(p, list, r->members[i].type->record, false, base);
}

void refuse_shared_base(struct parser *p, const struct record *r, const struct member *a,
                        const struct member *b)
{
    struct reached of_a = {.count = 0}, of_b = {.count = 0};
    reach(p, &of_a, a->type->record, a->is_virtual, a);
    reach(p, &of_b, b->type->record, b->is_virtual, b);
    for (int i = 0; i < of_a.count; i++)
        for (int k = 0; k < of_b.count; k++)
            if (of_a.at[i].record == of_b.at[k].record &&
                !(of_a.at[i].is_virtual && of_b.at[k].is_virtual))
                parse_fail_hint(p, b->place, "derive from it virtually, or make one a member",
                                "%s would be a base of %s twice", of_a.at[i].record->name, r->name);
}

/* ---- where they lie ---- */

static struct expr *place_in(struct parser *p, struct expr *object, const struct record *base)
{
    struct record *r = object->type->record;
    int i = 0;
    while (r->members[i].place_of != base)
        i++;
    return expr_member(p, object, &r->members[i], object->place);
}

struct expr *base_part(struct parser *p, struct expr *object, const struct member *base)
{
    if (!base->is_virtual || p->device)
        return expr_member(p, object, base, object->place);
    struct place place = object->place;
    struct expr *before;
    object = library_stable(p, object, &before);
    struct type *bytes = type_pointer(p, p->basic[TYPE_CHAR]);
    struct type *type = object->type->is_const ? type_const(p, base->type) : base->type;
    struct expr *address = cast_node(p, expr_address(p, object, place), bytes);
    struct expr *by = place_in(p, object, base->type->record);
    address = expr_binary(p, EXPR_POINTER_ADD, bytes, address, by, place);
    struct expr *part = expr_deref(p, cast_node(p, address, type_pointer(p, type)), place);
    return before ? expr_comma(p, before, part) : part;
}

bool is_virtual_path(const struct record *r, const struct record *base)
{
    while (r != base) {
        const struct member *m = base_towards(r, base);
        if (m->is_virtual)
            return true;
        r = m->type->record;
    }
    return false;
}

struct expr *cast_to_virtual(struct parser *p, struct expr *e, struct type *to)
{
    struct place place = e->place;
    struct var *v = temporary(p, e->type, place);
    struct expr *set = expr_assign(p, expr_raw_var(p, v, place), e, place);
    struct expr *object = expr_deref(p, expr_raw_var(p, v, place), place);
    struct expr *part = expr_address(p, upcast(p, object, to->base->plain), place);
    struct expr *test = cast_node(p, expr_raw_var(p, v, place), p->basic[TYPE_BOOL]);
    struct expr *made =
        expr_binary(p, EXPR_CONDITIONAL, to->plain, test, cast_node(p, part, to), place);
    made->c = expr_int(p, to->plain, 0, place);
    return expr_comma(p, set, made);
}

/* ---- making and ending ---- */

struct expr *forget_places(struct parser *p, struct expr *object, struct place place)
{
    struct record *r = object->type->record;
    struct expr *all = NULL;
    for (int i = 0; i < r->count; i++)
        if (r->members[i].place_of)
            all = expr_comma(p, all,
                             expr_assign(p, expr_member(p, object, &r->members[i], place),
                                         expr_int(p, p->basic[TYPE_LONG], 0, place), place));
    return all;
}

struct expr *inherit_places(struct parser *p, struct expr *self, const struct member *m,
                            struct place place)
{
    struct type *number = p->basic[TYPE_LONG];
    struct expr *all = NULL, *part = expr_member(p, self, m, place);
    const struct record *base = m->type->record;
    for (int i = 0; i < base->count; i++) {
        const struct record *of = base->members[i].place_of;
        if (!of)
            continue;
        struct expr *by = m->is_virtual ? place_in(p, self, m->type->record)
                                        : expr_int(p, number, m->offset, place);
        struct expr *at = expr_binary(p, EXPR_SUBTRACT, number, place_in(p, self, of), by, place);
        struct expr *to = m->is_virtual ? base_part(p, self, m) : part;
        all = expr_comma(p, all,
                         expr_assign(p, expr_member(p, to, &base->members[i], place), at, place));
    }
    return all;
}

struct expr *is_whole(struct parser *p, struct expr *self, const struct record *base, bool is_made,
                      struct place place)
{
    struct type *number = p->basic[TYPE_LONG];
    int64_t at = is_made ? virtual_member(self->type->record, base)->offset : 0;
    return expr_binary(p, EXPR_EQUAL, p->basic[TYPE_BOOL], place_in(p, self, base),
                       expr_int(p, number, at, place), place);
}

/* What the places are of an object that is no part of another one. */
struct expr *own_places(struct parser *p, struct expr *self, struct place place)
{
    struct record *r = self->type->record;
    struct expr *all = NULL;
    for (int i = 0; i < r->count; i++) {
        const struct record *of = r->members[i].place_of;
        if (of)
            all = expr_comma(
                p, all,
                expr_assign(p, expr_member(p, self, &r->members[i], place),
                            expr_int(p, p->basic[TYPE_LONG], virtual_member(r, of)->offset, place),
                            place));
    }
    return all;
}

const struct record *virtual_base_with(const struct record *r, const struct record *part)
{
    for (int i = 0; i < r->count; i++) {
        const struct record *base = r->members[i].is_virtual ? r->members[i].type->record : NULL;
        if (base && (base == part || base_towards(base, part)))
            return base;
    }
    return NULL;
}

struct expr *way_back(struct parser *p, struct expr *base, struct place place)
{
    struct type *number = p->basic[TYPE_LONG];
    struct type *bytes = type_pointer(p, p->basic[TYPE_CHAR]);
    struct expr *at = cast_node(p, expr_address(p, base, place), bytes);
    at = expr_binary(p, EXPR_POINTER_ADD, bytes, at, expr_int(p, number, base->type->size, place),
                     place);
    return expr_deref(p, cast_node(p, at, type_pointer(p, number)), place);
}

struct expr *set_way_back(struct parser *p, struct expr *self, const struct record *base,
                          struct place place)
{
    struct expr *part = base_part(p, self, virtual_member(self->type->record, base));
    return expr_assign(p, way_back(p, part, place), place_in(p, self, base), place);
}

/* Lists in braces for arrays and records, nested or flat. */
#include "sim/script/objects.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

struct list_cursor {
    struct expr **items;
    int count, at;
    struct place place;
};

static void fill(struct parser *p, struct type *type, struct list_cursor *c, int64_t offset,
                 struct init ***tail);

static bool is_braces(const struct expr *e)
{
    return (int)e->kind == EXPR_BRACES;
}

static void fill_string(struct parser *p, struct type *type, struct expr *e, int64_t offset,
                        struct init ***tail)
{
    if (type->length >= 0 && e->length > type->length)
        parse_fail(p, e->place, "this string needs %lld bytes, the array has %lld",
                   (long long)e->length, (long long)type->length);
    init_add(p, tail, offset, e);
}

static void fill_array(struct parser *p, struct type *type, struct list_cursor *c, int64_t offset,
                       struct init ***tail, int64_t *length)
{
    int64_t i = 0;
    struct type *element = type->base;
    while (c->at < c->count && (type->length < 0 || i < type->length)) {
        if ((int)c->items[c->at]->kind == EXPR_DESIGNATED)
            parse_fail(p, c->items[c->at]->place, "an array's elements have no names");
        fill(p, element, c, offset + i * element->size, tail);
        i++;
    }
    *length = i;
}

/* The bit fields in a row from `first` on, as far as there are values; returns what is behind. */
static int fill_bits(struct parser *p, struct record *r, int first, struct list_cursor *c,
                     int64_t offset, struct init ***tail)
{
    int end = first, i = first;
    while (end < r->count && r->members[end].is_bits)
        end++;
    struct expr **values = arena_alloc(p->arena, (size_t)(end - first) * sizeof *values);
    for (; i < end && c->at < c->count; i++) {
        const struct expr *item = c->items[c->at];
        int named = i;
        if (member_is_gap(&r->members[i]))
            continue;
        if ((int)item->kind == EXPR_DESIGNATED) {
            const char *name = name_text(p, (uint32_t)item->value);
            while (named < end && strcmp(r->members[named].name, name) != 0)
                named++;
            if (named == end)
                break;
            c->items[c->at] = item->a;
            i = named;
        }
        struct type *type = r->members[i].type->plain;
        check_narrowing(p, c->items[c->at], type);
        values[i - first] = convert(p, c->items[c->at++], type, "this value");
        if (r->is_union)
            break;
    }
    init_bits(p, r, first, end, values, offset, tail);
    return i;
}

static void fill_record(struct parser *p, struct record *r, struct list_cursor *c, int64_t offset,
                        struct init ***tail)
{
    int i = 0;
    while (c->at < c->count && (i < r->count || (int)c->items[c->at]->kind == EXPR_DESIGNATED)) {
        struct expr *item = c->items[c->at];
        if ((int)item->kind == EXPR_DESIGNATED) {
            const char *name = name_text(p, (uint32_t)item->value);
            int k = 0;
            while (k < r->count && strcmp(r->members[k].name, name) != 0)
                k++;
            if (k == r->count)
                parse_fail(p, item->place, "%s has no member '%s'", r->name, name);
            if (k < i)
                parse_fail(p, item->place, "'%s' must stand in the order of the declaration", name);
            i = k;
            if (!r->members[i].is_bits)
                c->items[c->at] = item->a;
        }
        if (r->members[i].is_bits) {
            i = fill_bits(p, r, i, c, offset, tail);
            if (r->is_union)
                return;
            continue;
        }
        fill(p, r->members[i].type, c, offset + r->members[i].offset, tail);
        i++;
        if (r->is_union)
            return;
    }
    for (; i < r->count; i++)
        if (r->members[i].type->kind == TYPE_REFERENCE && !r->members[i].initial_at)
            parse_fail(p, c->place, "the reference '%s' must refer to something",
                       r->members[i].name);
}

/* A whole aggregate from its own braces. */
static void fill_braced(struct parser *p, struct type *type, struct expr *braces, int64_t offset,
                        struct init ***tail, int64_t *length)
{
    struct list_cursor c = {braces->args, braces->arg_count, 0, braces->place};
    if (type->kind == TYPE_ARRAY && c.count == 1 && c.items[0]->kind == EXPR_STRING &&
        type_is_char(type->base)) {
        fill_string(p, type, c.items[0], offset, tail);
        *length = c.items[0]->length;
        return;
    }
    if (type->kind == TYPE_ARRAY)
        fill_array(p, type, &c, offset, tail, length);
    else
        fill_record(p, type->record, &c, offset, tail);
    if (c.at < c.count)
        parse_fail(p, c.items[c.at]->place, "more values than %s has room for", type_text(p, type));
}

static bool is_aggregate(struct parser *p, const struct type *type)
{
    if (type->kind == TYPE_ARRAY)
        return true;
    return type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE &&
           !record_constructors(p, type->record);
}

/* Whether a number that is known keeps its value; one that is not may narrow (nvcc warns). */
static bool keeps_value(struct parser *p, const struct expr *e, const struct type *to)
{
    double number;
    int64_t whole;
    if (type_is_floating(e->type)) {
        if (!constant_float(e, &number))
            return true;
        if (to->kind == TYPE_FLOAT)
            return e->type->kind == TYPE_FLOAT || !(number > FLT_MAX || number < -FLT_MAX);
        return !type_is_integer(to);
    }
    if (!type_is_integer(e->type) || !constant_value(e, &whole))
        return true;
    if (to->kind == TYPE_FLOAT)
        return (int64_t)(float)whole == whole;
    if (to->kind == TYPE_DOUBLE)
        return (int64_t)(double)whole == whole;
    if (!type_is_integer(to) || to->kind == TYPE_ENUM)
        return true;
    struct expr *made = cast_node(p, (struct expr *)e, (struct type *)to);
    int64_t after;
    if (!constant_value(made, &after))
        return true;
    /* the sign bit of 64 bits means something else on the other side */
    bool changes_sign = whole < 0 && type_is_unsigned(e->type) != type_is_unsigned(to);
    return after == whole && !(changes_sign && to->size == 8);
}

void check_narrowing(struct parser *p, const struct expr *e, const struct type *to)
{
    if (p->device || (int)e->kind >= EXPR_OVERLOAD || expr_is_opaque(e) ||
        to->disguise != DISGUISE_NONE || !type_is_arithmetic(to) || keeps_value(p, e, to))
        return;
    parse_fail_hint(p, e->place, "cast it",
                    "%s cannot hold this value of type %s, which braces demand",
                    type_text(p, to->plain), type_text(p, e->type->plain));
}

/* One element or member, from as many items as it needs. */
static void fill(struct parser *p, struct type *type, struct list_cursor *c, int64_t offset,
                 struct init ***tail)
{
    struct expr *item = c->items[c->at];
    int64_t length = 0;
    if (is_aggregate(p, type)) {
        bool whole = !is_braces(item) && (int)item->kind < EXPR_OVERLOAD &&
                     type->kind == TYPE_RECORD && item->type->plain == type->plain;
        if (is_braces(item)) {
            c->at++;
            fill_braced(p, type, item, offset, tail, &length);
            return;
        }
        if (type->kind == TYPE_ARRAY && item->kind == EXPR_STRING && type_is_char(type->base)) {
            c->at++;
            fill_string(p, type, item, offset, tail);
            return;
        }
        if (!whole) { /* its values stand flat in the list around it */
            if (type->kind == TYPE_ARRAY)
                fill_array(p, type, c, offset, tail, &length);
            else
                fill_record(p, type->record, c, offset, tail);
            return;
        }
    }
    c->at++;
    if (type->kind == TYPE_REFERENCE) {
        if (is_fresh(item) && type_has_end(item->type))
            parse_fail_hint(p, item->place, "give it a name before",
                            "a temporary that has a destructor cannot be what a reference in a "
                            "list refers to");
        init_add(p, tail, offset, bind_reference(p, item, type, "this value"));
        return;
    }
    check_narrowing(p, item, type);
    init_add(p, tail, offset, convert(p, item, type->plain, "this value"));
}

void initialize_braces(struct parser *p, struct type *type, struct expr *value, int64_t offset,
                       struct init ***tail, int64_t *length)
{
    if (value->kind == EXPR_STRING && type->kind == TYPE_ARRAY && type_is_char(type->base)) {
        fill_string(p, type, value, offset, tail);
        *length = value->length;
        return;
    }
    if (!is_braces(value))
        parse_fail(p, value->place, "%s takes a list in braces",
                   type->kind == TYPE_ARRAY ? "an array" : type_text(p, type));
    fill_braced(p, type, value, offset, tail, length);
}

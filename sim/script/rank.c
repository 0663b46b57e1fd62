/* How well a value converts to a type: what C++ calls the rank of a conversion, and by what
 * function of a record it would go. convert.c makes the conversion. */
#include "sim/script/objects.h"

#include <string.h>

#define MAX_BASES 1000 /* further away is as far */

/* Whether a pointer to `from` may become a pointer to `to`: rank, or -1. */
static int pointee_rank(struct type *from, struct type *to)
{
    if (from == to)
        return 0;
    if (from->plain == to->plain)
        return to->is_const ? 1 : -1;
    if (from->kind == TYPE_UNKNOWN || to->kind == TYPE_UNKNOWN)
        return 1;
    if (derives_from(from, to))
        return from->is_const && !to->is_const ? -1 : 2;
    if (to->kind == TYPE_VOID)
        return from->kind == TYPE_FUNCTION || (from->is_const && !to->is_const) ? -1 : 2;
    if (from->kind == TYPE_ARRAY && to->kind == TYPE_ARRAY && from->length == to->length)
        return pointee_rank(from->base, to->base);
    /* T ** to const T *const * */
    if (from->kind == TYPE_POINTER && to->kind == TYPE_POINTER && to->is_const &&
        pointee_rank(from->base, to->base) == 1)
        return 1;
    return -1;
}

struct type *value_type(struct parser *p, struct expr *e)
{
    if (e->type->kind == TYPE_ARRAY)
        return type_pointer(p, e->type->base);
    return e->type->plain;
}

struct function *conversion_function(struct parser *p, struct type *from, struct type *to)
{
    if (from->kind != TYPE_RECORD)
        return NULL;
    uint32_t name = intern_adds(&p->tu->names, CONVERSION_NAME);
    struct function *best = NULL, *exact = NULL;
    struct record *other = NULL, *owner = method_owner(p, from->record, name, &other);
    struct function *first = owner ? record_methods(p, owner, name) : NULL;
    for (struct function *f = first; f; f = f->next_method) {
        if (strcmp(f->name, CONVERSION_NAME) != 0 || (from->is_const && !f->is_const_method))
            continue;
        struct type *result = f->type->base;
        if (result->kind == TYPE_REFERENCE)
            result = result->base;
        if (result->plain == to->plain)
            exact = exact && !exact->is_const_method ? exact : f;
        if (f->is_explicit || (best && !best->is_const_method && f->is_const_method))
            continue;
        bool pointers = result->kind == TYPE_POINTER && to->kind == TYPE_POINTER;
        if (pointers ? pointee_rank(result->base, to->base) >= 0
                     : type_is_scalar(result) && type_is_scalar(to) && to->kind != TYPE_POINTER)
            best = f;
    }
    return exact ? exact : best;
}

bool becomes_library(struct parser *p, struct type *from, struct type *to)
{
    return from->kind == TYPE_RECORD && from->disguise == DISGUISE_NONE && type_is_disguised(to) &&
           conversion_function(p, from, to);
}

static int scalar_rank(struct parser *p, struct expr *e, struct type *from, struct type *to)
{
    if (from->kind == TYPE_ENUM && from->enumeration->scoped)
        return -1;
    if (type_is_arithmetic(from) && type_is_arithmetic(to)) {
        if (to->kind == TYPE_ENUM)
            return -1;
        if (promoted(p, from) == to || (from->kind == TYPE_FLOAT && to->kind == TYPE_DOUBLE))
            return 1;
        return 2;
    }
    if (to->kind == TYPE_BOOL && from->kind == TYPE_POINTER)
        return 3;
    if (to->kind == TYPE_POINTER) {
        if (is_null_constant(e))
            return 2;
        if (from->kind != TYPE_POINTER)
            return -1;
        if (e->kind == EXPR_STRING && to->base == p->basic[TYPE_CHAR])
            return 3; /* char *s = "..." is only warned about */
        if (from->base->member && from->base->member == to->base->member)
            return member_converts(from->base, to->base) ? 2 : -1;
        return pointee_rank(from->base, to->base);
    }
    return -1;
}

static bool takes_values(struct parser *p, const struct function *f, const struct expr *list)
{
    if (!f->is_constructor || list->arg_count < f->required_count ||
        (list->arg_count > f->type->parameter_count && !f->is_variadic))
        return false;
    for (int i = 0; i < list->arg_count && i < f->type->parameter_count; i++)
        if (conversion_rank(p, list->args[i], f->type->parameters[i]) < 0)
            return false;
    return true;
}

/* Whether its two parts take these values: its constructors say no more of them. */
static bool takes_parts(struct parser *p, const struct record *r, const struct expr *list)
{
    for (int i = 0; i < 2; i++)
        if (conversion_rank(p, list->args[i], r->members[i].type) < 0)
            return false;
    return true;
}

/* Whether some constructor takes these values, or there is none at all. */
static bool takes_list(struct parser *p, struct record *r, const struct expr *list)
{
    struct function *first = record_constructors(p, r);
    int count = list->arg_count;
    if (r->builtin && r->count == 2 && count == 2 && strncmp(r->name, "std::pair<", 10) == 0)
        return takes_parts(p, r, list);
    if (!first || count <= 1 || record_methods(p, r, intern_adds(&p->tu->names, "__ns_list")))
        return true;
    for (const struct function *f = first; f; f = f->next_method)
        if (takes_values(p, f, list))
            return true;
    for (const struct overload *o = r->templates; o; o = o->next) {
        const struct template *t = o->template;
        if (!t->is_constructor || count < t->required ||
            !(t->pattern_pack || t->pattern_variadic || count <= t->pattern_count))
            continue;
        struct function *f =
            template_function(p, o->template, NULL, 0, list->args, count, list->place);
        if (f && takes_values(p, f, list))
            return true;
    }
    return false;
}

static int braces_rank(struct parser *p, struct expr *e, struct type *to)
{
    struct type *element = listed_element(to);
    if (element) { /* before what is constructed of such elements */
        int rank = listed_rank(p, e, element);
        return rank < 4 ? rank : 3;
    }
    if (to->kind == TYPE_RECORD && to->disguise == DISGUISE_NONE)
        return takes_list(p, to->record, e) || takes_listed(p, to->record, e) ? 4 : -1;
    if (to->kind == TYPE_RECORD)
        return 4;
    if (e->arg_count == 0)
        return 0;
    return e->arg_count == 1 && type_is_scalar(to) ? conversion_rank(p, e->args[0], to) : -1;
}

int conversion_rank(struct parser *p, struct expr *e, struct type *to)
{
    if (to->kind == TYPE_REFERENCE)
        return reference_rank(p, e, to);
    to = to->plain;
    if ((int)e->kind == EXPR_BRACES)
        return braces_rank(p, e, to);
    if ((int)e->kind == EXPR_OVERLOAD && to->kind == TYPE_RECORD && to->disguise == DISGUISE_NONE)
        return constructs_from(p, to->record, e) ? 4 : -1; /* std::function */
    if ((int)e->kind == EXPR_OVERLOAD)
        return overload_pick(p, (struct overload_expr *)e, to) ? 0 : -1;
    if ((int)e->kind == EXPR_MANIPULATOR || (int)e->kind == EXPR_LIBRARY)
        return -1;
    struct type *from = value_type(p, e);
    if (from == to || from->kind == TYPE_UNKNOWN || to->kind == TYPE_UNKNOWN)
        return 0;
    if (type_is_disguised(from) && to->kind == TYPE_RECORD && !type_is_disguised(to))
        return constructs_from(p, to->record, e) ? 4 : -1; /* std::optional<std::string> */
    if (becomes_library(p, from, to))
        return 4;
    if (type_is_disguised(from) || type_is_disguised(to))
        return library_rank(p, e, to);
    if (from->disguise == DISGUISE_LAMBDA && to->kind == TYPE_POINTER) {
        struct function *f = lambda_function(from);
        return f && !f->is_method && to->base == f->type ? 2 : -1;
    }
    if (derives_from(from, to))
        return 2;
    if (to->kind == TYPE_RECORD)
        return constructs_from(p, to->record, e) ? 4 : -1;
    if (from->kind == TYPE_RECORD)
        return conversion_function(p, e->type, to) ? 4 : -1;
    return scalar_rank(p, e, from, to);
}

int base_distance(const struct expr *e, const struct type *to)
{
    const struct type *from = e->type;
    if ((int)e->kind >= EXPR_OVERLOAD)
        return 0;
    if (to->kind == TYPE_REFERENCE)
        to = to->base;
    if (from->kind == TYPE_POINTER && to->kind == TYPE_POINTER) {
        from = from->base;
        to = to->base;
        if (to->kind == TYPE_VOID)
            return 2 * MAX_BASES + to->is_const;
    }
    if (!derives_from(from, to))
        return 0;
    int steps = base_steps(from->record, to->record);
    return 2 * (steps < MAX_BASES ? steps : MAX_BASES) +
           to->is_const; /* what adds no const goes first */
}

struct function *conversion_to_reference(struct parser *p, struct expr *e, struct type *target)
{
    if ((int)e->kind >= EXPR_OVERLOAD || e->type->kind != TYPE_RECORD ||
        type_plain(p, e->type) == type_plain(p, target))
        return NULL;
    struct function *f = conversion_function(p, e->type->plain, target);
    struct type *result = f ? f->type->base : NULL;
    return f && result->kind == TYPE_REFERENCE && result->base->plain == target->plain &&
                   (target->is_const || !result->base->is_const)
               ? f
               : NULL;
}

int reference_rank(struct parser *p, struct expr *e, struct type *to)
{
    struct type *target = to->base;
    if ((int)e->kind < EXPR_OVERLOAD && derives_from(e->type, target)) {
        bool refers = to->is_rvalue ? !e->is_lvalue : e->is_lvalue || target->is_const;
        return refers && (target->is_const || !e->type->is_const) ? 2 : -1;
    }
    if ((int)e->kind == EXPR_BRACES)
        return target->is_const || to->is_rvalue ? braces_rank(p, e, target) : -1;
    if (to->is_rvalue && (int)e->kind < EXPR_OVERLOAD && e->is_lvalue && !expr_is_opaque(e) &&
        type_plain(p, e->type) == type_plain(p, target))
        return -1;
    if ((int)e->kind < EXPR_OVERLOAD && e->is_lvalue &&
        type_plain(p, e->type) == type_plain(p, target)) {
        if (target == e->type)
            return 0;
        bool target_const =
            target->is_const || (target->kind == TYPE_ARRAY && type_const(p, target) == target);
        return target_const ? 1 : -1;
    }
    if ((int)e->kind < EXPR_OVERLOAD && expr_is_opaque(e))
        return 0;
    if (!to->is_rvalue && conversion_to_reference(p, e, target))
        return 4;
    if (!target->is_const && !to->is_rvalue)
        return -1;
    if (!target->is_const && (int)e->kind < EXPR_OVERLOAD && e->type->is_const &&
        e->type->plain == target && (e->is_moved || target->kind == TYPE_RECORD))
        return -1; /* std::move of what is const */
    return conversion_rank(p, e, target);
}

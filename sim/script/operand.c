/* Objects as operands of the operators of numbers and pointers: what they convert to. */
#include "sim/script/objects.h"

#include <string.h>

/* To what, be it by reference. */
static const struct type *what(const struct function *conversion)
{
    const struct type *to = conversion->type->base;
    return to->kind == TYPE_REFERENCE ? to->base : to;
}

/* The conversion to a number or pointer that is meant where none in particular is asked for; of two
 * for the same that of an object that may be changed; an explicit one, which && and || take, only
 * if there is no other; NULL: none. */
static struct function *meant_conversion(struct parser *p, const struct expr *e, bool pointer)
{
    uint32_t name = intern_adds(&p->tu->names, CONVERSION_NAME);
    struct record *other = NULL, *owner = method_owner(p, e->type->record, name, &other);
    struct function *best = NULL;
    for (struct function *f = owner ? record_methods(p, owner, name) : NULL; f;
         f = f->next_method) {
        if (strcmp(f->name, CONVERSION_NAME) != 0)
            continue;
        const struct type *to = what(f);
        bool fits = pointer ? to->kind == TYPE_POINTER : type_is_scalar(to);
        if (!fits || (pointer && f->is_explicit) || (e->type->is_const && !f->is_const_method))
            continue;
        bool changes = best && best->is_const_method && !f->is_const_method &&
                       best->is_explicit == f->is_explicit &&
                       (to->kind == TYPE_POINTER) == (what(best)->kind == TYPE_POINTER);
        if (!best || (best->is_explicit && !f->is_explicit) || changes)
            best = f;
    }
    return best;
}

static struct expr *stand_for(struct parser *p, struct expr *e, bool pointer)
{
    static const enum type_kind kinds[] = {TYPE_INT, TYPE_DOUBLE, TYPE_BOOL};
    if (!expr_is_record(e))
        return e;
    const struct function *f = meant_conversion(p, e, pointer);
    if (f) {
        struct type *to = f->type->base;
        return convert(p, e, to->kind == TYPE_REFERENCE ? to->base : to, "this");
    }
    for (size_t i = 0; !pointer && i < sizeof kinds / sizeof kinds[0]; i++)
        if (conversion_rank(p, e, p->basic[kinds[i]]) >= 0)
            return convert(p, e, p->basic[kinds[i]], "this");
    return e;
}

struct expr *to_scalar(struct parser *p, struct expr *e)
{
    return stand_for(p, e, false);
}

struct expr *to_pointer(struct parser *p, struct expr *e)
{
    return stand_for(p, e, true);
}

/* Elements of vectors are not destroyed: a program that would notice is refused, not mispredicted.
 */
#include "sim/script/library.h"

#include <string.h>

#define MAX_CALLS 16 /* deeper than this it counts as noticed */

static bool notices(const struct function *f, int depth);

/* What a destructor may change unseen: its own object and its own variables. */
static bool is_own(const struct expr *e)
{
    while (e->kind == EXPR_MEMBER)
        e = e->a;
    if (e->kind == EXPR_DEREF && e->a->kind == EXPR_LOCAL)
        return strcmp(e->a->var->name, "this") == 0;
    return e->kind == EXPR_LOCAL && !e->var->is_reference;
}

/* The host's memory costs no time, so whether it is freed changes nothing that is predicted. */
static bool frees_only(const struct function *f)
{
    return strcmp(f->name, "free") == 0 || strcmp(f->name, "__ns_delete") == 0 ||
           strcmp(f->name, "__ns_vector_free") == 0;
}

static bool expr_notices(const struct expr *e, int depth)
{
    if (!e)
        return false;
    switch (e->kind) {
    case EXPR_LAUNCH:
    case EXPR_OPAQUE:
        return true;
    case EXPR_ASSIGN:
    case EXPR_ASSIGN_OP:
    case EXPR_PRE_STEP:
    case EXPR_POST_STEP:
        if (!is_own(e->a))
            return true;
        break;
    case EXPR_CALL:
        if (!e->function || (!frees_only(e->function) && notices(e->function, depth + 1)))
            return true;
        for (int i = 0; i < e->arg_count; i++)
            if (expr_notices(e->args[i], depth))
                return true;
        break;
    default:
        break;
    }
    return expr_notices(e->a, depth) || expr_notices(e->b, depth) || expr_notices(e->c, depth);
}

static bool stmt_notices(const struct stmt *s, int depth)
{
    for (; s; s = s->next) {
        if (s->kind == STMT_VAR)
            for (const struct init *i = s->var->inits; i; i = i->next)
                if (expr_notices(i->value, depth))
                    return true;
        if (expr_notices(s->a, depth) || expr_notices(s->step, depth) ||
            stmt_notices(s->init, depth) || stmt_notices(s->body, depth) ||
            stmt_notices(s->other, depth))
            return true;
    }
    return false;
}

static bool notices(const struct function *f, int depth)
{
    return !f->body || depth > MAX_CALLS || stmt_notices(f->body, depth);
}

/* A destructor that does something when an object of this type ends; NULL: there is none. */
static const struct function *end_of(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE)
        return NULL; /* a vector's own elements are looked at where its type stands */
    const struct record *r = type->record;
    if (r->destructor && !r->destructor->is_defaulted && notices(r->destructor, 0))
        return r->destructor;
    for (int i = 0; i < r->count; i++) {
        const struct function *f = end_of(r->members[i].type);
        if (f)
            return f;
    }
    return NULL;
}

void check_element_ends(struct parser *p)
{
    for (const struct vector_type *v = p->vectors; v; v = v->next) {
        const struct function *f = end_of(v->element);
        if (f)
            parse_fail_hint(p, f->place,
                            "keep the objects in an array or in variables, or give them a method "
                            "instead of the destructor and call it",
                            "elements of %s are not destroyed when they end, which this "
                            "destructor would notice: not supported",
                            type_text(p, v->type));
    }
}

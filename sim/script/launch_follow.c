#include "sim/script/launch_walk.h"

enum { LEADS_DEPTH = 6 }; /* a list's node leads to another, and that to nothing new */

static uint8_t leads(const struct type *type, int depth)
{
    uint8_t found = 0;
    if (depth == LEADS_DEPTH)
        return 0;
    if (type->kind == TYPE_ARRAY)
        return leads(type->base, depth);
    if (type->kind == TYPE_POINTER) {
        if (type->base->kind == TYPE_FUNCTION)
            return 0;
        found = type->base->is_const ? LAUNCH_READ : LAUNCH_READ | LAUNCH_WRITE;
        return found | leads(type->base, depth + 1);
    }
    for (int i = 0; type->kind == TYPE_RECORD && i < type->record->count; i++)
        if (!type->record->members[i].is_table)
            found |= leads(type->record->members[i].type, depth + 1);
    return found;
}

uint8_t launch_leads(const struct type *type)
{
    return leads(type, 0);
}

bool launch_is_own(const struct expr *e)
{
    for (;;) {
        switch (e->kind) {
        case EXPR_LOCAL:
            return e->type->kind != TYPE_POINTER;
        case EXPR_MEMBER:
        case EXPR_DECAY:
            e = e->a;
            break;
        case EXPR_INDEX:
            if (e->a->kind != EXPR_DECAY)
                return false;
            e = e->a;
            break;
        default:
            return false;
        }
    }
}

struct value launch_found(struct walk *w, const struct expr *e)
{
    uint8_t through = launch_leads(e->type);
    if (through == 0 || launch_is_own(e)) /* what is put into those has been looked at there */
        return launch_nothing();
    struct value found = {.kind = FOUND, .leads = through};
    if (e->type->kind == TYPE_POINTER)
        return found;
    launch_escape(w, &found); /* a copy of a record, whose members are not kept apart */
    return launch_nothing();
}

bool launch_turns(struct walk *w, const struct expr *e)
{
    if (e == NULL || w->steps++ >= LAUNCH_WALK_STEPS)
        return false;
    if (e->kind == EXPR_LOCAL)
        return w->turning[e->var->index];
    for (int i = 0; e->kind == EXPR_CALL && i < e->arg_count; i++)
        if (launch_turns(w, e->args[i]))
            return true;
    return launch_turns(w, e->a) || launch_turns(w, e->b) || launch_turns(w, e->c);
}

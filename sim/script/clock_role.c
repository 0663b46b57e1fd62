/* What the user's code takes a reading of a clock for: where it stands in a variable that is only
 * ever subtracted, as in `now() - t0`, it begins intervals and ends none. */
#include "sim/base/mem.h"
#include "sim/script/script_inside.h"

#include <string.h>

struct script_clock_role {
    const struct function *function;
    struct place place; /* of the call that reads */
    bool only_begins;
};

/* A walk through a function: first for the variable that gets what is read at a place, then for
 * what is done with it. */
struct walk {
    struct place place;
    const struct var *variable;
    bool other_use;
    int depth;
};

static const struct expr *without_casts(const struct expr *e)
{
    while (e != NULL && e->kind == EXPR_CAST)
        e = e->a;
    return e;
}

static bool is_there(const struct expr *e, struct place place)
{
    e = without_casts(e);
    return e != NULL && e->kind == EXPR_CALL && e->place.file == place.file &&
           e->place.line == place.line && e->place.column == place.column;
}

static bool is_use(const struct walk *w, const struct expr *e)
{
    e = without_casts(e);
    return e != NULL && e->kind == EXPR_LOCAL && e->var == w->variable;
}

/* `subtracted`: the value is taken from another one. */
static void walk_expr(struct walk *w, const struct expr *e, bool subtracted)
{
    if (e == NULL)
        return;
    if (w->depth > 1000 || e->kind == EXPR_OPAQUE) {
        w->other_use = true;
        return;
    }
    w->depth++;
    bool given = e->kind == EXPR_ASSIGN && without_casts(e->a)->kind == EXPR_LOCAL;
    if (given && w->variable == NULL && is_there(e->b, w->place))
        w->variable = without_casts(e->a)->var;
    if (w->variable != NULL && e->kind == EXPR_LOCAL && e->var == w->variable)
        w->other_use |= !subtracted;
    bool passes = subtracted && e->kind == EXPR_CAST;
    if (!given || !is_use(w, e->a))
        walk_expr(w, e->a, passes);
    walk_expr(w, e->b, e->kind == EXPR_SUBTRACT);
    walk_expr(w, e->c, false);
    if (e->kind == EXPR_CALL) {
        bool difference = e->function != NULL && strcmp(e->function->name, "__ns_clock_used") == 0;
        for (int i = 0; i < e->arg_count; i++)
            walk_expr(w, e->args[i], subtracted && difference);
    } else if (e->kind == EXPR_LAUNCH) {
        for (int i = 0; i < e->arg_count; i++)
            walk_expr(w, e->args[i], false);
    }
    w->depth--;
}

static void walk_stmt(struct walk *w, const struct stmt *s)
{
    for (; s != NULL && w->depth < 1000; s = s->next) {
        w->depth++;
        walk_expr(w, s->a, false);
        walk_expr(w, s->step, false);
        walk_stmt(w, s->init);
        for (const struct init *i = s->kind == STMT_VAR && s->var ? s->var->inits : NULL; i;
             i = i->next) {
            if (w->variable == NULL && i->offset == 0 && is_there(i->value, w->place))
                w->variable = s->var;
            walk_expr(w, i->value, false);
        }
        walk_stmt(w, s->body);
        walk_stmt(w, s->other);
        w->depth--;
    }
    w->other_use |= s != NULL;
}

static bool find_role(const struct function *f, struct place place)
{
    struct walk w = {.place = place};
    walk_stmt(&w, f->body);
    if (w.variable == NULL || w.variable->is_global || w.variable->needs_memory)
        return false;
    w.other_use = false;
    walk_stmt(&w, f->body);
    return !w.other_use;
}

bool script_clock_begins(struct script *script, const struct function *f, struct place place)
{
    if (f == NULL || f->body == NULL)
        return false;
    for (size_t i = 0; i < script->clock_role_count; i++) {
        const struct script_clock_role *role = &script->clock_roles[i];
        if (role->function == f && role->place.file == place.file &&
            role->place.line == place.line && role->place.column == place.column)
            return role->only_begins;
    }
    script->clock_roles = mem_grow(script->clock_roles, &script->clock_role_capacity,
                                   script->clock_role_count + 1, sizeof *script->clock_roles);
    bool only = find_role(f, place);
    script->clock_roles[script->clock_role_count++] = (struct script_clock_role){f, place, only};
    return only;
}

/* Functions that a call may mean: how well they fit its arguments. */
#include "sim/script/candidate.h"

#include <stdio.h>
#include <string.h>

int visible_parameters(const struct function *f)
{
    return f->type->parameter_count;
}

bool arity_fits(const struct function *f, int count)
{
    return count >= f->required_count && (f->is_variadic || count <= visible_parameters(f));
}

int object_rank(struct expr *object, const struct function *f)
{
    if (!object || !f->is_method)
        return 0;
    bool const_method = f->is_const_method;
    if ((f->takes == METHOD_OF_RVALUE && object->is_lvalue) ||
        (f->takes == METHOD_OF_LVALUE && !object->is_lvalue && !const_method))
        return -1;
    if (object->type->is_const)
        return const_method ? 0 : -1;
    return const_method ? 1 : 0;
}

bool rank_candidate(struct parser *p, struct candidate *c, struct expr *object, struct expr **args,
                    int count)
{
    c->ranks[0] = object_rank(object, c->function);
    if (c->ranks[0] < 0)
        return false;
    for (int i = 0; i < count; i++) {
        int rank = 5; /* behind the ... */
        bool named = i < visible_parameters(c->function);
        struct type *to = named ? c->function->type->parameters[i] : NULL;
        if (named)
            rank = conversion_rank(p, args[i], to);
        if (rank < 0)
            return false;
        if (i + 1 >= MAX_RANKED)
            continue;
        c->ranks[i + 1] = rank;
        c->adds_const[i + 1] = named && rank == 1 && to->kind == TYPE_REFERENCE &&
                               (int)args[i]->kind < EXPR_OVERLOAD && args[i]->is_lvalue &&
                               type_plain(p, args[i]->type) == type_plain(p, to->base);
        c->distances[i + 1] = named && rank == 2 ? base_distance(args[i], to) : 0;
    }
    return true;
}

/* T && goes before const T & where both fit. */
static bool takes_temporary(const struct function *f, int index)
{
    return index < f->type->parameter_count && f->type->parameters[index]->is_rvalue;
}

/* a's rank where b is what it is compared with. */
static int rank_beside(const struct candidate *a, const struct candidate *b, int i)
{
    const struct type *type = b->function->type;
    if (!a->adds_const[i] || i > type->parameter_count)
        return a->ranks[i];
    return type->parameters[i - 1]->kind == TYPE_REFERENCE ? a->ranks[i] : 0;
}

int compare_candidates(struct parser *p, const struct candidate *a, const struct candidate *b,
                       int count)
{
    bool better = false;
    for (int i = 0; i <= count && i < MAX_RANKED; i++) {
        int rank = rank_beside(a, b, i), other = rank_beside(b, a, i);
        if (rank > other)
            return -1;
        better |= rank < other;
        int further = rank == other ? a->distances[i] - b->distances[i] : 0;
        if (further > 0)
            return -1;
        better |= further < 0;
        bool takes = i > 0 && takes_temporary(a->function, i - 1);
        if (i > 0 && rank == other && further == 0 &&
            takes != takes_temporary(b->function, i - 1)) {
            if (!takes)
                return -1;
            better = true;
        }
    }
    if (better || !b->template)
        return better;
    return !a->template || says_more(p, a->template, b->template) ||
           (!says_more(p, b->template, a->template) && more_constrained(a->template, b->template));
}

/* What a message calls an argument. */
static const char *argument_text(struct parser *p, const struct expr *e)
{
    if ((int)e->kind < EXPR_OVERLOAD)
        return type_text(p, e->type->plain);
    if ((int)e->kind != EXPR_OVERLOAD)
        return (int)e->kind == EXPR_BRACES ? "{...}" : "a name of the library";
    struct function *f = overload_pick(p, (struct overload_expr *)e, NULL);
    return f ? type_text(p, type_pointer(p, f->type)) : "one of several functions";
}

const char *argument_types(struct parser *p, struct expr **args, int count)
{
    char buffer[300] = "";
    size_t n = 0;
    for (int i = 0; i < count && n < sizeof buffer - 80; i++) {
        const char *text = argument_text(p, args[i]);
        n += (size_t)snprintf(buffer + n, 80, "%s%.70s", i ? ", " : "", text);
    }
    return arena_strndup(p->arena, buffer, strlen(buffer));
}

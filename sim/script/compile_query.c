/* What a query can answer: that something is done, or that it is not ready yet.
 *
 * A branch that takes the same way with both answers does not depend on when it was asked: `if (q
 * != cudaSuccess && q != cudaErrorNotReady) fail(q);`. A loop that goes on for one of them is left
 * with the other, whenever that is: behind `while ((q = cudaEventQuery(e)) == cudaErrorNotReady);`
 * there is nothing left of q that depends on time.
 */
#include "sim/model/cuda_errors.h"
#include "sim/script/compiler.h"

#include <string.h>

enum outcome { COMES_FALSE, COMES_TRUE, COMES_ANY };

static const int64_t answers[] = {CUDA_cudaSuccess, CUDA_cudaErrorNotReady};

static const struct expr *without_casts(const struct expr *e)
{
    while (e->kind == EXPR_CAST)
        e = e->a;
    return e;
}

/* The variable of that type that is looked at, or assigned to and looked at; NULL. */
static const struct expr *error_variable(const struct expr *e)
{
    e = without_casts(e);
    if (e->kind == EXPR_ASSIGN)
        e = without_casts(e->a);
    const struct type *type = e->type;
    bool is_variable = e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL;
    return is_variable && type->kind == TYPE_ENUM && !type->enumeration->scoped &&
                   strcmp(type->enumeration->name, "cudaError") == 0
               ? e
               : NULL;
}

/* One variable, seen again and again, that has this value. */
struct supposed {
    const struct expr *variable; /* the first that was met */
    int64_t value;
    bool met;
};

/* What is assigned behind its first look is another answer. */
static bool is_it(struct supposed *it, const struct expr *e)
{
    const struct expr *variable = error_variable(e);
    if (variable == NULL || (it->met && without_casts(e)->kind == EXPR_ASSIGN))
        return false;
    it->met = true;
    if (it->variable == NULL)
        it->variable = variable;
    return it->variable->var == variable->var;
}

static enum outcome outcome_if(struct supposed *it, const struct expr *e, int depth)
{
    if (depth > 50)
        return COMES_ANY;
    switch (e->kind) {
    case EXPR_CAST:
        return outcome_if(it, e->a, depth + 1);
    case EXPR_NOT: {
        enum outcome inner = outcome_if(it, e->a, depth + 1);
        return inner == COMES_ANY ? COMES_ANY : inner == COMES_TRUE ? COMES_FALSE : COMES_TRUE;
    }
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR: {
        enum outcome decides = e->kind == EXPR_LOGICAL_AND ? COMES_FALSE : COMES_TRUE;
        enum outcome a = outcome_if(it, e->a, depth + 1);
        if (a == decides || a == COMES_ANY)
            return a;
        return outcome_if(it, e->b, depth + 1);
    }
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL: {
        const struct expr *a = without_casts(e->a), *b = without_casts(e->b);
        const struct expr *number = a->kind == EXPR_INT ? a : b, *other = number == a ? b : a;
        if (number->kind != EXPR_INT || !is_it(it, other))
            return COMES_ANY;
        return (it->value == number->value) == (e->kind == EXPR_EQUAL) ? COMES_TRUE : COMES_FALSE;
    }
    default:
        return !is_it(it, e) ? COMES_ANY : it->value ? COMES_TRUE : COMES_FALSE;
    }
}

/* With either answer; false: the condition is not about one variable alone. */
static bool find_outcomes(const struct expr *e, enum outcome *outcomes, const struct expr **about)
{
    struct supposed it = {0};
    for (int i = 0; i < 2; i++) {
        it.value = answers[i];
        it.met = false;
        outcomes[i] = outcome_if(&it, e, 0);
        if (outcomes[i] == COMES_ANY)
            return false;
    }
    *about = it.variable;
    return *about != NULL;
}

bool query_is_indifferent(const struct expr *condition)
{
    enum outcome outcomes[2];
    const struct expr *about;
    return find_outcomes(condition, outcomes, &about) && outcomes[0] == outcomes[1];
}

const struct expr *query_known_behind(const struct expr *condition)
{
    enum outcome outcomes[2];
    const struct expr *about;
    bool known = find_outcomes(condition, outcomes, &about) && outcomes[0] != outcomes[1];
    return known ? about : NULL;
}

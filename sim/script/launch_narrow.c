/* Conditions: for which threads what stands behind them is done. */
#include "sim/script/launch_walk.h"

/* Narrows the space to where `e` is `truth`. False when it could not be expressed. */
bool launch_narrow(struct walk *w, const struct expr *e, bool truth)
{
    switch (e->kind) {
    case EXPR_CAST:
        return launch_narrow(w, e->a, truth);
    case EXPR_NOT:
        return launch_narrow(w, e->a, !truth);
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR: {
        bool a, b, certain = w->certain;
        if ((e->kind == EXPR_LOGICAL_AND) != truth)
            return false;
        a = launch_narrow(w, e->a, truth);
        w->certain =
            certain && a; /* what stands in the second is looked at where the first holds */
        b = launch_narrow(w, e->b, truth);
        w->certain = certain;
        return a && b;
    }
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
        break;
    default: {
        struct value value = launch_eval(w, e);
        if (value.kind != NUMBER || !affine_is_constant(&value.at))
            return false;
        if ((value.at.constant != 0) != truth)
            w->space.empty = true;
        return true;
    }
    }
    struct value a = launch_eval(w, e->a), b = launch_eval(w, e->b);
    struct value difference = a.kind == NUMBER ? launch_combine(a, &b, -1) : launch_nothing();
    if (difference.kind == UNKNOWN)
        return false;
    enum expr_kind kind = e->kind;
    int64_t least = INT64_MIN, most = INT64_MAX;
    if (kind == EXPR_EQUAL || kind == EXPR_NOT_EQUAL) {
        int64_t low, high;
        affine_hull(&w->space, &difference.at, &low, &high);
        bool equal = (kind == EXPR_EQUAL) == truth;
        if (low > 0 || high < 0 || low == high) { /* decided */
            if ((low == 0 && high == 0) != equal)
                w->space.empty = true;
            return true;
        }
        if (!equal)
            return false;
        least = most = 0;
    } else {
        bool less = kind == EXPR_LESS || kind == EXPR_LESS_EQUAL;
        bool strict = kind == EXPR_LESS || kind == EXPR_GREATER;
        if (!truth) {
            less = !less;
            strict = !strict;
        }
        if (less)
            most = strict ? -1 : 0;
        else
            least = strict ? 1 : 0;
    }
    affine_limit(&w->space, &difference.at, least, most);
    return !w->space.blurred;
}

#include "sim/script/affine.h"

#include <stddef.h>

#define LIMIT ((int64_t)1 << 62)

struct affine affine_constant(int64_t value)
{
    return (struct affine){.constant = value};
}

struct affine affine_variable(int variable)
{
    struct affine a = {0};
    a.factor[variable] = 1;
    return a;
}

bool affine_is_constant(const struct affine *a)
{
    for (int v = 0; v < AFFINE_VARIABLES; v++) {
        if (a->factor[v])
            return false;
    }
    return true;
}

static bool add_times(int64_t *a, int64_t b, int64_t times)
{
    int64_t product;
    return !__builtin_mul_overflow(b, times, &product) && !__builtin_add_overflow(*a, product, a) &&
           *a > -LIMIT && *a < LIMIT;
}

bool affine_add(struct affine *a, const struct affine *b, int64_t times)
{
    bool fits = add_times(&a->constant, b->constant, times);
    for (int v = 0; v < AFFINE_VARIABLES; v++)
        fits = fits && add_times(&a->factor[v], b->factor[v], times);
    return fits;
}

bool affine_scale(struct affine *a, int64_t by)
{
    struct affine product = {0};
    bool fits = affine_add(&product, a, by);
    *a = product;
    return fits;
}

static int64_t clamp(int64_t value)
{
    return value < -LIMIT ? -LIMIT : value > LIMIT ? LIMIT : value;
}

/* value + factor * [least, most], kept within 62 bits. */
static void widen(int64_t *low, int64_t *high, int64_t factor, int64_t least, int64_t most)
{
    int64_t a, b;
    if (__builtin_mul_overflow(factor, least, &a))
        a = (factor < 0) == (least < 0) ? LIMIT : -LIMIT;
    if (__builtin_mul_overflow(factor, most, &b))
        b = (factor < 0) == (most < 0) ? LIMIT : -LIMIT;
    a = clamp(a);
    b = clamp(b);
    *low = clamp(*low + (a < b ? a : b));
    *high = clamp(*high + (a < b ? b : a));
}

void affine_hull(const struct affine_space *space, const struct affine *a, int64_t *least,
                 int64_t *most)
{
    *least = *most = a->constant;
    for (int v = 0; v < AFFINE_VARIABLES; v++) {
        if (a->factor[v])
            widen(least, most, a->factor[v], space->least[v], space->most[v]);
    }
}

/* The variables that vary: those with more than one value. */
static int spread_variables(const struct affine_space *space, const struct affine *a, int *only)
{
    int count = 0;
    for (int v = 0; v < AFFINE_VARIABLES; v++) {
        if (a->factor[v] && space->least[v] != space->most[v]) {
            count++;
            *only = v;
        }
    }
    return count;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

void affine_limit(struct affine_space *space, const struct affine *a, int64_t least, int64_t most)
{
    /* Variables of one value are constants from here on. */
    struct affine number = *a;
    for (int v = 0; v < AFFINE_VARIABLES; v++) {
        if (number.factor[v] && space->least[v] == space->most[v]) {
            if (!add_times(&number.constant, number.factor[v], space->least[v])) {
                space->blurred = true;
                return;
            }
            number.factor[v] = 0;
        }
    }
    least = clamp(least) > -LIMIT ? clamp(least) - number.constant : -LIMIT;
    most = clamp(most) < LIMIT ? clamp(most) - number.constant : LIMIT;
    number.constant = 0;
    int64_t low, high;
    affine_hull(space, &number, &low, &high);
    if (low >= least && high <= most)
        return; /* says nothing new */
    if (high < least || low > most) {
        space->empty = true;
        return;
    }
    int only = 0;
    if (spread_variables(space, &number, &only) == 1) {
        int64_t factor = number.factor[only];
        int64_t from = space->least[only], to = space->most[only];
        if (factor > 0) {
            if (least > low)
                from = floor_divide(least + factor - 1, factor);
            if (most < high)
                to = floor_divide(most, factor);
        } else {
            if (most < high)
                from = floor_divide(-most - factor - 1, -factor);
            if (least > low)
                to = floor_divide(-least, -factor);
        }
        if (from > space->least[only])
            space->least[only] = from;
        if (to < space->most[only])
            space->most[only] = to;
        if (space->least[only] > space->most[only])
            space->empty = true;
        return;
    }
    if (space->bound_count == AFFINE_BOUNDS) {
        space->blurred = true;
        return;
    }
    space->bounds[space->bound_count++] = (struct affine_bound){number, least, most};
}

struct piece {
    int64_t factor; /* > 0 */
    int64_t values;
};

/* Whether `count` pieces, side by side, leave no gap: values at distance `factor`, the smallest
 * first, each next one no farther than what is covered so far. *run: how much is covered before the
 * first gap. */
static bool is_dense(struct piece *pieces, int count, int64_t width, int64_t *run)
{
    int64_t covered = *run = width;
    for (int done = 0; done < count; done++) {
        int smallest = done;
        for (int i = done + 1; i < count; i++) {
            if (pieces[i].factor < pieces[smallest].factor)
                smallest = i;
        }
        struct piece p = pieces[smallest];
        pieces[smallest] = pieces[done];
        if (p.values > 1 && p.factor > covered)
            return false;
        if (!add_times(&covered, p.factor, p.values - 1))
            return true;
        *run = covered;
    }
    return true;
}

static int64_t magnitude(int64_t factor)
{
    return factor < 0 ? -factor : factor;
}

/* The whole number q with which `part` is contained in `number`: number = q * part + what has none
 * of part's variables. 0: there is none. */
static int64_t contained(const struct affine *number, const struct affine *part)
{
    int64_t q = 0;
    for (int v = 0; v < AFFINE_VARIABLES; v++) {
        if (!part->factor[v])
            continue;
        if (number->factor[v] % part->factor[v] || number->factor[v] == 0)
            return 0;
        int64_t here = number->factor[v] / part->factor[v];
        if (q && here != q)
            return 0;
        q = here;
    }
    return q;
}

static bool share_variables(const struct affine *a, const struct affine *b)
{
    for (int v = 0; v < AFFINE_VARIABLES; v++) {
        if (a->factor[v] && b->factor[v])
            return true;
    }
    return false;
}

bool affine_range(const struct affine_space *space, const struct affine *a, int64_t width,
                  int64_t *least, int64_t *most, int64_t *run)
{
    int64_t unused;
    struct piece pieces[AFFINE_VARIABLES + AFFINE_BOUNDS];
    int count = 0;
    bool exact = !space->blurred;
    bool used[AFFINE_BOUNDS] = {false};
    if (space->empty)
        return false;
    struct affine rest = *a;
    int64_t low = a->constant;
    int64_t high = low;
    for (int b = space->bound_count - 1; b >= 0; b--) {
        const struct affine *part = &space->bounds[b].number;
        int64_t q = used[b] ? 0 : contained(&rest, part);
        if (!q)
            continue;
        int64_t from, to;
        affine_hull(space, part, &from, &to);
        struct piece inside[AFFINE_VARIABLES];
        int inside_count = 0;
        for (int v = 0; v < AFFINE_VARIABLES; v++) {
            if (part->factor[v] && space->most[v] > space->least[v])
                inside[inside_count++] = (struct piece){magnitude(part->factor[v]),
                                                        space->most[v] - space->least[v] + 1};
        }
        exact = exact && is_dense(inside, inside_count, 1, &unused);
        /* Everything that is said of the same number, or of a multiple of it. */
        for (int other = 0; other < space->bound_count; other++) {
            const struct affine_bound *bound = &space->bounds[other];
            int64_t factor = contained(&bound->number, part);
            if ((factor != 1 && factor != -1) || contained(part, &bound->number) != factor)
                continue;
            used[other] = true;
            int64_t bound_least = factor > 0 ? bound->least : -bound->most;
            int64_t bound_most = factor > 0 ? bound->most : -bound->least;
            if (bound_least > from)
                from = bound_least;
            if (bound_most < to)
                to = bound_most;
        }
        if (from > to)
            return false;
        widen(&low, &high, q, from, to);
        pieces[count++] = (struct piece){magnitude(q), to - from + 1};
        for (int v = 0; v < AFFINE_VARIABLES; v++) {
            if (part->factor[v])
                rest.factor[v] = 0;
        }
    }
    for (int v = 0; v < AFFINE_VARIABLES; v++) {
        if (!rest.factor[v])
            continue;
        widen(&low, &high, rest.factor[v], space->least[v], space->most[v]);
        pieces[count++] =
            (struct piece){magnitude(rest.factor[v]), space->most[v] - space->least[v] + 1};
    }
    for (int b = 0; b < space->bound_count; b++) {
        if (!used[b] && share_variables(a, &space->bounds[b].number))
            exact = false;
    }
    *least = low;
    *most = high;
    if (is_dense(pieces, count, width, run))
        *run = high - low + width;
    if (!exact)
        *run = 0;
    return true;
}

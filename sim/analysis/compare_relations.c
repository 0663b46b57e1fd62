/* Which operations run before, beside or after each other where nothing orders them. */
#include "sim/analysis/compare_inside.h"
#include "sim/analysis/order.h"
#include "sim/base/mem.h"

#include <stdlib.h>

/* Ends and starts that are closer than this may be told apart by neither clock. */
static const int64_t near_enough = 3000; /* ns; design section 8 */

/* Beyond this number of operations only neighbours in time are compared. */
enum { ALL_PAIRS = 3000, NEIGHBOURS = 64 };

enum { BEFORE = 1, OVERLAPS = 2, AFTER = 4 };

static int plain(struct compare_span x, struct compare_span y)
{
    return y.from >= x.to ? BEFORE : x.from >= y.to ? AFTER : OVERLAPS;
}

/* The relations that may hold, more than one where an end is near a start. */
static int possible(struct compare_span x, struct compare_span y)
{
    int64_t x_to_y = y.from - x.to, y_to_x = x.from - y.to;
    int result = plain(x, y);
    if (x_to_y <= near_enough && x_to_y >= -near_enough)
        result |= BEFORE | OVERLAPS;
    if (y_to_x <= near_enough && y_to_x >= -near_enough)
        result |= AFTER | OVERLAPS;
    return result;
}

/* What one says the other must allow. Two that touch in both, in opposite orders, are not alike:
 * "beside" would be allowed by both, but is said by neither. */
static bool alike(struct compare_span x, struct compare_span y, struct compare_span other_x,
                  struct compare_span other_y)
{
    return (plain(x, y) & possible(other_x, other_y)) || (plain(other_x, other_y) & possible(x, y));
}

static int8_t direction(struct compare_span x, struct compare_span y)
{
    int relation = plain(x, y);
    return (int8_t)(relation == BEFORE ? -1 : relation == AFTER ? 1 : 0);
}

static bool is_near(struct compare_span x, struct compare_span y)
{
    int64_t longer = x.to - x.from > y.to - y.from ? x.to - x.from : y.to - y.from;
    int64_t gap = (x.from > y.from ? x.from : y.from) - (x.to < y.to ? x.to : y.to);
    return gap < longer;
}

static void judge(struct compare *c, uint32_t first, uint32_t second)
{
    const struct compare_place *x = &c->places[first], *y = &c->places[second];
    if (!is_near(x->a, y->a) && !is_near(x->b, y->b))
        return;
    bool right = alike(x->a, y->a, x->b, y->b);
    bool serial = alike(x->serial, y->serial, x->b, y->b);
    bool streams = alike(x->streams, y->streams, x->b, y->b);
    c->relations++;
    c->ours.relations_right += right;
    c->serial.relations_right += serial;
    c->streams.relations_right += streams;
    c->serial.relations_gained += right && !serial;
    c->streams.relations_gained += right && !streams;
    if (!right && c->wrong_count < COMPARE_WRONG_KEPT)
        c->wrong[c->wrong_count++] =
            (struct compare_wrong){first, second, direction(x->a, y->a), direction(x->b, y->b)};
}

void compare_find_relations(struct compare *c)
{
    /* the prediction knows all orders; a trace may know none */
    const bool by_a = c->a->afters.count || !c->b->afters.count;
    struct order order;
    order_build(&order, by_a ? c->a : c->b);
    struct compare_ranked *ranked = mem_zalloc((c->match.count + 1) * sizeof *ranked);
    size_t count = 0;
    for (size_t i = 0; i < c->match.count; i++)
        if (c->places[i].known)
            ranked[count++] = (struct compare_ranked){c->places[i].b.from, (uint32_t)i};
    qsort(ranked, count, sizeof *ranked, compare_ranked_order);
    c->relations_sampled = count > ALL_PAIRS;
    size_t reach = c->relations_sampled ? NEIGHBOURS : count;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count && k - i <= reach; k++) {
            const struct match_pair *x = &c->match.pairs[ranked[i].pair];
            const struct match_pair *y = &c->match.pairs[ranked[k].pair];
            uint32_t first = by_a ? x->a : x->b, second = by_a ? y->a : y->b;
            if (!order_is_before(&order, first, second) && !order_is_before(&order, second, first))
                judge(c, ranked[i].pair, ranked[k].pair);
        }
    }
    free(ranked);
    order_release(&order);
}

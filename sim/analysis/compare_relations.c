/* Which operations run before, beside or after each other where nothing orders them. */
#include "sim/analysis/compare_inside.h"
#include "sim/analysis/order.h"
#include "sim/base/mem.h"

#include <stdlib.h>

/* Beyond this number of operations only neighbours in time are compared. */
enum { ALL_PAIRS = 3000, NEIGHBOURS = 64 };

static int8_t direction(struct relation_span x, struct relation_span y)
{
    enum relation relation = relation_of(x, y);
    return (int8_t)(relation == RELATION_BEFORE ? -1 : relation == RELATION_AFTER ? 1 : 0);
}

/* What is known of two that did not stand in every run as their medians do; NULL: they did. */
static const struct timeline_undecided *undecided(const struct timeline *t, uint32_t x, uint32_t y)
{
    uint32_t first = x < y ? x : y, second = x < y ? y : x;
    size_t low = 0, high = t->undecided.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct timeline_undecided *pair = &t->undecided.rows[middle];
        if (pair->first == first && pair->second == second)
            return pair;
        if (pair->first < first || (pair->first == first && pair->second < second))
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* How two operations of b stand, by its typical run and by all of its runs. */
struct standing {
    struct relation_span x, y;
    uint32_t others;    /* runs that go otherwise */
    bool is_open;       /* they are a tenth or more */
    uint32_t relations; /* of an open one, of x to y: each that is as frequent; 0: not known */
};

static struct standing standing_of(const struct compare *c, uint32_t first, uint32_t second)
{
    struct standing s = {.x = c->places[first].b, .y = c->places[second].b};
    const struct timeline_undecided *pair =
        c->noise_runs ? undecided(c->b, c->match.pairs[first].b, c->match.pairs[second].b) : NULL;
    if (pair == NULL)
        return s;
    s.others = pair->otherwise;
    s.is_open = (uint64_t)s.others * 10 >= c->noise_runs;
    if (s.is_open)
        s.relations = pair->first == c->match.pairs[first].b ? pair->relations
                                                             : relation_turned(pair->relations);
    return s;
}

/* As the typical run has it, or, where the runs go several ways, any of these. */
static bool is_right(const struct standing *s, struct relation_span x, struct relation_span y)
{
    return relation_alike(x, y, s->x, s->y) || (relation_possible(x, y) & s->relations);
}

static void judge_noise(struct compare *c, const struct standing *s, bool right)
{
    if (c->noise_runs == 0)
        return;
    c->runs_agreeing += c->noise_runs > s->others ? c->noise_runs - s->others : 0;
    c->undecided += s->is_open;
    c->undecided_right += s->is_open && right;
    c->undecided_ways += s->relations != 0;
}

static void judge(struct compare *c, uint32_t first, uint32_t second)
{
    const struct compare_place *x = &c->places[first], *y = &c->places[second];
    if (!relation_is_near(x->a, y->a) && !relation_is_near(x->b, y->b))
        return;
    const struct standing standing = standing_of(c, first, second);
    if (standing.relations == RELATION_ALL)
        return; /* nothing would be wrong */
    bool right = is_right(&standing, x->a, y->a);
    bool serial = is_right(&standing, x->serial, y->serial);
    bool streams = is_right(&standing, x->streams, y->streams);
    c->relations++;
    c->relations_typical += relation_alike(x->a, y->a, x->b, y->b);
    c->ours.relations_right += right;
    c->serial.relations_right += serial;
    c->streams.relations_right += streams;
    c->serial.relations_gained += right && !serial;
    c->streams.relations_gained += right && !streams;
    judge_noise(c, &standing, right);
    if (!right && c->wrong_count < COMPARE_WRONG_KEPT)
        c->wrong[c->wrong_count++] =
            (struct compare_wrong){first, second, direction(x->a, y->a), direction(x->b, y->b)};
}

void compare_find_relations(struct compare *c)
{
    /* the prediction knows all orders; a trace may know none */
    const bool by_a = c->a->afters.count || !c->b->afters.count;
    c->noise_runs = c->b->measurement.noise.runs;
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

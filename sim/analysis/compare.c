#include "sim/analysis/compare.h"

#include "sim/analysis/order.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Ends and starts that are closer than this may be told apart by neither clock. */
static const int64_t near_enough = 3000; /* ns; design section 8 */

/* Beyond this number of operations only neighbours in time are compared. */
enum { ALL_PAIRS = 3000, NEIGHBOURS = 64 };

struct span {
    int64_t from, to;
};

struct state {
    struct compare *c;
    struct span *a, *b;            /* by pair; from the first start of all pairs */
    struct span *serial, *streams; /* the null models, likewise */
    int64_t b_span;
    int64_t *errors; /* by pair, scratch */
    bool *known;     /* by pair: all four times */
};

static const struct timeline_op *op_a(const struct state *s, size_t pair)
{
    return &s->c->a->ops.rows[s->c->match.pairs[pair].a];
}

static const struct timeline_op *op_b(const struct state *s, size_t pair)
{
    return &s->c->b->ops.rows[s->c->match.pairs[pair].b];
}

static int64_t ppm(int64_t part, int64_t whole)
{
    if (whole <= 0)
        return LABEL_UNKNOWN;
    return part < 0 ? -duration_divide(-part, 1000000, whole)
                    : duration_divide(part, 1000000, whole);
}

static int compare_int64(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* --- the four placements -------------------------------------------------------------------------
 */

static void subtract_first(struct state *s, struct span *spans)
{
    int64_t first = INT64_MAX;
    for (size_t i = 0; i < s->c->match.count; i++)
        if (s->known[i] && spans[i].from < first)
            first = spans[i].from;
    for (size_t i = 0; i < s->c->match.count; i++) {
        if (!s->known[i])
            continue;
        spans[i].from -= first;
        spans[i].to -= first;
    }
}

/* Everything in order of issue, one after the other. */
static void place_serially(struct state *s)
{
    int64_t now = 0;
    for (size_t i = 0; i < s->c->match.count; i++) {
        if (!s->known[i])
            continue;
        s->serial[i].from = now;
        s->serial[i].to = now = duration_add(now, s->a[i].to - s->a[i].from);
    }
}

/* Each stream back to back from its operations' calls on, as if it were alone. */
static void place_by_stream(struct state *s)
{
    size_t streams = s->c->a->streams.count;
    int64_t *free_at = mem_zalloc((streams + 1) * sizeof *free_at);
    for (size_t i = 0; i <= streams; i++)
        free_at[i] = INT64_MIN;
    for (size_t i = 0; i < s->c->match.count; i++) {
        if (!s->known[i])
            continue;
        const struct timeline_op *op = op_a(s, i);
        int64_t *at = &free_at[op->stream < streams ? op->stream : streams];
        int64_t from = op->returned;
        if (from == TIMELINE_UNKNOWN || from > op->start)
            from = op->call != TIMELINE_UNKNOWN ? op->call : op->start;
        from = *at > from ? *at : from;
        s->streams[i].from = from;
        s->streams[i].to = *at = from + (op->end - op->start);
    }
    free(free_at);
    subtract_first(s, s->streams);
}

static bool has_times(const struct timeline_op *op)
{
    return op->start != TIMELINE_UNKNOWN && op->end != TIMELINE_UNKNOWN;
}

static void place(struct state *s)
{
    size_t count = s->c->match.count;
    s->a = mem_zalloc((count + 1) * sizeof *s->a);
    s->b = mem_zalloc((count + 1) * sizeof *s->b);
    s->serial = mem_zalloc((count + 1) * sizeof *s->serial);
    s->streams = mem_zalloc((count + 1) * sizeof *s->streams);
    s->errors = mem_zalloc((count + 1) * sizeof *s->errors);
    s->known = mem_zalloc((count + 1) * sizeof *s->known);
    for (size_t i = 0; i < count; i++) {
        s->known[i] = has_times(op_a(s, i)) && has_times(op_b(s, i));
        s->a[i] = (struct span){op_a(s, i)->start, op_a(s, i)->end};
        s->b[i] = (struct span){op_b(s, i)->start, op_b(s, i)->end};
    }
    place_by_stream(s);
    subtract_first(s, s->a);
    subtract_first(s, s->b);
    place_serially(s);
    s->b_span = 0;
    for (size_t i = 0; i < count; i++)
        if (s->known[i] && s->b[i].to > s->b_span)
            s->b_span = s->b[i].to;
}

/* --- figures -------------------------------------------------------------------------------------
 */

static int64_t larger_error(struct span x, struct span y)
{
    int64_t start = x.from > y.from ? x.from - y.from : y.from - x.from;
    int64_t end = x.to > y.to ? x.to - y.to : y.to - x.to;
    return start > end ? start : end;
}

/* Median, 95th percentile and the largest of sorted values. */
static void take_percentiles(const int64_t *sorted, size_t count, int64_t whole, int64_t *median,
                             int64_t *p95, int64_t *worst)
{
    *median = *p95 = *worst = LABEL_UNKNOWN;
    if (count == 0)
        return;
    *median = ppm(sorted[(count - 1) / 2], whole);
    *p95 = ppm(sorted[(count * 95 + 99) / 100 - 1], whole);
    *worst = ppm(sorted[count - 1], whole);
}

static void find_figures(struct state *s, const struct span *spans, int64_t wall,
                         struct compare_figures *f)
{
    f->wall = wall;
    f->wall_error = LABEL_UNKNOWN;
    if (wall != TIMELINE_UNKNOWN && s->c->b->wall != TIMELINE_UNKNOWN)
        f->wall_error = ppm(wall - s->c->b->wall, s->c->b->wall);
    size_t count = 0;
    int64_t largest = -1;
    for (size_t i = 0; i < s->c->match.count; i++) {
        if (!s->known[i])
            continue;
        int64_t error = larger_error(spans[i], s->b[i]);
        s->errors[count++] = error;
        if (error > largest) {
            largest = error;
            f->worst = (uint32_t)i;
        }
    }
    qsort(s->errors, count, sizeof *s->errors, compare_int64);
    take_percentiles(s->errors, count, s->b_span, &f->placement_median, &f->placement_p95,
                     &f->placement_worst);
}

/* A null model's wall time: as long before the first start and after the last end as ours. */
static int64_t null_wall(const struct state *s, const struct span *spans)
{
    if (s->c->a->wall == TIMELINE_UNKNOWN)
        return TIMELINE_UNKNOWN;
    int64_t end_a = 0, end = 0;
    for (size_t i = 0; i < s->c->match.count; i++) {
        if (!s->known[i])
            continue;
        end_a = s->a[i].to > end_a ? s->a[i].to : end_a;
        end = spans[i].to > end ? spans[i].to : end;
    }
    return s->c->a->wall - end_a + end;
}

/* --- relations -----------------------------------------------------------------------------------
 */

enum { BEFORE = 1, OVERLAPS = 2, AFTER = 4 };

/* The relations that hold, more than one where an end is near a start. */
static int relations_of(struct span x, struct span y)
{
    int64_t x_to_y = y.from - x.to, y_to_x = x.from - y.to;
    int result = x_to_y >= 0 ? BEFORE : y_to_x >= 0 ? AFTER : OVERLAPS;
    if (x_to_y <= near_enough && x_to_y >= -near_enough)
        result |= BEFORE | OVERLAPS;
    if (y_to_x <= near_enough && y_to_x >= -near_enough)
        result |= AFTER | OVERLAPS;
    return result;
}

static int8_t plain_relation(struct span x, struct span y)
{
    return (int8_t)(y.from >= x.to ? -1 : x.from >= y.to ? 1 : 0);
}

static bool is_near(struct span x, struct span y)
{
    int64_t longer = x.to - x.from > y.to - y.from ? x.to - x.from : y.to - y.from;
    int64_t gap = (x.from > y.from ? x.from : y.from) - (x.to < y.to ? x.to : y.to);
    return gap < longer;
}

static void judge(struct state *s, size_t i, size_t k)
{
    struct compare *c = s->c;
    if (!is_near(s->a[i], s->a[k]) && !is_near(s->b[i], s->b[k]))
        return;
    int b = relations_of(s->b[i], s->b[k]);
    c->relations++;
    c->serial.relations_right += (relations_of(s->serial[i], s->serial[k]) & b) != 0;
    c->streams.relations_right += (relations_of(s->streams[i], s->streams[k]) & b) != 0;
    if (relations_of(s->a[i], s->a[k]) & b)
        c->ours.relations_right++;
    else if (c->wrong_count < COMPARE_WRONG_KEPT)
        c->wrong[c->wrong_count++] =
            (struct compare_wrong){(uint32_t)i, (uint32_t)k, plain_relation(s->a[i], s->a[k]),
                                   plain_relation(s->b[i], s->b[k])};
}

struct ranked {
    int64_t from;
    uint32_t pair;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->pair < y->pair ? -1 : x->pair > y->pair;
}

static void find_relations(struct state *s)
{
    struct compare *c = s->c;
    /* the prediction knows all orders; a trace may know none */
    const bool by_a = c->a->afters.count || !c->b->afters.count;
    struct order order;
    if (order_build(&order, by_a ? c->a : c->b) < 0) {
        c->relations_unknown = true;
        order_release(&order);
        return;
    }
    struct ranked *ranked = mem_zalloc((c->match.count + 1) * sizeof *ranked);
    size_t count = 0;
    for (size_t i = 0; i < c->match.count; i++)
        if (s->known[i])
            ranked[count++] = (struct ranked){s->b[i].from, (uint32_t)i};
    qsort(ranked, count, sizeof *ranked, compare_ranked);
    c->relations_sampled = count > ALL_PAIRS;
    size_t reach = c->relations_sampled ? NEIGHBOURS : count;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count && k - i <= reach; k++) {
            const struct match_pair *x = &c->match.pairs[ranked[i].pair];
            const struct match_pair *y = &c->match.pairs[ranked[k].pair];
            uint32_t first = by_a ? x->a : x->b, second = by_a ? y->a : y->b;
            if (!order_is_before(&order, first, second) && !order_is_before(&order, second, first))
                judge(s, ranked[i].pair, ranked[k].pair);
        }
    }
    free(ranked);
    order_release(&order);
}

/* --- copies and noise ----------------------------------------------------------------------------
 */

static size_t rank_copies(const struct state *s, enum copy_kind kind, const struct span *spans,
                          struct ranked *ranked)
{
    size_t count = 0;
    for (size_t i = 0; i < s->c->match.count; i++) {
        const struct timeline_op *op = op_a(s, i);
        if (s->known[i] && op->kind == OP_COPY && op->detail &&
            s->c->a->copies.rows[op->detail].kind == kind)
            ranked[count++] = (struct ranked){spans[i].from, (uint32_t)i};
    }
    qsort(ranked, count, sizeof *ranked, compare_ranked);
    return count;
}

static void find_copy_order(struct state *s)
{
    struct compare *c = s->c;
    struct ranked *in_a = mem_zalloc((c->match.count + 1) * sizeof *in_a);
    struct ranked *in_b = mem_zalloc((c->match.count + 1) * sizeof *in_b);
    c->copies_in_order = true;
    for (int kind = COPY_H2D; kind <= COPY_D2H; kind++) {
        size_t count = rank_copies(s, (enum copy_kind)kind, s->a, in_a);
        rank_copies(s, (enum copy_kind)kind, s->b, in_b);
        c->copies += count;
        for (size_t i = 0; i < count && c->copies_in_order; i++)
            if (in_a[i].pair != in_b[i].pair) {
                c->copies_in_order = false;
                c->first_copy = in_a[i].pair;
            }
    }
    free(in_a);
    free(in_b);
}

static int64_t farther(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    return a > b ? a : b;
}

static void find_noise(struct state *s)
{
    struct compare *c = s->c;
    const struct timeline *b = c->b;
    const struct timeline_measurement *m = &b->measurement;
    c->noise_wall = LABEL_UNKNOWN;
    if (b->wall != TIMELINE_UNKNOWN && m->wall_p10 != TIMELINE_UNKNOWN &&
        m->wall_p90 != TIMELINE_UNKNOWN)
        c->noise_wall = ppm(farther(m->wall_p10 - b->wall, m->wall_p90 - b->wall), b->wall);
    size_t count = 0;
    for (size_t i = 0; i < c->match.count; i++) {
        uint32_t id = c->match.pairs[i].b;
        if (!s->known[i] || id >= b->spreads.count ||
            b->spreads.rows[id].start_p10 == TIMELINE_UNKNOWN ||
            b->spreads.rows[id].start_p90 == TIMELINE_UNKNOWN)
            continue;
        const struct timeline_spread *spread = &b->spreads.rows[id];
        int64_t noise = farther(spread->start_p10, spread->start_p90);
        if (spread->end_p10 != TIMELINE_UNKNOWN && spread->end_p90 != TIMELINE_UNKNOWN)
            noise = farther(noise, farther(spread->end_p10, spread->end_p90));
        s->errors[count++] = noise;
    }
    qsort(s->errors, count, sizeof *s->errors, compare_int64);
    take_percentiles(s->errors, count, s->b_span, &c->noise_median, &c->noise_p95, &c->noise_worst);
}

void compare_find(struct compare *compare, const struct timeline *a, const struct timeline *b)
{
    memset(compare, 0, sizeof *compare);
    compare->a = a;
    compare->b = b;
    match_find(&compare->match, a, b);
    struct state s = {.c = compare};
    place(&s);
    find_figures(&s, s.a, a->wall, &compare->ours);
    find_figures(&s, s.serial, null_wall(&s, s.serial), &compare->serial);
    find_figures(&s, s.streams, null_wall(&s, s.streams), &compare->streams);
    find_relations(&s);
    find_copy_order(&s);
    find_noise(&s);
    free(s.a);
    free(s.b);
    free(s.serial);
    free(s.streams);
    free(s.errors);
    free(s.known);
}

bool compare_is_whole(const struct compare *compare)
{
    return compare->match.unmatched <= 20000;
}

static bool predicts(const struct compare *c, const struct compare_figures *f, int64_t tolerance)
{
    return f->wall_error != LABEL_UNKNOWN && f->wall_error <= tolerance &&
           f->wall_error >= -tolerance && f->relations_right == c->relations;
}

bool compare_says_nothing(const struct compare *compare, int64_t tolerance)
{
    return predicts(compare, &compare->serial, tolerance) ||
           predicts(compare, &compare->streams, tolerance);
}

void compare_release(struct compare *compare)
{
    match_release(&compare->match);
}

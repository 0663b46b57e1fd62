#include "sim/analysis/compare.h"

#include "sim/analysis/compare_inside.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/percentile.h"

#include <stdlib.h>
#include <string.h>

const struct timeline_op *compare_op_a(const struct compare *c, size_t pair)
{
    return &c->a->ops.rows[c->match.pairs[pair].a];
}

const struct timeline_op *compare_op_b(const struct compare *c, size_t pair)
{
    return &c->b->ops.rows[c->match.pairs[pair].b];
}

const char *compare_relation_name(int8_t relation)
{
    return relation < 0 ? "before" : relation > 0 ? "after" : "beside";
}

int64_t compare_share(int64_t part, int64_t whole)
{
    if (whole <= 0)
        return LABEL_UNKNOWN;
    return part < 0 ? -duration_divide(-part, 1000000, whole)
                    : duration_divide(part, 1000000, whole);
}

int compare_ranked_order(const void *a, const void *b)
{
    const struct compare_ranked *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->pair < y->pair ? -1 : x->pair > y->pair;
}

/* --- figures -------------------------------------------------------------------------------------
 */

/* Median, 95th percentile and the largest of values, which are sorted here. */
static void take_percentiles(int64_t *values, size_t count, int64_t whole, int64_t *median,
                             int64_t *p95, int64_t *worst)
{
    *median = *p95 = *worst = LABEL_UNKNOWN;
    if (count == 0)
        return;
    percentile_sort(values, count);
    *median = compare_share(values[percentile_rank(count, 500)], whole);
    *p95 = compare_share(values[percentile_rank(count, 950)], whole);
    *worst = compare_share(values[count - 1], whole);
}

enum model { OURS, SERIAL, STREAMS };

static struct relation_span span_of(const struct compare_place *place, enum model model)
{
    return model == OURS ? place->a : model == SERIAL ? place->serial : place->streams;
}

/* A null model's wall time: as long before the first start and after the last end as ours. */
static int64_t wall_of(const struct compare *c, enum model model)
{
    if (c->a->wall == TIMELINE_UNKNOWN)
        return TIMELINE_UNKNOWN;
    int64_t end_a = 0, end = 0;
    for (size_t i = 0; i < c->match.count; i++) {
        const struct compare_place *place = &c->places[i];
        if (!place->known)
            continue;
        int64_t to = span_of(place, model).to;
        end_a = place->a.to > end_a ? place->a.to : end_a;
        end = to > end ? to : end;
    }
    return c->a->wall - end_a + end;
}

static void find_figures(const struct compare *c, enum model model, struct compare_figures *f)
{
    f->wall = wall_of(c, model);
    f->wall_error = LABEL_UNKNOWN;
    if (f->wall != TIMELINE_UNKNOWN && c->b_wall != TIMELINE_UNKNOWN)
        f->wall_error = compare_share(f->wall - c->b_wall, c->b_wall);
    int64_t *errors = mem_zalloc((c->match.count + 1) * sizeof *errors);
    size_t count = 0;
    int64_t largest = -1;
    for (size_t i = 0; i < c->match.count && !c->disturbed; i++) {
        const struct compare_place *place = &c->places[i];
        if (!place->known)
            continue;
        int64_t error = compare_larger_error(span_of(place, model), place->b);
        errors[count++] = error;
        if (error > largest) {
            largest = error;
            f->worst = (uint32_t)i;
        }
    }
    take_percentiles(errors, count, c->b_span, &f->placement_median, &f->placement_p95,
                     &f->placement_worst);
    free(errors);
}

/* --- what the measurement is: its modes, its instrument, its noise
 * --------------------------------
 */

static int64_t wall_distance(const struct compare *c, size_t mode)
{
    return llabs(c->b->modes.rows[mode].wall - c->a->wall);
}

/* Looks at one mode of b: its times, or those of the operations where it is the first; NULL without
 * them. Its places replace those found before. */
static void take_mode(struct compare *c, size_t mode)
{
    const struct timeline_mode *row = &c->b->modes.rows[mode];
    bool has_times = row->first_time != TIMELINE_NO_OP;
    c->mode = mode;
    c->b_wall = row->wall;
    c->mode_has_places = has_times || mode == 0;
    free(c->places);
    compare_find_places(c, has_times ? &c->b->mode_times.rows[row->first_time] : NULL);
}

/* The mean error of the places. */
static int64_t mean_error(const struct compare *c)
{
    int64_t sum = 0;
    for (size_t i = 0; i < c->match.count; i++)
        if (c->places[i].known)
            sum = duration_add(sum, c->places[i].error);
    return c->known ? sum / (int64_t)c->known : DURATION_NEVER;
}

/* Each mode is a valid answer. The one whose wall time is nearest is what counts; of those that are
 * as near, within what clocks tell apart (design section 8), the one whose operations are. */
static void choose_mode(struct compare *c)
{
    const int64_t alike = 3000; /* ns */
    c->b_wall = c->b->wall;
    c->mode_count = c->b->modes.count;
    c->mode_has_places = true;
    if (c->mode_count == 0 || c->a->wall == TIMELINE_UNKNOWN) {
        compare_find_places(c, NULL);
        return;
    }
    size_t nearest = 0, best = 0;
    for (size_t i = 1; i < c->mode_count; i++)
        if (wall_distance(c, i) < wall_distance(c, nearest))
            nearest = i;
    int64_t least = DURATION_NEVER;
    best = nearest;
    for (size_t i = 0; i < c->mode_count; i++) {
        if (wall_distance(c, i) > wall_distance(c, nearest) + alike)
            continue;
        take_mode(c, i);
        int64_t error = mean_error(c);
        if (error < least) {
            least = error;
            best = i;
        }
    }
    take_mode(c, best);
}

/* Against b's wall time, the median of its most frequent mode: the instrument's runs are those of
 * their mode that is nearest to it, whichever mode a is held against. */
static void find_disturbance(struct compare *c)
{
    int64_t with = c->b->measurement.instrument_wall;
    c->disturbance = LABEL_UNKNOWN;
    if (with != TIMELINE_UNKNOWN && c->b->wall != TIMELINE_UNKNOWN)
        c->disturbance = compare_share(with - c->b->wall, c->b->wall);
    c->disturbed =
        c->disturbance != LABEL_UNKNOWN && llabs(c->disturbance) > COMPARE_MOST_DISTURBANCE;
}

static int64_t farther(int64_t a, int64_t b)
{
    a = llabs(a);
    b = llabs(b);
    return a > b ? a : b;
}

static void find_noise_of_runs(struct compare *c)
{
    const struct timeline *b = c->b;
    const struct timeline_measurement *m = &b->measurement;
    c->noise_wall = LABEL_UNKNOWN;
    if (b->wall != TIMELINE_UNKNOWN && m->wall_p10 != TIMELINE_UNKNOWN &&
        m->wall_p90 != TIMELINE_UNKNOWN)
        c->noise_wall =
            compare_share(farther(m->wall_p10 - b->wall, m->wall_p90 - b->wall), b->wall);
    int64_t *noises = mem_zalloc((c->match.count + 1) * sizeof *noises);
    size_t count = 0;
    for (size_t i = 0; i < c->match.count; i++) {
        uint32_t id = c->match.pairs[i].b;
        if (!c->places[i].known || id >= b->spreads.count ||
            b->spreads.rows[id].start_p10 == TIMELINE_UNKNOWN ||
            b->spreads.rows[id].start_p90 == TIMELINE_UNKNOWN)
            continue;
        const struct timeline_spread *spread = &b->spreads.rows[id];
        int64_t noise = farther(spread->start_p10, spread->start_p90);
        if (spread->end_p10 != TIMELINE_UNKNOWN && spread->end_p90 != TIMELINE_UNKNOWN)
            noise = farther(noise, farther(spread->end_p10, spread->end_p90));
        noises[count++] = noise;
    }
    take_percentiles(noises, count, c->b_span, &c->noise_median, &c->noise_p95, &c->noise_worst);
    free(noises);
}

static void find_noise(struct compare *c)
{
    const struct timeline_noise *noise = &c->b->measurement.noise;
    find_noise_of_runs(c);
    c->noise_relations = noise->relations;
    c->noise_relations_right = noise->relations_right;
    c->run_places = noise->run_places;
    c->run_places_near = noise->run_places_near;
    if (noise->wall == TIMELINE_UNKNOWN)
        return;
    c->noise_of_processes = true;
    c->noise_wall = noise->wall;
    c->noise_median = noise->placement_median;
    c->noise_p95 = noise->placement_p95;
    c->noise_worst = noise->placement_worst;
}

/* --- copies --------------------------------------------------------------------------------------
 */

static size_t rank_copies(const struct compare *c, enum copy_kind kind, bool of_a,
                          struct compare_ranked *ranked)
{
    size_t count = 0;
    for (size_t i = 0; i < c->match.count; i++) {
        const struct timeline_op *op = compare_op_a(c, i);
        const struct compare_place *place = &c->places[i];
        if (place->known && op->kind == OP_COPY && op->detail &&
            c->a->copies.rows[op->detail].kind == kind)
            ranked[count++] =
                (struct compare_ranked){of_a ? place->a.from : place->b.from, (uint32_t)i};
    }
    qsort(ranked, count, sizeof *ranked, compare_ranked_order);
    return count;
}

static void find_copy_order(struct compare *c)
{
    struct compare_ranked *in_a = mem_zalloc((c->match.count + 1) * sizeof *in_a);
    struct compare_ranked *in_b = mem_zalloc((c->match.count + 1) * sizeof *in_b);
    c->copies_in_order = true;
    for (int kind = COPY_H2D; kind <= COPY_D2H; kind++) {
        size_t count = rank_copies(c, (enum copy_kind)kind, true, in_a);
        rank_copies(c, (enum copy_kind)kind, false, in_b);
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

/* --- the whole -----------------------------------------------------------------------------------
 */

/* What is known without relations, copies and noise. */
static void find_places(struct compare *compare, const struct timeline *a, const struct timeline *b)
{
    memset(compare, 0, sizeof *compare);
    compare->a = a;
    compare->b = b;
    match_find(&compare->match, a, b);
    choose_mode(compare);
    find_disturbance(compare);
    find_figures(compare, OURS, &compare->ours);
    find_figures(compare, SERIAL, &compare->serial);
    find_figures(compare, STREAMS, &compare->streams);
}

void compare_find(struct compare *compare, const struct timeline *a, const struct timeline *b)
{
    find_places(compare, a, b);
    compare_find_relations(compare);
    find_copy_order(compare);
    find_noise(compare);
    elapsed_find(&compare->elapsed, a, b, compare->match.how == MATCH_POSITION);
}

static void take_wall(struct compare_figures *to, const struct compare_figures *from)
{
    to->wall = from->wall;
    to->wall_error = from->wall_error;
}

void compare_take_walls(struct compare *compare, const struct timeline *plain)
{
    struct compare walls;
    find_places(&walls, plain, compare->b); /* its operations may be in another order */
    take_wall(&compare->serial, &walls.serial);
    take_wall(&compare->streams, &walls.streams);
    compare_release(&walls);
}

bool compare_is_whole(const struct compare *compare)
{
    return compare->match.unmatched <= 20000 && !compare->calls_of_others;
}

int64_t compare_beyond_noise(const struct compare *compare)
{
    if (compare->ours.wall_error == LABEL_UNKNOWN)
        return LABEL_UNKNOWN;
    int64_t error = llabs(compare->ours.wall_error);
    int64_t noise = compare->noise_wall == LABEL_UNKNOWN ? 0 : compare->noise_wall;
    return error > noise ? error - noise : 0;
}

static bool predicts(const struct compare *c, const struct compare_figures *f, int64_t tolerance)
{
    return f->wall_error != LABEL_UNKNOWN && llabs(f->wall_error) <= tolerance &&
           f->relations_right == c->relations;
}

bool compare_says_nothing(const struct compare *compare, int64_t tolerance)
{
    return compare_is_whole(compare) && (predicts(compare, &compare->serial, tolerance) ||
                                         predicts(compare, &compare->streams, tolerance));
}

const struct compare_figures *compare_better_null(const struct compare *c)
{
    if (c->serial.relations_right != c->streams.relations_right)
        return c->serial.relations_right > c->streams.relations_right ? &c->serial : &c->streams;
    return c->serial.wall_error != LABEL_UNKNOWN &&
                   llabs(c->serial.wall_error) < llabs(c->streams.wall_error)
               ? &c->serial
               : &c->streams;
}

int64_t compare_error_share(const struct compare *compare, size_t pair)
{
    return compare_share(compare->places[pair].error, compare->b_span);
}

size_t compare_worst(const struct compare *c, uint32_t *pairs, size_t most)
{
    struct compare_ranked *ranked = mem_zalloc((c->match.count + 1) * sizeof *ranked);
    size_t count = 0;
    for (size_t i = 0; i < c->match.count; i++)
        if (c->places[i].known)
            ranked[count++] = (struct compare_ranked){-c->places[i].error, (uint32_t)i};
    qsort(ranked, count, sizeof *ranked, compare_ranked_order);
    count = count < most ? count : most;
    for (size_t i = 0; i < count; i++)
        pairs[i] = ranked[i].pair;
    free(ranked);
    return count;
}

void compare_release(struct compare *compare)
{
    match_release(&compare->match);
    free(compare->places);
    elapsed_release(&compare->elapsed);
    memset(compare, 0, sizeof *compare);
}

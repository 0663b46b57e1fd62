#include "sim/study/chances.h"

#include "sim/base/mem.h"
#include "sim/base/percentile.h"

#include <stdlib.h>
#include <string.h>

bool chances_matter(const struct prediction *prediction, const struct predict_options *options)
{
    const struct timeline *timeline = &prediction->timeline;
    if (options->runtime.pace || timeline->ops.count > CHANCES_OPS_MOST)
        return false;
    for (size_t i = 1; i < timeline->ops.count; i++)
        if (timeline->ops.rows[i].thread != timeline->ops.rows[0].thread)
            return true;
    return false;
}

/* --- samples -------------------------------------------------------------------------------------
 */

enum { TIMES = 4 }; /* of an operation: its call, its return, its start and its end */

/* Each value of every run: `count` values of a run, `runs` samples of each of them side by side. */
struct samples {
    int64_t *values;
    size_t count, runs;
};

static void keep(struct samples *samples, size_t value, int64_t time)
{
    samples->values[value * CHANCES_RUNS + samples->runs] = time;
}

static int compare_values(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t median(struct samples *samples, size_t value)
{
    int64_t *first = samples->values + value * CHANCES_RUNS;
    qsort(first, samples->runs, sizeof *first, compare_values);
    return first[percentile_rank(samples->runs, 500)];
}

/* --- which operation is which --------------------------------------------------------------------
 */

/* Operations by thread, each thread's in the order of its calls: the same in every run, while the
 * operations' ids are in the order in which the threads came. */
static uint32_t *by_thread(const struct timeline *timeline)
{
    size_t count = timeline->ops.count;
    uint32_t *order = mem_zalloc((count + 1) * sizeof *order);
    size_t *next = mem_zalloc(((size_t)UINT16_MAX + 2) * sizeof *next);
    for (size_t i = 0; i < count; i++)
        next[timeline->ops.rows[i].thread + 1]++;
    for (size_t t = 1; t <= UINT16_MAX; t++)
        next[t] += next[t - 1];
    for (size_t i = 0; i < count; i++)
        order[next[timeline->ops.rows[i].thread]++] = (uint32_t)i;
    free(next);
    return order;
}

static bool is_alike(const struct timeline *a, const uint32_t *order_a, const struct timeline *b,
                     const uint32_t *order_b)
{
    if (a->ops.count != b->ops.count || a->answers.count != b->answers.count)
        return false;
    for (size_t i = 0; i < a->ops.count; i++) {
        const struct timeline_op *x = &a->ops.rows[order_a[i]], *y = &b->ops.rows[order_b[i]];
        if (x->thread != y->thread || x->kind != y->kind || x->place != y->place)
            return false;
    }
    return true;
}

/* --- runs ----------------------------------------------------------------------------------------
 */

static int run(struct prediction *prediction, const struct predict_options *options, uint64_t seed,
               struct timeline *timeline, struct err *err)
{
    struct predict_options seeded = *options;
    struct timeline kept = prediction->timeline;
    seeded.runtime.seed = seed;
    timeline_init(&prediction->timeline);
    int rc = predict_replay(prediction, &seeded, err);
    *timeline = prediction->timeline;
    prediction->timeline = kept;
    return rc;
}

static void take(struct samples *samples, const struct timeline *timeline, const uint32_t *order)
{
    size_t value = 0;
    for (size_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[order[i]];
        keep(samples, value++, op->call);
        keep(samples, value++, op->returned);
        keep(samples, value++, op->start);
        keep(samples, value++, op->end);
    }
    for (size_t i = 0; i < timeline->answers.count; i++)
        keep(samples, value++, timeline->answers.rows[i].elapsed);
    keep(samples, value, timeline->wall);
    samples->runs++;
}

static void give(struct samples *samples, struct timeline *timeline, const uint32_t *order)
{
    size_t value = 0;
    for (size_t i = 0; i < timeline->ops.count; i++) {
        struct timeline_op *op = &timeline->ops.rows[order[i]];
        op->call = median(samples, value++);
        op->returned = median(samples, value++);
        op->start = median(samples, value++);
        op->end = median(samples, value++);
    }
    for (size_t i = 0; i < timeline->answers.count; i++)
        timeline->answers.rows[i].elapsed = median(samples, value++);
    timeline->wall = median(samples, value);
}

int chances_middle(struct prediction *prediction, const struct predict_options *options,
                   struct timeline *middle, struct err *err)
{
    if (run(prediction, options, 0, middle, err) < 0)
        return -1;
    memcpy(middle->program_sha256, prediction->timeline.program_sha256,
           sizeof middle->program_sha256);
    uint32_t *order = by_thread(middle);
    struct samples samples = {.count = TIMES * middle->ops.count + middle->answers.count + 1};
    samples.values = mem_zalloc(samples.count * CHANCES_RUNS * sizeof *samples.values);
    for (uint64_t seed = 1; seed <= CHANCES_RUNS; seed++) {
        struct timeline other;
        struct err ignored; /* a run that fails by chance is none to take the middle of */
        err_init(&ignored);
        if (run(prediction, options, seed, &other, &ignored) == 0) {
            uint32_t *other_order = by_thread(&other);
            if (is_alike(middle, order, &other, other_order))
                take(&samples, &other, other_order);
            free(other_order);
        }
        timeline_release(&other);
    }
    if (samples.runs)
        give(&samples, middle, order);
    free(samples.values);
    free(order);
    return 0;
}

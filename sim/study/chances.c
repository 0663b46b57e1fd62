#include "sim/study/chances.h"

#include "sim/base/mem.h"
#include "sim/base/percentile.h"

#include <stdatomic.h>
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

static int64_t median(struct samples *samples, size_t value)
{
    int64_t *first = samples->values + value * CHANCES_RUNS;
    percentile_sort(first, samples->runs);
    return first[percentile_rank(samples->runs, 500)];
}

/* --- which operation is which --------------------------------------------------------------------
 */

/* Rows of a run that came to its end by thread, each thread's in their order: that is the same in
 * every run, while from thread to thread it is the order in which they came. */
static uint32_t *by_thread(const struct timeline *timeline, size_t count,
                           uint16_t (*thread_of)(const struct timeline *timeline, size_t row))
{
    uint32_t *order = mem_zalloc((count + 1) * sizeof *order);
    size_t *next = mem_zalloc((timeline->threads.count + 1) * sizeof *next);
    for (size_t i = 0; i < count; i++)
        next[thread_of(timeline, i) + 1]++;
    for (size_t t = 1; t < timeline->threads.count; t++)
        next[t] += next[t - 1];
    for (size_t i = 0; i < count; i++)
        order[next[thread_of(timeline, i)]++] = (uint32_t)i;
    free(next);
    return order;
}

static uint16_t thread_of_op(const struct timeline *timeline, size_t row)
{
    return timeline->ops.rows[row].thread;
}

static const struct timeline_call *call_of(const struct timeline *timeline, size_t answer)
{
    return &timeline->calls.rows[timeline->answers.rows[answer].call];
}

static uint16_t thread_of_answer(const struct timeline *timeline, size_t row)
{
    return call_of(timeline, row)->thread;
}

struct order {
    uint32_t *ops, *answers;
};

static struct order order_of(const struct timeline *timeline)
{
    return (struct order){by_thread(timeline, timeline->ops.count, thread_of_op),
                          by_thread(timeline, timeline->answers.count, thread_of_answer)};
}

static void order_release(struct order *order)
{
    free(order->ops);
    free(order->answers);
}

static bool is_alike(const struct timeline *a, const struct order *order_a,
                     const struct timeline *b, const struct order *order_b)
{
    if (a->ops.count != b->ops.count || a->answers.count != b->answers.count)
        return false;
    for (size_t i = 0; i < a->ops.count; i++) {
        const struct timeline_op *x = &a->ops.rows[order_a->ops[i]];
        const struct timeline_op *y = &b->ops.rows[order_b->ops[i]];
        if (x->thread != y->thread || x->kind != y->kind || x->place != y->place)
            return false;
    }
    for (size_t i = 0; i < a->answers.count; i++) {
        const struct timeline_call *x = call_of(a, order_a->answers[i]);
        const struct timeline_call *y = call_of(b, order_b->answers[i]);
        if (x->thread != y->thread || x->place != y->place)
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

static void take(struct samples *samples, const struct timeline *timeline,
                 const struct order *order)
{
    size_t value = 0;
    for (size_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[order->ops[i]];
        keep(samples, value++, op->call);
        keep(samples, value++, op->returned);
        keep(samples, value++, op->start);
        keep(samples, value++, op->end);
    }
    for (size_t i = 0; i < timeline->answers.count; i++)
        keep(samples, value++, timeline->answers.rows[order->answers[i]].elapsed);
    keep(samples, value, timeline->wall);
    samples->runs++;
}

static void give(struct samples *samples, struct timeline *timeline, const struct order *order)
{
    size_t value = 0;
    for (size_t i = 0; i < timeline->ops.count; i++) {
        struct timeline_op *op = &timeline->ops.rows[order->ops[i]];
        op->call = median(samples, value++);
        op->returned = median(samples, value++);
        op->start = median(samples, value++);
        op->end = median(samples, value++);
    }
    for (size_t i = 0; i < timeline->answers.count; i++)
        timeline->answers.rows[order->answers[i]].elapsed = median(samples, value++);
    timeline->wall = median(samples, value);
}

static bool is_stopped(const struct predict_options *options)
{
    return options->runtime.stop && atomic_load(options->runtime.stop);
}

/* Takes the run if it makes the calls that `middle` does; -1 if it was stopped. */
static int sample(struct samples *samples, struct prediction *prediction,
                  const struct predict_options *options, uint64_t seed,
                  const struct timeline *middle, const struct order *order, struct err *err)
{
    struct timeline timeline;
    struct err failure;
    err_init(&failure);
    int rc = run(prediction, options, seed, &timeline, &failure);
    if (rc == 0) {
        struct order own = order_of(&timeline);
        if (is_alike(middle, order, &timeline, &own))
            take(samples, &timeline, &own);
        order_release(&own);
    }
    timeline_release(&timeline);
    if (rc == 0 || !is_stopped(options))
        return 0;
    *err = failure;
    return -1;
}

int chances_middle(struct prediction *prediction, const struct predict_options *options,
                   struct timeline *middle, size_t *runs, struct err *err)
{
    *runs = 0;
    int rc = run(prediction, options, 0, middle, err);
    if (rc < 0)
        return -1;
    memcpy(middle->program_sha256, prediction->timeline.program_sha256,
           sizeof middle->program_sha256);
    struct order order = order_of(middle);
    struct samples samples = {.count = TIMES * middle->ops.count + middle->answers.count + 1};
    samples.values = mem_zalloc(samples.count * CHANCES_RUNS * sizeof *samples.values);
    for (uint64_t seed = 1; rc == 0 && seed <= CHANCES_RUNS; seed++)
        rc = sample(&samples, prediction, options, seed, middle, &order, err);
    if (samples.runs)
        give(&samples, middle, &order);
    *runs = samples.runs;
    free(samples.values);
    order_release(&order);
    return rc;
}

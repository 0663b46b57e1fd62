#include "gpu/single_runs.h"

#include "sim/base/duration.h"
#include "sim/model/relation.h"

#include <stdlib.h>

static struct relation_span span_of(int64_t from, int64_t to)
{
    return (struct relation_span){from, to};
}

static bool is_known(struct relation_span span)
{
    return span.from != TIMELINE_UNKNOWN && span.to != TIMELINE_UNKNOWN;
}

/* Bits of the relations that a tenth of the runs or more have. */
static uint32_t frequent(const uint32_t counts[RELATION_AFTER + 1], size_t runs)
{
    uint32_t relations = 0;
    for (uint32_t relation = RELATION_BEFORE; relation <= RELATION_AFTER; relation <<= 1)
        if (counts[relation] > 0 && (uint64_t)counts[relation] * 10 >= runs)
            relations |= relation;
    return relations;
}

/* In how many runs two operations do not stand to each other as their medians do; 0 of those that
 * are never near. Sets how they stand. */
static uint32_t count_otherwise(const struct result *result, const struct timeline *timeline,
                                size_t first, size_t second, uint32_t *relations)
{
    const struct timeline_op *x = &timeline->ops.rows[first], *y = &timeline->ops.rows[second];
    struct relation_span x_median = span_of(x->start, x->end), y_median = span_of(y->start, y->end);
    uint32_t count = 0, counts[RELATION_AFTER + 1] = {0};
    bool near = relation_is_near(x_median, y_median);
    for (size_t i = 0; i < result->sample_count; i++) {
        const struct run_time *times = result->samples[i].ops;
        struct relation_span x_here = span_of(times[first].from, times[first].to);
        struct relation_span y_here = span_of(times[second].from, times[second].to);
        if (!is_known(x_here) || !is_known(y_here))
            continue;
        near = near || relation_is_near(x_here, y_here);
        count += !relation_alike(x_median, y_median, x_here, y_here);
        counts[relation_of(x_here, y_here)]++;
    }
    *relations = frequent(counts, result->sample_count);
    return near ? count : 0;
}

static void find_undecided(const struct result *result, struct timeline *timeline)
{
    size_t count = timeline->ops.count;
    for (size_t i = 0; i < count; i++) {
        const struct timeline_op *x = &timeline->ops.rows[i];
        if (!timeline_is_work(x) || !is_known(span_of(x->start, x->end)))
            continue;
        for (size_t k = i + 1; k < count; k++) {
            const struct timeline_op *y = &timeline->ops.rows[k];
            if (y->stream == x->stream || !timeline_is_work(y) ||
                !is_known(span_of(y->start, y->end)))
                continue;
            struct timeline_undecided pair = {.first = (uint32_t)i, .second = (uint32_t)k};
            pair.otherwise = count_otherwise(result, timeline, i, k, &pair.relations);
            if (pair.otherwise)
                timeline_add_undecided(timeline, &pair);
        }
    }
}

/* Whether it is work of the timed part and the timeline and a run both know when it ran. */
static bool has_both(const struct timeline *timeline, const struct run_time *times, size_t op)
{
    const struct timeline_op *row = &timeline->ops.rows[op];
    return timeline_is_work(row) && timeline_is_timed(timeline, row) &&
           is_known(span_of(row->start, row->end)) &&
           is_known(span_of(times[op].from, times[op].to));
}

/* Operations of one run against the timeline's, both from the first start. */
static void count_places(const struct run_time *times, struct timeline *timeline)
{
    struct timeline_noise *noise = &timeline->measurement.noise;
    int64_t from = INT64_MAX, own = INT64_MAX;
    for (size_t i = 0; i < timeline->ops.count; i++) {
        if (!has_both(timeline, times, i))
            continue;
        int64_t start = timeline->ops.rows[i].start;
        from = start < from ? start : from;
        own = times[i].from < own ? times[i].from : own;
    }
    for (size_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[i];
        if (!has_both(timeline, times, i))
            continue;
        int64_t at_start = llabs((times[i].from - own) - (op->start - from));
        int64_t at_end = llabs((times[i].to - own) - (op->end - from));
        int64_t error = at_start > at_end ? at_start : at_end;
        noise->run_places++;
        noise->run_places_near +=
            duration_divide(error, 1000000, timeline->span) <= TIMELINE_NEAR_PLACE;
    }
}

void single_runs_find(const struct result *result, struct timeline *timeline)
{
    enum { ALL_PAIRS = 2000 }; /* in more operations it is not looked for: it would take seconds */
    struct timeline_noise *noise = &timeline->measurement.noise;
    if (result->sample_count < 2)
        return;
    if (timeline->ops.count <= ALL_PAIRS) {
        noise->runs = (uint32_t)result->sample_count;
        find_undecided(result, timeline);
    }
    for (size_t i = 0; timeline->span > 0 && i < result->sample_count; i++)
        count_places(result->samples[i].ops, timeline);
}

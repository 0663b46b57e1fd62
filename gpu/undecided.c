#include "gpu/undecided.h"

#include "sim/model/relation.h"

static struct relation_span span_of(int64_t from, int64_t to)
{
    return (struct relation_span){from, to};
}

static bool is_known(struct relation_span span)
{
    return span.from != TIMELINE_UNKNOWN && span.to != TIMELINE_UNKNOWN;
}

/* In how many runs two operations do not stand to each other as their medians do. */
static uint32_t count_otherwise(const struct result *result, const struct timeline *timeline,
                                size_t first, size_t second)
{
    const struct timeline_op *x = &timeline->ops.rows[first], *y = &timeline->ops.rows[second];
    struct relation_span x_median = span_of(x->start, x->end), y_median = span_of(y->start, y->end);
    uint32_t count = 0;
    bool near = relation_is_near(x_median, y_median);
    for (size_t i = 0; i < result->sample_count; i++) {
        const struct run_time *times = result->samples[i].ops;
        struct relation_span x_here = span_of(times[first].from, times[first].to);
        struct relation_span y_here = span_of(times[second].from, times[second].to);
        if (!is_known(x_here) || !is_known(y_here))
            continue;
        near = near || relation_is_near(x_here, y_here);
        count += !relation_alike(x_median, y_median, x_here, y_here);
    }
    return near ? count : 0;
}

void undecided_find(const struct result *result, struct timeline *timeline)
{
    enum { ALL_PAIRS = 2000 }; /* in more operations it is not looked for: it would take seconds */
    size_t count = timeline->ops.count;
    if (count > ALL_PAIRS || result->sample_count < 2)
        return;
    timeline->measurement.noise.runs = (uint32_t)result->sample_count;
    for (size_t i = 0; i < count; i++) {
        const struct timeline_op *x = &timeline->ops.rows[i];
        if (!timeline_is_work(x) || !is_known(span_of(x->start, x->end)))
            continue;
        for (size_t k = i + 1; k < count; k++) {
            const struct timeline_op *y = &timeline->ops.rows[k];
            if (y->stream == x->stream || !timeline_is_work(y) ||
                !is_known(span_of(y->start, y->end)))
                continue;
            uint32_t otherwise = count_otherwise(result, timeline, i, k);
            if (otherwise)
                timeline_add_undecided(
                    timeline, &(struct timeline_undecided){(uint32_t)i, (uint32_t)k, otherwise});
        }
    }
}

#include "sim/analysis/overlap.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/percentile.h"

#include <stdlib.h>
#include <string.h>

static int compare_from(const void *a, const void *b)
{
    const struct interval *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

void overlap_of(struct interval *intervals, size_t count, struct overlap *out)
{
    memset(out, 0, sizeof *out);
    if (count == 0)
        return;
    qsort(intervals, count, sizeof *intervals, compare_from);
    int64_t *ends = mem_zalloc(count * sizeof *ends);
    for (size_t i = 0; i < count; i++) {
        ends[i] = intervals[i].to;
        out->sum = duration_add(out->sum, intervals[i].to - intervals[i].from);
    }
    percentile_sort(ends, count);
    /* Sweep over starts and ends; ends go first where they meet. */
    size_t started = 0, ended = 0;
    int64_t now = intervals[0].from;
    while (ended < count) {
        size_t open = started - ended;
        bool start = started < count && intervals[started].from < ends[ended];
        int64_t next = start ? intervals[started].from : ends[ended];
        if (next > now) {
            out->any += open ? next - now : 0;
            out->many += open > 1 ? next - now : 0;
            out->most = open > out->most ? open : out->most;
            now = next;
        }
        /* one of length 0 starts before it ends, though both are at the same time */
        if (start || started == ended)
            started++;
        else
            ended++;
    }
    free(ends);
}

size_t overlap_work(const struct timeline *timeline, struct interval **intervals, uint32_t **ids)
{
    size_t count = 0;
    *intervals = mem_zalloc(timeline->ops.count * sizeof **intervals);
    if (ids)
        *ids = mem_zalloc(timeline->ops.count * sizeof **ids);
    for (uint32_t id = 0; id < timeline->ops.count; id++) {
        const struct timeline_op *op = &timeline->ops.rows[id];
        if (!timeline_is_work(op) || !timeline_is_timed(timeline, op) ||
            op->start == TIMELINE_UNKNOWN || op->end == TIMELINE_UNKNOWN || op->end < op->start)
            continue;
        (*intervals)[count] = (struct interval){op->start, op->end};
        if (ids)
            (*ids)[count] = id;
        count++;
    }
    return count;
}

/* Intervals of time: how long at least one was open, and how long two or more. */
#ifndef SIM_ANALYSIS_OVERLAP_H
#define SIM_ANALYSIS_OVERLAP_H

#include "sim/model/timeline.h"

#include <stddef.h>
#include <stdint.h>

struct interval {
    int64_t from, to; /* ns; from <= to */
};

struct overlap {
    int64_t sum;  /* of all lengths */
    int64_t any;  /* at least one open (the union) */
    int64_t many; /* two or more open */
    size_t most;  /* open at once at the busiest moment; touching ends are not open */
};

/* Sorts the intervals by start. */
void overlap_of(struct interval *intervals, size_t count, struct overlap *out);

/* The kernels, copies, memsets and host functions of the timed part whose times are known, as
 * intervals in order of their ids; with `ids` not NULL also which they are. Both arrays are the
 * caller's to free. Returns how many. */
size_t overlap_work(const struct timeline *timeline, struct interval **intervals, uint32_t **ids);

#endif

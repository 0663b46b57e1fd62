/* Percentiles and modes of measured values. Plain arithmetic. */
#ifndef GPU_STATISTICS_H
#define GPU_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

/* The value at a share (per mille) of the values, at least one, which are sorted here
 * (sim/base/percentile.h). */
int64_t statistics_percentile(int64_t *values, size_t count, size_t permille);

struct statistics_mode {
    int64_t median;      /* of its values */
    size_t first, count; /* of the sorted values */
};

enum { STATISTICS_MODES_MOST = 4 };

/* Sorts the values and finds their modes. Sorted neighbours belong together unless they are more
 * than 3 % of the smaller one and more than 10 us (the values are ns) apart; a group of less than a
 * tenth of all values, or of one, is no mode: it joins the neighbour that is nearer. Returns the
 * number of modes, in ascending order; the smallest join while there are too many. */
size_t statistics_modes(int64_t *values, size_t count,
                        struct statistics_mode modes[STATISTICS_MODES_MOST]);

#endif

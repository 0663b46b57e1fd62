/* Rows of a table by a time: what is walked in the order in which it happened. */
#ifndef SIM_ANALYSIS_MOMENT_H
#define SIM_ANALYSIS_MOMENT_H

#include <stddef.h>
#include <stdint.h>

struct moment {
    int64_t time; /* ns */
    uint32_t row; /* of the caller's table */
};

/* By time, then by row. Quick where they are sorted already, as rows in the order of calls often
 * are. */
void moments_sort(struct moment *moments, size_t count);

#endif

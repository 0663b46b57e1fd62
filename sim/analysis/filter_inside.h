/* What the files of filter share. */
#ifndef SIM_ANALYSIS_FILTER_INSIDE_H
#define SIM_ANALYSIS_FILTER_INSIDE_H

#include "sim/analysis/filter.h"

/* Whether the range's row is one of those that --range means; *seen counts those of its name. */
bool filter_is_meant(const struct filter *filter, const struct timeline *t,
                     const struct timeline_range *range, uint32_t *seen);

/* Without its end: what is asked for then belongs to the range that is pushed next. */
bool filter_is_open(const struct timeline_range *range, int64_t time);

/* Whether [from, to] touches the stretch; what has no end lasts for ever. */
bool filter_is_within(const struct filter *filter, int64_t zero, int64_t from, int64_t to);

#endif

/* What the parts of the comparison share; compare.h is what others see. */
#ifndef SIM_ANALYSIS_COMPARE_INSIDE_H
#define SIM_ANALYSIS_COMPARE_INSIDE_H

#include "sim/analysis/compare.h"

/* An operation with its start, for sorting by it. */
struct compare_ranked {
    int64_t from;
    uint32_t pair;
};

int compare_ranked_order(const void *a, const void *b);

/* The operations of a pair. */
const struct timeline_op *compare_op_a(const struct compare *compare, size_t pair);
const struct timeline_op *compare_op_b(const struct compare *compare, size_t pair);

/* The error of a place: its start's or its end's, whichever is larger. */
int64_t compare_larger_error(struct relation_span x, struct relation_span y);

/* Fills places, known and the spans: both timelines and the null models. `mode_times` are b's times
 * by operation where those of the operations are another mode's; NULL if they are not. */
void compare_find_places(struct compare *compare, const struct timeline_mode_time *mode_times);

/* Fills everything about relations. */
void compare_find_relations(struct compare *compare);

#endif

/* Which operations CUDA orders: by their streams, events, fences and what the host waited for.
 *
 * From the timeline's `after` edges and the order within each stream. Where a timeline has no edges
 * (traces), they follow from its events, from the legacy stream and from the host's waits. Each
 * operation gets a clock of how much of every stream is done before it, so a question costs one
 * look.
 */
#ifndef SIM_ANALYSIS_ORDER_H
#define SIM_ANALYSIS_ORDER_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stdint.h>

struct order {
    size_t streams;
    uint32_t *position; /* by op: from 1, in its stream */
    uint32_t *stream;   /* by op */
    uint32_t *clocks;   /* by op and stream: how many of the stream's operations come before */
};

/* Returns -1 when there are too many operations and streams for the memory that this may take
 * (256 MB). order_release() is needed also then. */
int order_build(struct order *order, const struct timeline *timeline);

/* Whether `a` is done before `b` starts in every run that CUDA allows. */
bool order_is_before(const struct order *order, uint32_t a, uint32_t b);

void order_release(struct order *order);

#endif

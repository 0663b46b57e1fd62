/* Which operations of a timeline CUDA orders: by their streams, events, fences and what the host
 * waited for.
 *
 * From the timeline's `after` edges and the order within each stream. Where a timeline has no edges
 * (traces), they follow from its events, from the legacy stream and from the host's waits. A
 * question costs a few looks. Of a program happens.h knows more: the host's part, and what no edge
 * shows.
 */
#ifndef SIM_ANALYSIS_ORDER_H
#define SIM_ANALYSIS_ORDER_H

#include "sim/analysis/clock.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stdint.h>

struct order {
    struct clocks clocks; /* a chain is a stream, an event an operation: its row + 1 */
    uint32_t *stream;     /* by op */
    uint32_t *clock;      /* by op: what comes before it, but for its own stream */
};

void order_build(struct order *order, const struct timeline *timeline);

/* Whether `a` is done before `b` starts in every run that CUDA allows. */
bool order_is_before(const struct order *order, uint32_t a, uint32_t b);

void order_release(struct order *order);

#endif

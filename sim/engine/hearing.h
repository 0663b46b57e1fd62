/* Hearing: how soon what waited for an operation hears of its end.
 *
 * Latencies go by the two kinds and the way between them (latency.h); here is what they also go by:
 * through which marks the news comes, and what other queues wait for. A mark takes no time of its
 * own, and hands on what it heard last. Knows nothing of what happens then.
 */
#ifndef SIM_ENGINE_HEARING_H
#define SIM_ENGINE_HEARING_H

#include "sim/engine/engine_state.h"

/* What ends, as those hear of it that waited. */
struct hearing {
    struct live_news news;
    bool of_copy; /* it is a copy that ends, not what marks one's end */
    bool works;   /* it is work, or marks some of its stream */
    struct latency_pending pending;
};

/* Of the operation of a slot that ends at `time`. */
struct hearing hearing_of(const struct engine *engine, uint32_t slot, int64_t time);

/* The operation that waited by this edge hears of it, and cannot start before. */
void hearing_reaches(struct engine *engine, struct hearing *hearing, const struct live_edge *edge);

/* The same of one that waits for an operation that had ended when it was submitted. */
void hearing_came(const struct engine *engine, struct live_op *op,
                  const struct engine_dependency *dependency);

#endif

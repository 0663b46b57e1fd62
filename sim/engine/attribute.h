/* Blame: the waits of an operation, from its call to its start, without gap or overlap.
 *
 * Order before resource: while something that the program asked for still runs, that is to blame;
 * from then on what holds the hardware; what remains is latency. Within a group the cause that
 * ends last is blamed from the end of the one before it; of causes that end together the one with
 * the smaller operation id (design section 7).
 *
 * Knows causes and times, and nothing of the machines that they come from.
 */
#ifndef SIM_ENGINE_ATTRIBUTE_H
#define SIM_ENGINE_ATTRIBUTE_H

#include "sim/engine/live.h"

/* The last operations that a machine served, one after the other: what others waited for. Of more
 * than these the oldest stretch is blamed on the oldest that is still known. A program of more than
 * ATTRIBUTION_MANY operations is kept small: there it is the last SERVICE_FEW. */
enum { SERVICE_LOG = 8, SERVICE_FEW = 2, ATTRIBUTION_MANY = 100000 };

struct service_log {
    uint32_t count; /* ever */
    struct {
        uint32_t op;
        int64_t end;
    } entries[SERVICE_LOG];
};

void service_log_add(struct service_log *log, uint32_t op, int64_t end);

struct attribution {
    struct timeline_wait *waits;
    size_t count, capacity;
    int64_t at;    /* explained up to here */
    int64_t ready; /* end of the last order cause or of the call */
};

/* Begins with the call, the causes that the host gave and the order causes; then the resource
 * causes that were noted with the operation, its place in its queue among them. */
void attribution_begin(struct attribution *attribution, const struct live_op *op, int64_t call);

/* Makes room for one more stretch. */
void attribution_grow(struct attribution *attribution);

/* A stretch up to `to`, if that is later than what is explained. */
static inline void attribution_add(struct attribution *attribution, int64_t to, uint32_t blocker,
                                   enum rule rule)
{
    if (to <= attribution->at)
        return;
    attribution->at = to;
    if (attribution->count) {
        struct timeline_wait *last = &attribution->waits[attribution->count - 1];
        if (last->blocker == blocker && last->rule == (uint32_t)rule) {
            last->to = to;
            return;
        }
    }
    if (attribution->count == attribution->capacity)
        attribution_grow(attribution);
    attribution->waits[attribution->count++] = (struct timeline_wait){to, blocker, rule};
}

/* What the machine served until the start of operation `op`. */
void attribution_add_log(struct attribution *attribution, const struct service_log *log,
                         uint32_t op, enum rule rule);

/* It starts at `time`, sooner than some cause said. `call`: when it was called. */
void attribution_cut(struct attribution *attribution, int64_t call, int64_t time);

void attribution_release(struct attribution *attribution);

#endif

/* The critical path: the chain that leads from the end of the run back to its beginning, where each
 * link is what the next one waited for. Nothing beside it could be shortened to end earlier.
 *
 * From an operation the chain goes to the blocker of its last wait that has one; from one that
 * waited for nobody to the host, which was late to ask, and from there to what a host call before
 * had waited for.
 */
#ifndef SIM_ANALYSIS_CRITICAL_H
#define SIM_ANALYSIS_CRITICAL_H

#include "sim/model/timeline.h"

#include <stddef.h>
#include <stdint.h>

enum critical_kind {
    CRITICAL_RUN,  /* `op` runs */
    CRITICAL_GAP,  /* `op` waits with nobody to blame: issue, latency; after what `rule` says */
    CRITICAL_HOST, /* a host thread, `thread`, does what it does before it asks for `op` */
};

struct critical_step {
    enum critical_kind kind;
    int64_t from, to;
    uint32_t op;
    enum rule rule; /* why the next step had to wait for this one; RULE_COUNT: it did not */
};

struct critical {
    struct critical_step *steps; /* in order of time, without a gap from `from` to `to` */
    size_t count, capacity;
    int64_t from, to;
    int64_t run, gap, host; /* ns, by kind of step */
    /* By rule: for how long running steps held up the next one, which was already waiting; and the
     * operation that waited longest for it so, TIMELINE_NO_OP if none. */
    int64_t blame[RULE_COUNT];
    uint32_t waiting[RULE_COUNT], blocker[RULE_COUNT];
};

/* Of the timed part. Empty when no operation has known times. */
void critical_find(struct critical *critical, const struct timeline *timeline);
void critical_release(struct critical *critical);

#endif

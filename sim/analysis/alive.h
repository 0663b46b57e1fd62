/* Which operations of a timeline are alive at a moment, called and not ended, and when the device
 * does something next: in time proportional to what is alive, however long the run.
 *
 * An index of a few bytes for each 32 operations: from when to when any of them lives. Operations
 * whose start is not known are in it as dead.
 */
#ifndef SIM_ANALYSIS_ALIVE_H
#define SIM_ANALYSIS_ALIVE_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ALIVE_LEVELS = 8 };

/* From the first to the last moment of some operations, ns; from > to: none lives. */
struct alive_span {
    int64_t from, to;
};

struct alive {
    const struct timeline *timeline;
    struct alive_span *level[ALIVE_LEVELS]; /* 0: of 32 operations each; above: of 16 below */
    size_t count[ALIVE_LEVELS];
    int levels;
};

/* The timeline must outlive the index. Linear. */
void alive_init(struct alive *alive, const struct timeline *timeline);

/* An operation's own: from its call (its start, where that is not known or later) to its end (its
 * start, where that is not known). */
struct alive_span alive_of(const struct timeline_op *op);

/* What the device does with it, ns; TIMELINE_UNKNOWN: not known, or never, or out of order. */
struct alive_events {
    int64_t ready, start, end;
};
struct alive_events alive_events(const struct timeline_op *op);

/* The next operation after `after` in the order of the ids, TIMELINE_NO_OP for the first, that is
 * alive at `time` or ends just then; TIMELINE_NO_OP: no more. */
uint32_t alive_next(const struct alive *alive, int64_t time, uint32_t after);

/* The first moment after `time`, and the last one before it, at which an operation becomes ready,
 * starts or ends; TIMELINE_UNKNOWN: there is none. */
int64_t alive_event_after(const struct alive *alive, int64_t time);
int64_t alive_event_before(const struct alive *alive, int64_t time);

void alive_release(struct alive *alive);

#endif

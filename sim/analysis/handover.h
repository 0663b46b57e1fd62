/* Which host thread let another one go on: who released its lock, who told it so, who ended before
 * its join, who made it.
 *
 * A prediction says it of calls that slept. Of others, as of a timeline that does not, it is the
 * thread in which a call ended at the very moment, since host code between calls takes no time
 * there; where there is none, nobody.
 */
#ifndef SIM_ANALYSIS_HANDOVER_H
#define SIM_ANALYSIS_HANDOVER_H

#include "sim/model/rules.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HANDOVER_NOBODY UINT16_MAX

struct handover {
    uint16_t *giver; /* by row of calls, of those that wait for another thread, and of those that
                        make one: that thread; NULL: there are none */
    size_t threads;
    struct handover_thread {
        int64_t begin; /* its first call; TIMELINE_UNKNOWN: it makes none */
        int64_t made;  /* when its maker had made it: where that is no call, when it begins */
        uint16_t maker;
    } * of_thread;
};

/* Whether the wait is for another thread; one for a host function is for an operation. */
static inline bool handover_is_of_thread(const struct timeline_wait *wait)
{
    return wait->blocker == TIMELINE_NO_OP && rule_is_of_thread(wait->rule);
}

void handover_find(struct handover *handover, const struct timeline *timeline);

/* When another thread let the call go on; TIMELINE_UNKNOWN: it waits for none, or for a host
 * function, which is an operation. */
int64_t handover_time(const struct timeline *timeline, const struct timeline_call *call);

/* Whether the call waits for another thread. */
bool handover_is_wait(const struct timeline *timeline, const struct timeline_call *call);

void handover_release(struct handover *handover);

#endif

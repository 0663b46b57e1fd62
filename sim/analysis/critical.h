/* The critical path: the chain that leads from the end of the run back to its beginning, where each
 * link is what the next one waited for. Nothing beside it could be shortened to end earlier.
 *
 * It begins at the return of the call that gives the wall time (where no call waited for the last
 * operation: at its end, which may be after the wall time). From a call it goes to the operation
 * that the call waited for last, from an operation to the blocker of its last wait that has one;
 * from what waited for nobody to the host, which was late to ask, and from there to what a host
 * call before had waited for, or to the thread that let this one go on; in the call, too, that asks
 * for the operation, where that waits for another thread's lock. What the final readback
 * (readback.h) waited for is on it, too, but has held up nobody.
 */
#ifndef SIM_ANALYSIS_CRITICAL_H
#define SIM_ANALYSIS_CRITICAL_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CRITICAL_NO_CALL UINT32_MAX

enum critical_kind {
    CRITICAL_RUN,  /* `op` runs */
    CRITICAL_GAP,  /* `op` waits with nobody to blame: issue, latency; after what `rule` says */
    CRITICAL_HOST, /* a host thread, `thread`, does what it does before it asks for `op` */
};

struct critical_step {
    int64_t from, to;
    int64_t held;     /* ns at the end of a running step in which the next was already waiting; of a
                         host step that another call waited for the thread's lock, `rule` */
    uint32_t op;      /* TIMELINE_NO_OP: none, the last call follows */
    uint32_t waiting; /* of a running step: who waited for it; TIMELINE_NO_OP: no operation */
    uint32_t owner;   /* likewise: whose wait that was: `waiting`, or a record or wait before it */
    uint32_t call;    /* row of calls that waited for it or for the lock, or returns after this gap;
                         CRITICAL_NO_CALL: none */
    uint16_t thread;
    uint8_t kind; /* enum critical_kind */
    uint8_t rule; /* enum rule: why the next step had to wait for this one; RULE_COUNT: it did not
                     or it is not known */
    /* Of a running step that a later fence, event or call of the path waited for as well, through
     * what ran in between: */
    int64_t behind;          /* ns of it besides `held`; 0: none */
    uint32_t behind_op;      /* who waited */
    uint32_t behind_call;    /* or which call held up `behind_op`; CRITICAL_NO_CALL: none */
    uint32_t behind_owner;   /* whose wait that was */
    uint32_t behind_blocker; /* which is last of what was waited for; TIMELINE_NO_OP: of a call */
    uint8_t behind_rule;
};

struct critical {
    struct critical_step *steps; /* in order of time, without a gap from `from` to `to` */
    size_t count, capacity;
    int64_t from, to;       /* zero to the end of the run */
    int64_t run, gap, host; /* ns, by kind of step */
    /* By rule: for how long running steps held up the next one, which was already waiting; and the
     * operation that waited longest for it so, TIMELINE_NO_OP if none. */
    int64_t blame[RULE_COUNT];
    uint32_t waiting[RULE_COUNT], blocker[RULE_COUNT];
    /* The record or wait that passed it on from the one to the other; TIMELINE_NO_OP: none. */
    uint32_t through[RULE_COUNT];
    /* What it may have cost at most: likewise; but of a fence and of an event all that it made the
     * operation wait for, of what a host call waits for all the time that it held the host; both
     * as far as what was held up had to wait for nothing before it in its own stream, and up to
     * what all took from then to the next such wait; and of staging the time of pageable copies. */
    int64_t cost[RULE_COUNT];
    /* Of host calls: the one that cost most, and what was asked for behind it. */
    uint32_t call[RULE_COUNT], behind[RULE_COUNT];
};

/* Of the timed part. Empty when no operation has known times. */
void critical_find(struct critical *critical, const struct timeline *timeline);

/* The row of the call whose return ends the wall time; CRITICAL_NO_CALL: an operation does. */
uint32_t critical_last_call(const struct timeline *timeline);

/* Whether a wait by the rule is what a program means to be so (stream, event, condition), or the
 * machine (copy engine). */
bool critical_is_meant(enum rule rule);

/* The rule to name first, by what they cost: what a program can change goes before what it meant,
 * unless that weighs five times as much. RULE_COUNT: none costs a twentieth of the wall time. */
enum rule critical_worst_rule(const struct critical *critical, int64_t wall);

void critical_release(struct critical *critical);

#endif

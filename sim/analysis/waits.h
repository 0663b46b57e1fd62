/* All waits of a timeline, grouped by rule and by source line, those first that matter most.
 *
 * A loop's thousand waits are one group. What only takes its time (rules of group RULE_TIME) is one
 * group a rule, whatever the line.
 */
#ifndef SIM_ANALYSIS_WAITS_H
#define SIM_ANALYSIS_WAITS_H

#include "sim/analysis/critical.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct waits_group {
    uint32_t rule;    /* RULE_COUNT: not known */
    bool host;        /* of host calls; otherwise of operations */
    bool ran_out;     /* of waits with an end that nobody ended before: CONDITION */
    uint32_t place;   /* of all of them; 0: unknown, or a group without one */
    uint32_t name;    /* where the place is unknown: the operations' name id, or the call */
    size_t count;     /* operations or calls */
    int64_t sum;      /* ns; where one waits for what the other does, each counts the same time */
    int64_t during;   /* ns in which at least one of them waited */
    int64_t longest;  /* ns: of one operation or call, all its waits here together */
    uint32_t row;     /* operation or row of calls that waited longest */
    uint32_t blocker; /* that it waited for; TIMELINE_NO_OP: nobody */
    int64_t path;     /* ns of the critical path that were spent so */
};

struct waits {
    struct waits_group
        *groups; /* most time of the critical path first, then the longest `during` */
    size_t count, capacity;
};

/* Of the timed part. `keep`: NULL, or for each operation whether it counts; of calls then those
 * that enqueued one that does. */
void waits_find(struct waits *waits, const struct timeline *timeline,
                const struct critical *critical, const bool *keep);
void waits_release(struct waits *waits);

#endif

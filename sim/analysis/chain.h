/* A chain of causes: why an operation (or a host call) waited, why what it waited for waited, and
 * so on back to what waited for nobody.
 *
 * A link is an operation or call with its waits, which partition its stretch from the call to the
 * start (of a call: to its return). The next link is the blocker of its longest wait (of a call: of
 * its last, which let it return). Links that repeat one before them (same rule and source line: a
 * loop) are counted, not kept.
 */
#ifndef SIM_ANALYSIS_CHAIN_H
#define SIM_ANALYSIS_CHAIN_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHAIN_NO_CALL UINT32_MAX
#define CHAIN_WALK    4096 /* links beyond those kept that are counted */

/* A stretch of waiting. */
struct chain_wait {
    int64_t from, to;
    uint32_t blocker; /* TIMELINE_NO_OP: nobody */
    uint32_t rule;    /* RULE_COUNT: not known */
};

struct chain_link {
    uint32_t op;   /* TIMELINE_NO_OP: the call */
    uint32_t call; /* row of calls; CHAIN_NO_CALL: the operation */
    int64_t from, to;
    size_t first_wait, wait_count; /* of chain.waits */
    size_t longest; /* row of chain.waits whose blocker is the next link; SIZE_MAX: none */
    size_t repeats; /* as many more links like this one follow it */
};

struct chain {
    struct chain_link *links;
    size_t count, capacity;
    struct chain_wait *waits;
    size_t wait_count, wait_capacity;
    size_t left;   /* links that were not kept: from one on that repeats, or for want of room;
                      CHAIN_WALK: at least so many */
    uint32_t last; /* the operation at the end of all that were walked */
};

/* Of an operation whose call and start are known, at most `most` links. Without them the chain is
 * empty. */
void chain_find(struct chain *chain, const struct timeline *timeline, uint32_t op, size_t most);

/* Of a host call. */
void chain_find_call(struct chain *chain, const struct timeline *timeline, uint32_t call,
                     size_t most);
void chain_release(struct chain *chain);

#endif

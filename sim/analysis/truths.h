/* Where a wait comes of what hardware does and no document promises: both, in words. */
#ifndef SIM_ANALYSIS_TRUTHS_H
#define SIM_ANALYSIS_TRUTHS_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stdint.h>

struct truths {
    const char *documented, *observed; /* static */
};

/* Whether documentation and hardware differ for a wait of operation `op` by `rule` behind `blocker`
 * (TIMELINE_NO_OP: nobody), with what each says. */
bool truths_of_op(struct truths *truths, const struct timeline *timeline, uint32_t op,
                  uint32_t rule, uint32_t blocker);

/* The same for a wait of the host in a call, a row of calls. */
bool truths_of_call(struct truths *truths, const struct timeline *timeline, uint32_t call,
                    uint32_t rule);

#endif

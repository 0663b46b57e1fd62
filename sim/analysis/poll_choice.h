/* Loops that ask about several things in turn and go on with what is done: which that is decides
 * what the thread asks for next. So what ends later need not hold up anything: another one is
 * served before it.
 */
#ifndef SIM_ANALYSIS_POLL_CHOICE_H
#define SIM_ANALYSIS_POLL_CHOICE_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stdint.h>

struct poll_choice {
    bool found;
    int64_t until; /* when the last such question was answered */
    uint32_t call; /* row of the timeline's calls: that question */
};

/* Seen of questions that come one behind the other, without anything between them: a run of equal
 * ones is one row. Loops that work between all of them are not told from those that ask about one
 * thing again and again. */
struct poll_choice poll_choice_find(const struct timeline *timeline);

#endif

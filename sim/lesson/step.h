/* Where stepping stands: the instant that `@step` names, and the line to be highlighted. */
#ifndef SIM_LESSON_STEP_H
#define SIM_LESSON_STEP_H

#include "sim/lesson/runs.h"

struct lesson_instant {
    int64_t time; /* ns from the timeline's zero, as charts have it */
    int line;     /* of the source; 0: none */
};

/* `start`: nothing was called yet; `line 13` (`line 13#2`): the call in that line has returned;
 * `end`: the run is over; else an instant, such as `k1.start`. The block is a LESSON_STEP.
 * ERR_INPUT at its place. */
int lesson_step_find(struct lesson_instant *instant, struct lesson_runs *runs,
                     const struct lesson_block *block, struct err *err);

#endif

/* Which record of its event each wait of a stream is bound to, before and after a change.
 *
 * What host threads look at before they go on, memory that others write, is in no record of a
 * program: one that is held up less may go on too early, and wait for what was recorded last. Then
 * its replay tells nothing of the changed program.
 */
#ifndef SIM_STUDY_BOUND_H
#define SIM_STUDY_BOUND_H

#include "sim/model/timeline.h"

#include <stdbool.h>

/* Whether each host thread's waits for an event stand for the same records of it as before, place
 * by place. Of those that only one of the two runs has nothing is said: a change may take waits
 * away and add others. */
bool bound_alike(const struct timeline *before, const struct timeline *after);

#endif

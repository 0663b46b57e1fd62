/* Whether host threads go on as before a change: by which record of its event each wait of a stream
 * is bound to, and by the order in which they take locks and look at atomics.
 *
 * What host threads look at before they go on, memory that others write, is in no record of a
 * program: one that is held up less may go on too early, and wait for what was recorded last, or
 * take a task from a queue that another one took. Then its replay tells nothing of the changed
 * program, or of one whose threads keep to what each of them did.
 */
#ifndef SIM_STUDY_BOUND_H
#define SIM_STUDY_BOUND_H

#include "sim/model/timeline.h"

#include <stdbool.h>

/* Whether each host thread's waits for an event stand for the same records of it as before, place
 * by place. Of those that only one of the two runs has nothing is said: a change may take waits
 * away and add others. */
bool bound_alike(const struct timeline *before, const struct timeline *after);

/* Whether host threads take each lock, and write and see each atomic, in the order of before: what
 * they find under it is the same then. */
bool bound_by_turns(const struct timeline *before, const struct timeline *after);

#endif

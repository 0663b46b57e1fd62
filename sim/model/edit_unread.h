/* Results that are copied out, waited for, and never read, though the host works behind the wait on
 * nothing that is known: that work stands for whoever reads them, as host_work_us() does for
 * sending a halo, and needs the wait.
 *
 * Knows what a program says only: a host that reads what is copied has a record of it.
 */
#ifndef SIM_MODEL_EDIT_UNREAD_H
#define SIM_MODEL_EDIT_UNREAD_H

#include "sim/model/program.h"

/* Why such a wait stays. */
#define EDIT_UNREAD                                                                                \
    "nothing reads what is copied out before it, and the host works behind it: where that work "   \
    "stands for who reads it, it needs the wait"

/* By row of places: whether half of the waits there, or more, are of that kind. Synchronous copies
 * wait for themselves. free() it. */
bool *edit_unread_places(const struct program *program);

#endif

/* What the host knows to be done as a program goes on: which calls may wait for the device, and
 * what has ended when they return. */
#ifndef GPU_KNOWN_H
#define GPU_KNOWN_H

#include "gpu/plan.h"

/* Fills plan->waits and plan->ends; the plan's other tables are there. *idle is the record behind
 * the first one, from `last` on, after which the host knows that all work is done; the number of
 * records if it never knows. */
void known_find_waits(struct plan *plan, size_t last, size_t *idle);

#endif

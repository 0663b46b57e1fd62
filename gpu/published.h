/* Loops of the program that wait until another thread writes an atomic: the executor waits there
 * for that write, as the program would, and not for as long as the prediction had it take.
 *
 * Nothing here touches a device.
 */
#ifndef GPU_PUBLISHED_H
#define GPU_PUBLISHED_H

#include "gpu/plan.h"

/* What a loop's turn waits for. */
struct published_wait {
    uint32_t atomic; /* its number */
    uint32_t writes; /* that it has seen when the loop ends */
};

/* By record: the turns of such loops get the step PLAN_TURNS, or PLAN_MEANWHILE, writes
 * PLAN_PUBLISH. To be called once the records are linked and polls are found. */
void published_find(struct plan *plan);

/* Of a record that is such a turn. */
struct published_wait published_wait_of(const struct plan *plan, uint32_t record);

#endif

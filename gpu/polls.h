/* Loops that wait for several streams or events by asking one after the other.
 *
 * A run of queries of one thing is one record, which a run repeats until the device is done. But a
 * loop until (query(a) && query(b) && query(c)) asks for a again before each look at b: it was
 * recorded turn by turn, as many as the prediction's calls had time for. A device whose answer
 * comes earlier in this count ends the loop there, and so must a run.
 */
#ifndef GPU_POLLS_H
#define GPU_POLLS_H

#include "gpu/plan.h"

/* Fills plan->until, whose records must be linked: of a query that found its stream or event not
 * ready, the later record of the same place that found it done, if nothing but queries and looks at
 * errors lie between them; else PLAN_NONE. */
void polls_find(struct plan *plan);

#endif

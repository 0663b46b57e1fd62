/* Loops that wait for streams or events by asking, for several one after the other, or that work or
 * sleep between their looks.
 *
 * A run of queries of one thing is one record, which a run repeats until the device is done. But a
 * loop until (query(a) && query(b) && query(c)) asks for a again before each look at b, and one
 * that works meanwhile does so: they were recorded turn by turn, as many as the prediction's calls
 * had time for. A device whose answer comes earlier in this count ends the loop there, and so must
 * a run; where it comes later, it makes further turns like the last one.
 */
#ifndef GPU_POLLS_H
#define GPU_POLLS_H

#include "gpu/plan.h"

/* Fills plan->until and plan->turns, whose records must be linked. Until: of a query that found its
 * stream or event not ready, in a row of records which only ask, or are what a loop that asks does
 * meanwhile, and in which a later one of its like found it done: the next that is the first of its
 * like to do so, or else the next of its like, where a run goes on whose device is done already.
 * Turns: of a query that found its stream or event done, behind a turn that did more than ask, that
 * turn's first record. Others PLAN_NONE. */
void polls_find(struct plan *plan);

/* Whether two queries ask for the same at the same place. */
bool polls_alike(const struct plan *plan, uint32_t a, uint32_t b);

#endif

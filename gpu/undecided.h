/* Which operations stand to each other now so, now otherwise. What the hardware itself decides both
 * ways no prediction can have right. */
#ifndef GPU_UNDECIDED_H
#define GPU_UNDECIDED_H

#include "gpu/result.h"

/* Fills the timeline's `undecided` and its number of runs from every run of every process, also
 * those of other modes and the untypical ones. The timeline's operations must have their times. */
void undecided_find(const struct result *result, struct timeline *timeline);

#endif

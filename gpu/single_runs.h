/* What single runs do otherwise than the run that the timeline tells of: which operations stand to
 * each other now so, now otherwise, and how often operations are elsewhere. Each way that the
 * hardware goes often is a valid answer (design section 8). */
#ifndef GPU_SINGLE_RUNS_H
#define GPU_SINGLE_RUNS_H

#include "gpu/result.h"

/* Fills the timeline's `undecided`, its number of runs and their places from every run of every
 * process, also those of other modes and the untypical ones. The timeline's operations must have
 * their times, and it its span. */
void single_runs_find(const struct result *result, struct timeline *timeline);

#endif

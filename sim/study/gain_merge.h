/* Findings whose changes are one change: one of them stands for all. */
#ifndef SIM_STUDY_GAIN_MERGE_H
#define SIM_STUDY_GAIN_MERGE_H

#include "sim/analysis/pitfalls.h"

/* Once the gains are known: marks as `merged` those that another one takes away as well. */
void gain_merge(struct pitfalls *pitfalls);

#endif

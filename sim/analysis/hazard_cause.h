/* Findings of one cause: what is missing of one orders the sides of another one as well. */
#ifndef SIM_ANALYSIS_HAZARD_CAUSE_H
#define SIM_ANALYSIS_HAZARD_CAUSE_H

#include "sim/analysis/hazard.h"

/* Fills `cause` of all, once they are sorted; and `causes`. */
void hazard_causes_find(struct hazards *hazards);

#endif

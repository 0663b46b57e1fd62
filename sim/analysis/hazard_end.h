/* Work that nobody ever waits for: the process ends, or its stream is destroyed, before it is done.
 */
#ifndef SIM_ANALYSIS_HAZARD_END_H
#define SIM_ANALYSIS_HAZARD_END_H

#include "sim/analysis/hazard_pairs.h"

void hazard_end_find(struct hazard_pairs *pairs);

#endif

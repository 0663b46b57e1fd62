/* Events that do not do what they seem to: waits that find them never recorded, elapsed times that
 * are asked for too early or of events that have none. */
#ifndef SIM_ANALYSIS_HAZARD_EVENTS_H
#define SIM_ANALYSIS_HAZARD_EVENTS_H

#include "sim/analysis/hazard_pairs.h"

void hazard_events_find(struct hazard_pairs *pairs);

#endif

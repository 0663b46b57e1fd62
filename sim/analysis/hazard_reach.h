/* Kernels that touch what they cannot: bytes outside of an allocation, and memory that only the
 * host has. */
#ifndef SIM_ANALYSIS_HAZARD_REACH_H
#define SIM_ANALYSIS_HAZARD_REACH_H

#include "sim/analysis/hazard.h"
#include "sim/analysis/hazard_pairs.h"

void hazard_reach_find(struct hazard_pairs *pairs);

void hazard_reach_message(struct strbuf *sb, const struct hazards *hazards,
                          const struct hazard *hazard);
void hazard_reach_fix(struct strbuf *sb, const struct hazards *hazards,
                      const struct hazard *hazard);

#endif

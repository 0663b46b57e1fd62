/* Calls that are given a stream or an event that was destroyed before: what they do then is
 * undefined. */
#ifndef SIM_ANALYSIS_HAZARD_GONE_H
#define SIM_ANALYSIS_HAZARD_GONE_H

#include "sim/analysis/hazard.h"
#include "sim/analysis/hazard_pairs.h"

void hazard_gone_find(struct hazard_pairs *pairs);
void hazard_gone_message(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard);
void hazard_gone_fix(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard);

#endif

/* Calls that return an error. Where the program does not look, neither at what the call returns
 * nor, later in the same thread, at cudaGetLastError(), that is a finding. */
#ifndef SIM_ANALYSIS_HAZARD_FAILED_H
#define SIM_ANALYSIS_HAZARD_FAILED_H

#include "sim/analysis/hazard.h"
#include "sim/analysis/hazard_pairs.h"

/* Behind the findings of elapsed times, which say more of those. */
void hazard_failed_find(struct hazard_pairs *pairs);

void hazard_failed_message(struct strbuf *sb, const struct hazards *hazards,
                           const struct hazard *hazard);
void hazard_failed_fix(struct strbuf *sb, const struct hazards *hazards,
                       const struct hazard *hazard);

/* "cudaMalloc (line 12) returned cudaErrorMemoryAllocation": of the first that the program did look
 * at, or of which that is not known; nothing where there is none. */
void hazard_failed_seen(struct strbuf *sb, const struct hazards *hazards);

#endif

/* Copies whose source and destination share bytes: "the memory areas may not overlap" (CUDA Runtime
 * API 13, cudaMemcpy). Copies in two dimensions are not looked at. */
#ifndef SIM_ANALYSIS_HAZARD_OVERLAP_H
#define SIM_ANALYSIS_HAZARD_OVERLAP_H

#include "sim/analysis/hazard.h"
#include "sim/analysis/hazard_pairs.h"

void hazard_overlap_find(struct hazard_pairs *pairs);
void hazard_overlap_message(struct strbuf *sb, const struct hazards *hazards,
                            const struct hazard *hazard);

#endif

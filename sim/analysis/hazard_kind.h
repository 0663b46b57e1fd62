/* Copies whose cudaMemcpyKind contradicts their pointers. CUDA goes by the pointers, so that they
 * succeed; what the program says is still not what it does. */
#ifndef SIM_ANALYSIS_HAZARD_KIND_H
#define SIM_ANALYSIS_HAZARD_KIND_H

#include "sim/analysis/hazard.h"
#include "sim/analysis/hazard_pairs.h"

void hazard_kind_find(struct hazard_pairs *pairs);
void hazard_kind_message(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard);

#endif

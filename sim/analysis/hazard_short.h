/* Copies that are told how many elements there are, and not how many bytes: the kernel behind them
 * reads four or eight times as much, and nothing wrote the rest. Of memory that only calls can
 * write: elsewhere the host may have. */
#ifndef SIM_ANALYSIS_HAZARD_SHORT_H
#define SIM_ANALYSIS_HAZARD_SHORT_H

#include "sim/analysis/hazard.h"
#include "sim/analysis/hazard_pairs.h"

void hazard_short_find(struct hazard_pairs *pairs);
void hazard_short_message(struct strbuf *sb, const struct hazards *hazards,
                          const struct hazard *hazard);
void hazard_short_fix(struct strbuf *sb, const struct hazards *hazards,
                      const struct hazard *hazard);

#endif

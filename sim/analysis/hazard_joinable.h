/* Host threads whose std::thread is destroyed while it is joinable, as the source's interpreter
 * found. */
#ifndef SIM_ANALYSIS_HAZARD_JOINABLE_H
#define SIM_ANALYSIS_HAZARD_JOINABLE_H

#include "sim/analysis/hazard_pairs.h"
#include "sim/base/strbuf.h"

/* Whether the record makes such a thread. */
bool hazard_is_joinable(const struct program_record *record);

void hazard_joinable_find(struct hazard_pairs *pairs);

void hazard_joinable_message(struct strbuf *sb, const struct hazards *hazards,
                             const struct hazard *hazard);
void hazard_joinable_fix(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard);

#endif

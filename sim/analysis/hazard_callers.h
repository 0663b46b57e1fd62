/* By which calls of the program's a side of a finding was reached, where it stands in a function
 * that main calls, or in a destructor.
 */
#ifndef SIM_ANALYSIS_HAZARD_CALLERS_H
#define SIM_ANALYSIS_HAZARD_CALLERS_H

#include "sim/analysis/hazard.h"
#include "sim/base/strbuf.h"

/* A line for each call, innermost first: "file:line:column: note: `step` is called here"; of what a
 * host function did also where that was launched. Of a
 * finding's earlier side only those that its later side was not reached by as well. */
void hazard_add_callers(struct strbuf *sb, const struct hazards *hazards, happens_event event);
void hazard_add_callers_beside(struct strbuf *sb, const struct hazards *hazards,
                               const struct hazard *hazard);

/* By which other calls the further pairs of the finding were reached: a line for each. */
void hazard_add_further_callers(struct strbuf *sb, const struct hazards *hazards,
                                const struct hazard *hazard);

#endif

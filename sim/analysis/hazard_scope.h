/* Where a line that a hazard lacks can stand: where both sides' names are known. A function that
 * only gets a pointer knows neither the stream of a copy elsewhere, nor which slot of a ring the
 * pointer is: there the line stands at its call, in the function that both sides are called from.
 */
#ifndef SIM_ANALYSIS_HAZARD_SCOPE_H
#define SIM_ANALYSIS_HAZARD_SCOPE_H

#include "sim/analysis/hazard.h"
#include "sim/base/strbuf.h"

enum scope_side { SCOPE_EARLIER, SCOPE_LATER };

/* Whether a line for that side stands at a call of the function that the side is in. */
bool hazard_scope_moves(const struct hazards *hazards, const struct hazard *hazard,
                        enum scope_side side);

/* Whether a line for that side stands in the function that `place` is in; of a program without its
 * source nobody can tell, and it does. */
bool hazard_scope_has(const struct hazards *hazards, const struct hazard *hazard,
                      enum scope_side side, uint32_t place);

/* "line 20, which calls `fill`", or the side's own line. */
void hazard_scope_add_line(struct strbuf *sb, const struct hazards *hazards,
                           const struct hazard *hazard, enum scope_side side);

#endif

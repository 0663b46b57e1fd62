/* Operations of one stream whose calls two host threads make in no order: which comes first is
 * chance. */
#ifndef SIM_ANALYSIS_HAZARD_CALLS_H
#define SIM_ANALYSIS_HAZARD_CALLS_H

#include "sim/analysis/hazard.h"

/* Whether the two sides, which are in an order by chance, make a difference by that: kernels and
 * copies of one stream, other than a kernel that adds to what is there and another launch of it,
 * the same memset twice, or a copy to the host, which may look at what there is by then. Where
 * fences of the legacy stream order the two, to take turns is what they are there for. */
bool hazard_calls_matter(const struct program *program, const struct hazard *hazard);

/* What stands behind "memset of 4 MiB (stream s) writes `d`". */
void hazard_calls_message(struct strbuf *sb, const struct hazards *hazards,
                          const struct hazard *hazard);
void hazard_calls_fix(struct strbuf *sb, const struct hazards *hazards,
                      const struct hazard *hazard);

#endif

/* Pairs of accesses gathered into findings: pairs with the same rule, lines and calls are one. For
 * hazard.c only.
 */
#ifndef SIM_ANALYSIS_HAZARD_PAIRS_H
#define SIM_ANALYSIS_HAZARD_PAIRS_H

#include "sim/analysis/hazard.h"

/* Begins with {.hazards = ...}, whose `happens` is built. */
struct hazard_pairs {
    struct hazards *hazards; /* gets the findings */
    uint32_t *slots;         /* 1 + row of a finding by what makes it one; 0: free */
    size_t slot_count;
    happens_event last[2]; /* the pair that was added last */
};

/* A new finding, one more pair of a known one, or more bytes of the pair before. */
void hazard_pairs_add(struct hazard_pairs *pairs, const struct hazard *hazard);

/* No more are added. What is only possible of two accesses that certainly meet elsewhere in the
 * same memory goes: one line tells of the two. */
void hazard_pairs_end(struct hazard_pairs *pairs);

void hazard_pairs_release(struct hazard_pairs *pairs);

#endif

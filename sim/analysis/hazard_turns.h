/* A wait that finds its event not recorded yet, where another thread records it behind the wait.
 *
 * In a loop the first turn's wait is meant to be none, and handshakes make threads do likewise. But
 * where the record could have come first, too (only runs in other orders tell,
 * sim/study/lock_orders.h), the wait may be meant for it: so it is if what is behind the wait reads
 * what is before the record, and nothing else has written that by then.
 */
#ifndef SIM_ANALYSIS_HAZARD_TURNS_H
#define SIM_ANALYSIS_HAZARD_TURNS_H

#include "sim/analysis/hazard.h"

/* One of `first_turns` as a hazard, event-unrecorded with who reads what. False if nothing does.
 * Computes the program's values up to there. */
bool hazard_turns_find(struct hazard *hazard, const struct hazards *hazards,
                       const struct hazard_schedule *first_turn);

#endif

/* A wait for an event that is not sure to be recorded by then, and what such a wait was meant to
 * order: two findings, of the wait and of a race, have one repair. */
#ifndef SIM_ANALYSIS_HAZARD_VAIN_H
#define SIM_ANALYSIS_HAZARD_VAIN_H

#include "sim/analysis/hazard.h"
#include "sim/base/strbuf.h"

/* Of EVENT_UNRECORDED: how the calls of the wait and of the record stand to each other. */
enum hazard_vain_kind {
    VAIN_NEVER,     /* it is never recorded */
    VAIN_UNORDERED, /* another thread records it, and nothing says when */
    VAIN_LATER,     /* it is recorded later */
};

enum hazard_vain_kind hazard_vain_kind(const struct hazards *hazards, const struct hazard *vain);

/* What to do about it. */
void hazard_vain_fix(struct strbuf *sb, const struct hazards *hazards, const struct hazard *vain);

/* The finding of a wait in vain that, once repaired so, orders the race's two sides; NULL if there
 * is none. swapped: whether it puts the later side first, which of two threads is the later one by
 * the chance of this run only; may be NULL. */
const struct hazard *hazard_vain_of(const struct hazards *hazards, const struct hazard *race,
                                    bool *swapped);

/* Takes out waits of loops that come before their turn's record where nothing goes wrong by that:
 * the first was meant to be none, the others are for the turn before. All others are found by then.
 */
void hazard_vain_settle(struct hazards *hazards);

/* Whether the event is another one in other turns. */
bool hazard_vain_has_several(const struct hazards *hazards, const struct hazard *vain);

/* Whether the same line waits for the same event again, and finds the record of the turn before. */
bool hazard_vain_goes_on(const struct hazards *hazards, const struct hazard *vain);

/* Whether the record stands for work that the wait, called before it, holds back. A wait for that
 * record would wait for itself: it was meant for the record of the turn before, and in the first
 * one to be none, as CUDA says it is. */
bool hazard_vain_is_first_turn(const struct hazards *hazards, uint32_t wait, uint32_t record);

#endif

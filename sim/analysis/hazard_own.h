/* Events of the program's own that would order the two sides of a hazard, were one call of theirs
 * in its place: what to repair is that call, and no new event is needed.
 * None that is destroyed by then, or whose name means nothing where that call would stand.
 */
#ifndef SIM_ANALYSIS_HAZARD_OWN_H
#define SIM_ANALYSIS_HAZARD_OWN_H

#include "sim/analysis/hazard.h"

enum hazard_own_kind {
    OWN_NONE,
    OWN_UNAWAITED, /* recorded behind the earlier side, and nobody waits for it */
    OWN_SELF_WAIT, /* likewise, but the stream that recorded it waits for it */
    OWN_ELSEWHERE, /* likewise, but recorded in the later side's stream, which alone waits for it */
    OWN_EARLY,     /* recorded before the earlier side, and the later one waits for it */
};

enum { HAZARD_OWN_EVENTS = HAZARD_PAIRS_KEPT };

struct hazard_own {
    enum hazard_own_kind kind;
    uint32_t record; /* row of records: of the first pair; */
    uint32_t wait;   /* likewise; HAPPENS_NONE: there is none */
    bool several;    /* other later sides have other events */
    /* Those that the first pair's later side lacks, of all pairs that it is in. */
    uint32_t events[HAZARD_OWN_EVENTS];
    size_t event_count;
    uint32_t turns, later_turns; /* UNAWAITED: how often the event's line comes, and the later
                                    side's, where that is in fewer turns of a loop; 0: it is not */
};

/* Of a hazard whose both sides are the device's, called in one order: the same of all its pairs
 * that are kept, in the same lines. */
void hazard_own_find(struct hazard_own *own, const struct hazards *hazards,
                     const struct hazard *hazard);

#endif

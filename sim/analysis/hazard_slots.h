/* Whether one event can order the two sides of a hazard in all turns of a loop. It cannot where the
 * earlier side's line comes again before the later side waits for it: by then the event stands for
 * a later turn, of another stream perhaps. Then there is one event for each slot of what the turns
 * share, a ring of buffers for instance.
 */
#ifndef SIM_ANALYSIS_HAZARD_SLOTS_H
#define SIM_ANALYSIS_HAZARD_SLOTS_H

#include "sim/analysis/hazard.h"
#include "sim/base/strbuf.h"

/* What tells the slots apart. */
enum hazard_slot_key {
    SLOT_BY_TURN,
    SLOT_BY_INDEX,  /* of the array that has the buffers, or their structs: ring[0], ring[1], ... */
    SLOT_BY_PART,   /* of one allocation */
    SLOT_BY_STREAM, /* of an array, where the later side waits for several */
};

struct hazard_slots {
    uint32_t count; /* events; 1: one event does */
    enum hazard_slot_key key;
    uint32_t name; /* name id: of one of the buffers or streams, of the allocation */
    bool gathers;  /* the later side waits for several turns of the earlier one */
    bool goes_on;  /* the earlier side's line comes again behind the later side */
    bool earlier_streams, later_streams; /* a side is in several streams */
};

/* Only of a hazard that has an earlier side. */
void hazard_slots_find(struct hazard_slots *slots, const struct hazards *hazards,
                       const struct hazard *hazard);

/* ring: the name of its buffers, `ring[1]`, up to the index; its length is returned, 0: it has
 * none. */
size_t hazard_array_name(const char *name);

/* Whether both are elements of one array, or the same member of such. */
bool hazard_shares_array(const char *a, const char *b);

/* How many streams the array has that the stream of that name is an element of. */
uint32_t hazard_array_size(const struct program *program, const char *name);

/* The pair behind `pair` in the same finding, of those that were kept; NULL: none. */
const struct hazard *hazard_next_pair(const struct hazards *hazards, const struct hazard *pair);

/* ", where slot is the index of `ring` there ...": what `slot` stands for, and why it takes several
 * events. */
void hazard_add_slot_meaning(struct strbuf *sb, const struct hazards *hazards,
                             const struct hazard *hazard, const struct hazard_slots *slots);

#endif

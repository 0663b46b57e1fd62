/* What the host's work at a place of the source is: memcpy and its like, a function of which the
 * program says how long it takes, or something else. It is told to who reads reports; no file
 * holds it. */
#ifndef SIM_MODEL_HOST_MOVE_H
#define SIM_MODEL_HOST_MOVE_H

#include "sim/model/timeline.h"

/* Notes work at a place (row of places; 0: none, nothing is noted). `name`: "memset", "plan";
 * NULL: it has none. `bytes`: how many each call moves; 0: that is not known. */
void program_note_work(struct program *program, uint32_t place, const char *name, uint64_t bytes);

/* Notes that the memcpy at a place has read so many bytes of a piece of memory, which `memory`
 * tells from others. */
void program_note_source(struct program *program, uint32_t place, uint64_t memory, uint64_t from,
                         uint64_t bytes);

/* Several of them became one row of calls, whose time is not that of so many bytes. */
void program_note_together(struct program *program, uint32_t place);

/* What all work at the place of a row of calls is; NULL: it has no name, or more than one. */
const struct program_host_move *timeline_host_move(const struct timeline *timeline,
                                                   const struct timeline_call *call);

#endif

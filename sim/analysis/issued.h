/* What a program's records did in a run of it: which operation each put into a stream, and when the
 * host reached each.
 *
 * Records and operations of a thread stand in the same order, so each record is matched with the
 * next operation or host call of its thread that fits it by call, place and object.
 */
#ifndef SIM_ANALYSIS_ISSUED_H
#define SIM_ANALYSIS_ISSUED_H

#include "sim/model/program.h"
#include "sim/model/timeline.h"

#include <stdint.h>

#define ISSUED_NO_CALL UINT32_MAX

struct issued {
    uint32_t *ops;   /* by record; TIMELINE_NO_OP: none (it enqueues nothing, or was refused) */
    uint32_t *calls; /* by record: its row of the timeline's calls; ISSUED_NO_CALL: none */
    int64_t *times;  /* by record, ns: when it returned; of what has no row of its own, such as a
                        host read, when the call before it did */
    size_t count;    /* of records */
};

/* `timeline` is a run of `program`, predicted or measured. */
void issued_find(struct issued *issued, const struct program *program,
                 const struct timeline *timeline);
void issued_release(struct issued *issued);

#endif

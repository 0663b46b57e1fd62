/* The final readback: the copies to the host with which a run ends.
 *
 * Where nothing but copies to the host is asked for from some moment on, and they hardly take any
 * time, they wait for all the others by nature, and so does a host that asks for them only when all
 * is done: without these waits the run would end hardly earlier. What matters is what they waited
 * for.
 */
#ifndef SIM_ANALYSIS_READBACK_H
#define SIM_ANALYSIS_READBACK_H

#include "sim/model/timeline.h"

struct readback {
    /* The last other work of the timed part, and when it was asked for: TIMELINE_NO_OP and
     * INT64_MIN: there is none. */
    uint32_t last_op;
    int64_t last_request;
    bool is_known; /* else there is no such readback, and these are of any work */
};

struct readback readback_find(const struct timeline *timeline);

/* Whether the operation is one of these copies, or a record or wait among them. */
bool readback_has_op(const struct readback *readback, const struct timeline *timeline, uint32_t op);

/* Whether the call waited when nothing but these copies was still to be asked for. */
bool readback_has_call(const struct readback *readback, const struct timeline_call *call);

#endif

/* One run of a program on a device: every thread's records performed in its own order, with the
 * host's times. Knows neither repetitions nor instruments. */
#ifndef GPU_RUN_H
#define GPU_RUN_H

#include "gpu/end_events.h"
#include "gpu/objects.h"
#include "gpu/process.h"

/* From, to; ns of the device's now(), or TIMELINE_UNKNOWN. */
struct run_time {
    int64_t from, to;
};

struct run {
    const struct plan *plan;
    struct objects *objects;
    struct device *device;
    struct process_page *page; /* where it says where its threads stand, as record + 1; 0:
                                  nowhere; or NULL */
    uint64_t first_tag;        /* of record 0's call; 0: calls are not tagged */
    bool stamps;               /* launches stamp their blocks */
    struct end_events *events; /* recorded behind operations; or NULL */

    /* What a run saw. */
    struct run_time *calls;  /* by record: when its call was entered and returned */
    struct run_time *bodies; /* by operation: when a host function began and ended */
    int64_t *answers;        /* by answer of the plan: ns, or TIMELINE_UNKNOWN */
    int64_t idle;            /* when the device had nothing left to do */
};

/* With room for what a run sees. `objects` and what it was made of must outlive the run. */
void run_init(struct run *run, struct objects *objects, struct process_page *page);

/* Performs the program once. The device is idle when it returns, and what the run made is gone.
 * ERR_RUN with the call and its place when the device fails; what is left of the program is then
 * not performed. */
int run_perform(struct run *run, struct err *err);

/* When the timed part began, and its wall time: from there to the return of the call that last
 * waited for the device; where none waited for the last work, until the device was idle and all
 * threads were done but for putting away what they had made (docs/scenarios.md). ERR_RUN if no work
 * was timed. */
int run_wall(const struct run *run, int64_t *zero, int64_t *wall, struct err *err);

/* How long the run took, set-up and all, ns. */
int64_t run_duration(const struct run *run);

void run_release(struct run *run);

#endif

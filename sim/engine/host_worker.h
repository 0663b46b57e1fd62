/* The host worker: one thread of the driver that runs host functions one at a time (semantics
 * S3.3), in the order in which their turns came.
 *
 * Says when a function is due; the runtime runs it and says when it returned.
 */
#ifndef SIM_ENGINE_HOST_WORKER_H
#define SIM_ENGINE_HOST_WORKER_H

#include "sim/engine/attribute.h"
#include "sim/model/profile.h"

struct host_worker {
    uint32_t head, tail; /* slots of functions whose turn has come */
    uint32_t running;    /* slot */
    int64_t idle_since;  /* when the last function returned; at first, when work began: a process
                            that is warmed up has done the like just before; INT64_MIN: not yet */
    bool cold;           /* finds nothing in the caches when it wakes next */
    struct service_log log;
};

void host_worker_init(struct host_worker *worker);

/* How long the worker takes to wake for the function that it took at `now`, more than one that has
 * just slept: the longer it has slept the longer (latency.host_asleep,
 * traces/experiments/host-latency.txt), and not less than latency.host_cold behind a host that has
 * computed for long (host-first.txt). */
int64_t host_worker_wake(struct host_worker *worker, const struct profile *profile, int64_t now);

/* A function's turn in its stream has come. */
void host_worker_submit(struct host_worker *worker, struct live *live, uint32_t slot);

/* Takes the next function, which runs from now on; 0 if none can. */
uint32_t host_worker_take(struct host_worker *worker, const struct live *live);

/* The running function returned at `time`. */
void host_worker_done(struct host_worker *worker, const struct live *live, int64_t time);

#endif

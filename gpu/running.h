/* A session in progress: its runs, one after the other, made again where something disturbed them.
 */
#ifndef GPU_RUNNING_H
#define GPU_RUNNING_H

#include "gpu/cores.h"
#include "gpu/host_memory.h"
#include "gpu/session.h"

struct running {
    const struct session *session;
    const struct plan *plan;
    struct process *process;
    struct device *device;
    struct objects objects;
    struct host_memory memory;
    struct run run;
    struct cores_again again;
    int64_t took;     /* the last run, ns; TIMELINE_UNKNOWN: none yet */
    bool leads;       /* a run that counts comes right behind another */
    uint32_t crowded; /* runs that counted although something else used their core */
};

/* Performs the program, so that caches and driver know it. */
int running_warm_up(struct running *running, struct err *err);

/* Before the first of the runs of a kind. From then on, until it is called again, each run but long
 * ones is led in by another of the same program (`leads`): a trace sees both. How long they are the
 * runs before have told, or one that it makes. */
int running_begin(struct running *running, struct err *err);

/* Performs the program on a quiet core, right behind another run of it. *counts is false if it did
 * not stay quiet, or if the caches of the core knew nothing of the program, and the run is to be
 * made again. */
int running_perform(struct running *running, bool *counts, struct err *err);

#endif

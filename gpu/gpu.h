/* The real device, as the rest of the program sees it.
 *
 * Must not be given anything that was predicted but the program and the profile by which kernels'
 * costs become block times.
 */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"
#include "sim/model/profile.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

struct gpu_variable {
    const char *name, *value;
};

/* What starts and ends are seen by (gpu/instrument.h says what each sees). */
#define GPU_CLOCKS(CLOCK)                                                                          \
    CLOCK(AUTO, "auto") CLOCK(CUPTI, "cupti") CLOCK(STAMPS, "stamps") CLOCK(EVENTS, "events")
enum gpu_clock {
#define CLOCK(id, name) GPU_CLOCK_##id,
    GPU_CLOCKS(CLOCK)
#undef CLOCK
        GPU_CLOCK_NONE, /* when the host made its calls, alone: nothing slows them or the kernels */
};

/* How far a measurement is. */
struct gpu_progress {
    uint32_t process, processes; /* the one that runs, from 1; of so many */
    uint32_t run, runs;          /* of this process */
};

struct gpu_options {
    uint32_t processes;        /* separate ones; 0 is 1 */
    uint32_t repetitions;      /* of each kind of run in each process; at least 1 */
    uint32_t warm_ups;         /* runs before those */
    uint32_t connections;      /* CUDA_DEVICE_MAX_CONNECTIONS; 0: not set */
    uint32_t copy_connections; /* CUDA_DEVICE_MAX_COPY_CONNECTIONS; 0: not set */
    int64_t limit;             /* ns that one run may take; 0: 20 s */
    enum gpu_clock clock; /* AUTO: CUPTI; where it is missing, stamps for a program that has nothing
                             but kernels, else events */
    /* The environment in which CUDA starts (CUDA_LAUNCH_BLOCKING, ...); later ones win. Those that
     * the program itself sets before its first CUDA call are added. */
    const struct gpu_variable *variables;
    size_t variable_count;
    /* Told ten times a second at most; may be NULL. */
    void (*progress)(void *context, const struct gpu_progress *progress);
    void *progress_context;
};

/* Measures the program on device 0 and fills *timeline (initialized by this call; to be released by
 * the caller, also after an error). Every process is a child with a time limit. Errors:
 * ERR_UNAVAILABLE when there is no GPU, no driver, a build without CUDA, or something that the
 * executor cannot run; ERR_INPUT for a program that makes no sense; ERR_RUN when CUDA fails (with
 * the call and its place), when memory is short, when a run does not end or crashes. */
int gpu_measure(const struct program *program, const struct profile *profile,
                const struct gpu_options *options, struct timeline *timeline, struct err *err);

/* What device 0 says about itself, as lines `KEY=VALUE`: `name`, and keys of profiles with values
 * as profiles hold them; appended. Errors as for gpu_measure(). */
int gpu_properties(struct strbuf *out, struct err *err);

/* One of several programs that are measured in the same processes. */
struct gpu_item {
    const struct program *program;
    const struct profile *profile;
    struct timeline *timeline; /* as above */
    int result;                /* 0, or -1 with */
    struct err err;
};

/* The same for several programs, one after the other in each process, which saves most of the time
 * that CUDA takes to start. They share the environment that the options give: a program that sets
 * variables before its first CUDA call is refused. What goes wrong with one program is said there;
 * -1 with *err only when none can be run. */
int gpu_measure_all(struct gpu_item *items, size_t count, const struct gpu_options *options,
                    struct err *err);

#endif

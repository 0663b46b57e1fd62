/* The virtual CUDA runtime: the only place that knows what a call means.
 *
 * A source (a script, a program being replayed, later a shim) is pulled for the next call of each
 * host thread; the runtime performs it in virtual time on the engine and answers. The driver always
 * runs the host thread with the smallest virtual time (ties: thread id), and the engine never
 * passes it. When all threads are blocked and nothing is due, that is a deadlock: an error that
 * names each thread's line.
 *
 * The calls are program records (sim/model/program.h). What they name (streams, events, copies,
 * launches, ...) are rows of the program's tables, which the source adds before it makes the call.
 * The rows exist from then on; whether the object lives is decided by the calls.
 */
#ifndef SIM_RUNTIME_RUNTIME_H
#define SIM_RUNTIME_RUNTIME_H

#include "sim/engine/engine.h"
#include "sim/model/pace.h"
#include "sim/model/profile.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct runtime;

/* What a call gave back, and when. */
struct runtime_answer {
    int32_t error; /* enum cuda_error */
    int64_t now;   /* the thread's virtual time after the call, ns */
    int64_t value; /* by call: elapsed time in ns, the device's free bytes, a count, ...;
                      cudaOccupancyMaxPotentialBlockSize: grid size << 32 | block size */
};

struct runtime_source {
    void *context;
    /* The next call of a thread, given the answer to its last (NULL at its first). Returns 1 with
     * *record filled in, 0 when the thread has ended, -1 on an error. `record->thread` is set by
     * the runtime. */
    int (*next)(void *context, uint32_t thread, const struct runtime_answer *answer,
                struct program_record *record, struct err *err);
    /* A host function's turn has come: from now on next() is asked for the records of
     * `worker`, until it returns 0. `error` is passed to callbacks. */
    int (*host_function)(void *context, uint32_t hostfn, uint32_t worker, int32_t error,
                         struct err *err);
    /* Device work takes effect on memory at its end: copies, memsets, kernels. NULL: not wanted. */
    int (*effect)(void *context, const struct timeline_op *op, struct err *err);
    /* By which calls the thread came to what next() gave last: a row of program.callers. NULL: not
     * known. */
    uint32_t (*caller)(void *context, uint32_t thread);
};

/* A turn of a loop that only waits, ns (design section 4). */
#define RUNTIME_TURN 50

struct runtime_variable {
    const char *name, *value;
};

struct runtime_options {
    bool per_thread_default; /* --default-stream per-thread */
    bool cold;               /* not a warmed-up process */
    bool cupti;              /* calls take as long as while CUPTI records */
    bool record;             /* append every call to program->records (a script does; replay not) */
    bool free_host; /* host work and host functions take RUNTIME_TURN at most, so that loops that
                       poll still end */
    bool lenient;   /* streams and events that were destroyed go on as if they were not, where
                       CUDA says nothing, for who looks for just that; else an error */
    bool sm_steps;
    bool brief_kernels; /* each kernel is one block that takes as long as all of them might alone:
                           quick to simulate, for who asks what is enqueued, not when */
    int32_t compute_connections; /* 0: by CUDA_DEVICE_MAX_CONNECTIONS or the profile */
    int32_t copy_connections;
    const struct runtime_variable *variables; /* --env */
    size_t variable_count;
    const struct pace *pace; /* calls that enqueue come when they do there; NULL: as they can */
    uint64_t max_calls;      /* 0: no limit */
    uint64_t seed;           /* of what changes from run to run (chance.h); 0: the middle of it */
    const atomic_bool *stop; /* once it is set, the run ends soon, with an error; NULL: never */
};

/* All four must outlive the runtime. The timeline is filled as the program runs. */
struct runtime *runtime_new(const struct profile *profile, const struct runtime_options *options,
                            struct program *program, struct timeline *timeline);

/* Runs the source's threads to their end and the device until it is idle, and finishes the
 * timeline. */
int runtime_run(struct runtime *runtime, const struct runtime_source *source, struct err *err);

/* What pure queries answer, without time passing; for sources that must fill the program's memory.
 * `attribute` by the enum's number in driver_types.h; false if unknown. */
bool runtime_attribute(const struct runtime *runtime, int attribute, int64_t *value);
/* The same of a device that is not there. */
bool runtime_attribute_of(const struct profile *profile, int attribute, int64_t *value);

/* The stream that handle 0 means in a thread: row 0, or with `per_thread_default` the thread's own
 * row; and the thread's own row in any case (cudaStreamPerThread), which is added when first asked
 * for. Sources put them into the records. */
uint32_t runtime_default_stream(struct runtime *runtime, uint32_t thread);
uint32_t runtime_per_thread_stream(struct runtime *runtime, uint32_t thread);

/* A variable of the environment as the program sees it (--env, then setenv); NULL if unset. */
const char *runtime_variable(const struct runtime *runtime, const char *name);

/* The virtual time of a thread, ns. */
int64_t runtime_now(const struct runtime *runtime, uint32_t thread);

/* Whether the device has failed, so that each call of the thread returns the error. */
bool runtime_has_failed(const struct runtime *runtime, uint32_t thread);

/* Whether nothing changes any more unless `thread` goes on: every other thread waits or has ended,
 * and the device has nothing to do. */
bool runtime_stands_still(const struct runtime *runtime, uint32_t thread);

/* Appends who waits, where and for what: "thread 0 (main) at a.cu:14 waits in ... for the device;
 * ...". Nothing if no thread is blocked. */
void runtime_blocked_text(const struct runtime *runtime, struct strbuf *sb);

void runtime_free(struct runtime *runtime);

#endif

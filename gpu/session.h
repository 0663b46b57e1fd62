/* What a measuring process does with a program: runs it plainly for its wall times and with an
 * instrument for starts and ends, and reports every run.
 *
 * Knows no statistics: samples go out as they come.
 */
#ifndef GPU_SESSION_H
#define GPU_SESSION_H

#include "gpu/gpu.h"
#include "gpu/run.h"

/* What a session sends (process_send). */
enum session_message {
    SESSION_FACTS = 1, /* struct device_facts */
    SESSION_PLAIN,     /* a run without instrument: its wall time, then an int64_t an answer */
    SESSION_SAMPLE,    /* a run with one: its wall time, then a struct run_time (all ns from the
                          program's zero) each for the calls, by record, and the operations */
    SESSION_STEPS,   /* struct timeline_sm_step, ns from the program's zero: what was on the SMs in
                        one run */
    SESSION_CLOCK,   /* uint32_t: the enum gpu_clock that the samples were taken by */
    SESSION_CROWDED, /* uint32_t: so many of the runs that count had a core that something else used
                      */
    SESSION_PROGRAM, /* what follows is of this one of several programs: its number, uint32_t */
};

struct session {
    const struct plan *plan;
    const struct gpu_options *options;
    struct device *device;    /* open */
    bool plain, instrumented; /* which runs to make */
};

/* The runs of a session that leave a sample of each kind, and those before. */
enum { SESSION_TRACE_WARM_UPS = 2 };

/* Steps of the process that a session takes at least: one a run, and one before the first. */
uint32_t session_steps(const struct gpu_options *options);

int session_run(struct process *process, const struct session *session, struct err *err);

#endif

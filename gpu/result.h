/* What the runs of all processes saw, and the timeline that it makes: medians with their spread,
 * modes, the noise between processes.
 *
 * Runs that take equally long may still go different ways: a copy engine takes another stream
 * first, a thread comes earlier. Medians over both would be no run at all. So starts and ends are
 * those of the typical runs: the one that is nearest to all others, and those that go as it does.
 */
#ifndef GPU_RESULT_H
#define GPU_RESULT_H

#include "gpu/session.h"
#include "sim/model/timeline.h"

/* One run under an instrument. */
struct sample_run {
    uint32_t process;
    int64_t wall;
    bool typical;           /* its operations run as in most runs of its mode */
    struct run_time *calls; /* by record, ns from the program's zero */
    struct run_time *ops;   /* by operation; in the same allocation */
};

struct result {
    const struct plan *plan;
    struct device_facts facts;
    struct timeline_sm_step *steps; /* of the last run that had them */
    size_t step_count;
    enum gpu_clock clock; /* by which the last samples were taken */
    struct plain_run {
        uint32_t process;
        int64_t wall;
        int64_t *answers; /* by answer of the plan */
    } * plains;
    size_t plain_count, plain_capacity;
    struct sample_run *samples;
    size_t sample_count, sample_capacity;
    uint32_t crowded; /* of all these runs, so many had a core that something else used */
};

/* The plan must outlive the result. */
void result_init(struct result *result, const struct plan *plan);

/* Takes what a session of a process sent; ERR_RUN if it is not what one sends. */
int result_take(struct result *result, uint32_t process, uint32_t type, const void *data,
                size_t bytes, struct err *err);

/* Whether there is a run of each kind. */
bool result_is_whole(const struct result *result);

/* Fills an initialized timeline, all but who measured it and when. The result must be whole. */
void result_fill(struct result *result, struct timeline *timeline);

void result_release(struct result *result);

#endif

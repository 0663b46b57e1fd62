/* Trials: many predictions that don't depend on each other, side by side on all cores.
 *
 * Of each only figures are kept, not its timeline, so that memory holds as many timelines as there
 * are threads. A scenario is interpreted again from its source, so that a program that branches on
 * time stays right; a recorded program is copied and replayed. An error of one trial is the result
 * of that trial and ends no other.
 */
#ifndef SIM_STUDY_TRIAL_H
#define SIM_STUDY_TRIAL_H

#include "sim/analysis/failures.h"
#include "sim/analysis/summary.h"
#include "sim/study/predict.h"

struct trial {
    /* what is predicted; all pointers are the caller's */
    const char *path;              /* a scenario, or NULL: */
    const struct program *program; /* this one, of which the trial has a copy of its own */
    const struct predict_options *options;

    /* With a path: the calls that the scenario makes under these options are those of `program`
     * (same_calls.h). They are replayed, and where one fails it is interpreted after all. */
    bool replays;

    /* Changes the trial's copy of the program before it is replayed (NULL: nothing to change).
     * Returns 0; 1: it does not apply to this program, which sets `skipped`; -1 with *err. Runs on
     * any thread. */
    int (*edit)(struct program *program, void *context, struct err *err);

    /* Is shown the whole prediction before it is thrown away (NULL: not needed), to keep more of it
     * than the figures. Runs on any thread, and writes only to what is this trial's own. */
    void (*keep)(const struct prediction *prediction, void *context);
    void *context; /* of both */

    /* what came out */
    bool skipped;           /* the edit does not apply: no figures */
    int status;             /* 0, or -1 with `err`: no figures */
    struct err err;         /* with its place */
    int64_t wall, span;     /* ns, of the timeline */
    struct summary summary; /* of the timeline, with the profile */
    struct failures failures;
    int exit_code;            /* of a scenario */
    uint64_t copied, threads; /* how much the program asks for: bytes of all copies, threads of all
                                 launches */
};

/* Fills in what came out of each trial. On `threads` threads at most (0: one a core). */
void trials_run(struct trial *trials, size_t count, unsigned threads);

/* Whether it ran and has a wall time. */
bool trial_came_out(const struct trial *trial);

/* Makes an error (ERR_RUN) of a trial that came out, but in which calls fail that did not in
 * `before`, or that ended with another exit status than `exit_before` and not with 0: without their
 * work it is no answer to how long the work takes. */
void trial_judge(struct trial *trial, const struct failures *before, int exit_before);

#endif

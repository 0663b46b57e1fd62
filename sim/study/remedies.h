/* The remedies of some findings of pitfalls, made in one prediction: what they change of a program
 * and of the options. Rewrites are not among them (sim/study/fix.h makes and proves those), but one
 * may be made before. Knows nothing of which finding is worth a try.
 */
#ifndef SIM_STUDY_REMEDIES_H
#define SIM_STUDY_REMEDIES_H

#include "sim/analysis/pitfalls.h"
#include "sim/study/fix.h"
#include "sim/study/trial.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct remedies {
    /* what is tried; set by the caller, whose they are */
    const struct pitfalls *pitfalls;
    const struct prediction *prediction;
    const struct fix *rewrite; /* made first; NULL: none */
    size_t only;               /* row of pitfalls; SIZE_MAX: all that matter, */
    const bool *chosen;        /* of those, by row, which; NULL: all */
    /* of the trial */
    struct predict_options options;
    const char **sets;
    char (*cheap)[64];     /* settings */
    bool frees_sms;        /* SMs are made free: what the kernels need of them remains */
    bool launches_earlier; /* what goes first could be launched first as well */
};

/* Whether its gain comes from such a trial. */
bool remedies_simulated(const struct pitfall *pitfall);

/* Makes a trial of them ready, for trials_run(): the scenario at `path` interpreted again where its
 * calls depend on time and only options change, else the recorded program. */
void remedies_prepare(struct remedies *remedies, struct trial *trial, const char *path,
                      const struct predict_options *options);

/* What the trial gained, ns. */
int64_t remedies_gain(const struct remedies *remedies, const struct trial *trial);

void remedies_release(struct remedies *remedies);

#endif

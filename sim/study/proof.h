/* Proof that a rewritten program is as right as the original: no hazard that the original lacks, by
 * what CUDA guarantees (sim/analysis/hazard.h), and the same symbolic results
 * (sim/analysis/values.h) in every run, or, where the original has hazards, in the predicted runs.
 * Knows nothing of what was changed.
 */
#ifndef SIM_STUDY_PROOF_H
#define SIM_STUDY_PROOF_H

#include "sim/analysis/hazards.h"
#include "sim/study/predict.h"

/* The hazards of the original, looked at once for many rewrites. */
struct proof {
    const struct prediction *original;
    struct proof_hazard *hazards; /* sorted */
    size_t count;
    bool decides; /* what is in memory in the end may depend on which side of a hazard came first */
};

/* The prediction must outlive it. */
void proof_begin(struct proof *proof, const struct prediction *original);

#define PROOF_OTHER_RESULTS "the changed program would compute something else"

/* Whether the rewritten program, predicted, is proven; if not, `why` says in a sentence without its
 * full stop what is wrong. May run on several threads at once. */
bool proof_holds(const struct proof *proof, const struct prediction *rewritten, char *why,
                 size_t why_bytes);

/* A hazard that the rewritten program has and the original lacks. */
struct proof_breach {
    bool found;
    enum hazard_rule rule;
    bool certain;   /* else a kernel whose accesses are not known may be one of its two sides */
    char text[400]; /* in the hazard's words (hazard_text.h), without full stop: "line 14: kernel
                       `k2` (stream b) reads out[0..1 MiB) while ..." */
};

/* The first of them, certain ones first: nothing else is proven. `same_calls`: the rewritten
 * program makes the calls of the original in as many turns, so that more pairs of the same lines
 * are a hazard as well. */
void proof_find_breach(const struct proof *proof, const struct program *rewritten, bool same_calls,
                       struct proof_breach *breach);

/* Whether a rewritten program without a hazard that the original lacks computes the same, as far as
 * that can be proven. */
bool proof_computes_same(const struct proof *proof, const struct prediction *rewritten);

/* Whether the rewritten program computes the same in the order of its calls, in which every run
 * does it that has no hazard. */
bool proof_same_results(const struct proof *proof, const struct program *rewritten);

void proof_release(struct proof *proof);

#endif

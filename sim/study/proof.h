/* Proof that a rewritten program is as right as the original: no hazard that the original lacks, by
 * what CUDA guarantees (sim/analysis/hazard.h), and the same symbolic results
 * (sim/analysis/values.h) in every run, or, where the original has hazards, in the predicted runs.
 * Knows nothing of what was changed.
 */
#ifndef SIM_STUDY_PROOF_H
#define SIM_STUDY_PROOF_H

#include "sim/study/predict.h"

/* The hazards of the original, looked at once for many rewrites. */
struct proof {
    const struct prediction *original;
    struct proof_hazard *hazards; /* sorted */
    size_t count;
};

/* The prediction must outlive it. */
void proof_begin(struct proof *proof, const struct prediction *original);

/* Whether the rewritten program, predicted, is proven; if not, `why` says in a sentence without its
 * full stop what is wrong. May run on several threads at once. */
bool proof_holds(const struct proof *proof, const struct prediction *rewritten, char *why,
                 size_t why_bytes);

void proof_release(struct proof *proof);

#endif

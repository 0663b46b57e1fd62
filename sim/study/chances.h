/* The middle of many runs of one prediction.
 *
 * What a measurement says of an operation is the median over its runs, each of its start and of its
 * end. Where several host threads call, runs differ in who comes first (sim/runtime/chance.h), and
 * one run, however likely, is not where the medians are. So such a program is predicted again and
 * again with other seeds, and the medians are what is held against the measurement. No run need be
 * like them: who waited for whom is only to be read from a timeline of one run.
 */
#ifndef SIM_STUDY_CHANCES_H
#define SIM_STUDY_CHANCES_H

#include "sim/study/predict.h"

enum {
    CHANCES_RUNS = 101,
    CHANCES_OPS_MOST = 100000, /* more operations are left as one run has them */
};

/* Whether runs of it differ: calls of several threads enqueue, and not at a given pace. */
bool chances_matter(const struct prediction *prediction, const struct predict_options *options);

/* Fills `middle`, which is not initialized yet, with a run in which nothing is left to chance,
 * whose operations' times, answers of cudaEventElapsedTime and wall time are the medians of `runs`
 * others: CHANCES_RUNS less those that fail by chance or make other calls. `options` are those of
 * the prediction, whose timeline stays as it is. Errors: those of predict_replay().
 * timeline_release() is needed in any case. */
int chances_middle(struct prediction *prediction, const struct predict_options *options,
                   struct timeline *middle, size_t *runs, struct err *err);

#endif

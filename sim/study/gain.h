/* Gains: what each pitfall's remedy would change, by predicting the program again with it.
 *
 * One by one and all together, since gains don't add up. Independent predictions, side by side on
 * all cores.
 */
#ifndef SIM_STUDY_GAIN_H
#define SIM_STUDY_GAIN_H

#include "sim/analysis/pitfalls.h"
#include "sim/study/predict.h"

/* What may be predicted again in all, in operations: the largest are the first to go without. 0:
 * no limit. The default keeps explain of a million operations within seconds. */
#define GAIN_OPERATIONS 1000000

/* Fills in the gains of the findings in `pitfalls`, which are those of `prediction`, made with
 * `options`; then sorts them. A program that branched on answers that depend on time gets none for
 * rewrites: its calls might not be the same; what only flags change is interpreted again from the
 * scenario at `path` (NULL: a recorded program, whose calls are taken as they came). With a path it
 * adds what another number of streams or size of chunks would gain (sim/study/tuning.h), where the
 * scenario has a constant that says so; they are rewrites of its source. Then it looks for changes
 * that gain only together (company.h). `operations`: how much may be predicted again. */
void gain_find(struct pitfalls *pitfalls, const struct prediction *prediction, const char *path,
               const struct predict_options *options, uint64_t operations);

#endif

/* By which calls of the program's the host came to an operation or call of a prediction, where that
 * stands in a function that main calls. */
#ifndef SIM_ANALYSIS_CALLED_H
#define SIM_ANALYSIS_CALLED_H

#include "sim/analysis/explain.h"
#include "sim/base/strbuf.h"
#include "sim/model/program.h"

/* The row of program.callers of what is meant; 0: it stands in main, or nothing is known of it. */
uint32_t called_from(const struct program *program, const struct timeline *timeline,
                     const struct explain_pick *pick);

/* "in step, called from a.cu:33; in run, called from a.cu:60", in one line; nothing of 0. */
void called_text(struct strbuf *sb, const struct program *program, uint32_t caller);

#endif

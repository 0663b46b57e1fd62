/* Calls that returned an error: a program that does not look at what they return goes on without
 * their work. cudaErrorNotReady is no error but an answer, and what only reports an earlier error
 * has none of its own. */
#ifndef SIM_ANALYSIS_FAILURES_H
#define SIM_ANALYSIS_FAILURES_H

#include "sim/base/strbuf.h"
#include "sim/model/timeline.h"

/* A row of the summary; nothing if all calls succeeded. */
void failures_text(struct strbuf *sb, const struct timeline *timeline);

#endif

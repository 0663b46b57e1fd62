/* The explanation as text for people: short, most important first. */
#ifndef SIM_ANALYSIS_EXPLAIN_TEXT_H
#define SIM_ANALYSIS_EXPLAIN_TEXT_H

#include "sim/analysis/explain.h"
#include "sim/base/strbuf.h"

/* "Why it waited": the groups of waits that matter, each with its chain of causes, in lines of at
 * most `width` columns. */
void explain_text_waits(struct strbuf *sb, const struct explain *explain, int width);

/* "Critical path": the shares of the wall time, what runs on it, what bounds the run, slack. */
void explain_text_path(struct strbuf *sb, const struct explain *explain, int width);

/* One operation or call: its waits, their causes, its slack. */
void explain_text_pick(struct strbuf *sb, const struct explain *explain,
                       const struct explain_pick *pick, int width);

/* A line for each operation: how long it waited, its slack, its longest wait. */
void explain_text_table(struct strbuf *sb, const struct explain *explain);

#endif

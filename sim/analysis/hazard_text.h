/* Hazards in words: `file:line: warning: text [rule]`, the other side, the missing order and the
 * code that adds it, a run that goes wrong.
 */
#ifndef SIM_ANALYSIS_HAZARD_TEXT_H
#define SIM_ANALYSIS_HAZARD_TEXT_H

#include "sim/analysis/hazard.h"
#include "sim/base/strbuf.h"

/* What is wrong, in a sentence without full stop: "kernel `k2` (stream b) reads out[0..16 MiB)
 * while kernel `k1` (stream a, line 12) may still be writing it". */
void hazard_message(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard);

/* What to add, in the program's own names: "cudaEventRecord(e, a); after line 12, and
 * cudaStreamWaitEvent(b, e, 0); before line 14". Where the two sides are calls of two host threads:
 * in which of them, and what both have to see. */
void hazard_fix(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard);

/* Whether it is possible only as copies in two dimensions have too many rows to look at each. */
bool hazard_of_rows(const struct hazards *hazards, const struct hazard *hazard);

/* Of a possible one: "if its threads touch one element each, the first so many behind each pointer,
 * this line settles it: #pragma nullstream kernel(k) reads(in, ...)". Nothing of a certain one. */
void hazard_settle(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard);

/* A run that CUDA allows and that goes wrong; nothing for a misuse. */
void hazard_run(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard);

/* What comes of it: "out[0..16 MiB) may hold ..., expected ..."; nothing where it is not known. */
void hazard_wrong(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard);

/* Where hardware was seen to wait though nothing promises it: a sentence, or nothing. */
void hazard_observed(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard);

/* The list of rules, and one rule with all that is known about it. */
void hazard_list_text(struct strbuf *sb);
void hazard_rule_text(struct strbuf *sb, enum hazard_rule rule);

/* All findings and what they come to. */
void hazards_text(struct strbuf *sb, const struct hazards *hazards);

#endif

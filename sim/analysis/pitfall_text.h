/* Pitfalls as text for people. */
#ifndef SIM_ANALYSIS_PITFALL_TEXT_H
#define SIM_ANALYSIS_PITFALL_TEXT_H

#include "sim/analysis/pitfalls.h"

/* The section of a report: the pitfalls that matter, with evidence, change, gain and lesson; or
 * that there is nothing to improve, and the bound. Lines of at most `width` columns. */
void pitfall_text(struct strbuf *sb, const struct pitfalls *pitfalls, const struct summary *summary,
                  int width);

/* The list of rules, and one rule with all that is known about it. */
void pitfall_list_text(struct strbuf *sb);
void pitfall_rule_text(struct strbuf *sb, enum pitfall_rule rule);

#endif

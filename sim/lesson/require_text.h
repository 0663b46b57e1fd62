/* What a requirement demands, in words for the learner.
 *
 * Knows the form of a check (lessons/README.md), not whether it holds.
 */
#ifndef SIM_LESSON_REQUIRE_TEXT_H
#define SIM_LESSON_REQUIRE_TEXT_H

#include "sim/base/strbuf.h"

/* Appends "no hazard: nothing is used before it is ready" for `hazards = none`, and so on. A check
 * that is no such one, as those that always hold, is appended as it is. */
void require_text(struct strbuf *sb, const char *check);

#endif

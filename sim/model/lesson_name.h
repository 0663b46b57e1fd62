/* What reports say of the lesson that a rule, a pitfall or a hazard names. Some are still to be
 * written: lessons/LATER, which is part of the program. */
#ifndef SIM_MODEL_LESSON_NAME_H
#define SIM_MODEL_LESSON_NAME_H

#include "sim/base/strbuf.h"

#include <stdbool.h>

/* Whether there is something to name: not where no lesson belongs (""), nor where it is to come. */
bool lesson_name_is_there(const char *slug);

/* "pinned"; "timing (not written yet)". */
void lesson_name_add(struct strbuf *sb, const char *slug);

#endif

/* The lines of an exercise that come from the lesson: pragmas of ours, and some #defines. */
#ifndef SIM_LESSON_FROZEN_H
#define SIM_LESSON_FROZEN_H

#include "sim/base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether the lines are the same in both texts, in any order. If not, `why` gets a sentence that
 * names the line, and what it was. `names`: of the #defines. */
bool frozen_same(const char *start, const char *text, const char *const *names, size_t count,
                 struct strbuf *why);

/* Whether a text has such lines at all. */
bool frozen_any(const char *start, const char *const *names, size_t count);

#endif

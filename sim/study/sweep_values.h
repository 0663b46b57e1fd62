/* Lists of values as a sweep takes them: `1..8`, `1..64*2`, `100us..400us+100us`, `1,2,5..8`. */
#ifndef SIM_STUDY_SWEEP_VALUES_H
#define SIM_STUDY_SWEEP_VALUES_H

#include "sim/base/arena.h"
#include "sim/base/err.h"

/* Values separated by commas outside of brackets, each itself or a range: two whole numbers with
 * the same unit, or none, and what is added (+S) or multiplied by (*F) from one to the next, 1 is
 * added if nothing is said. The last value is the last one that is not above the end.
 *
 * *values: in the arena, as they are written. ERR_INPUT: an empty list or range, a step that leads
 * nowhere, more than `most`. */
int sweep_values(const char *text, size_t most, struct arena *arena, const char *const **values,
                 size_t *count, struct err *err);

#endif

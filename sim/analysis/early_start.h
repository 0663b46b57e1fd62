/* Programs that do not say where their timed part begins: it begins with the first copy or memset,
 * which is often part of the set-up.
 */
#ifndef SIM_ANALYSIS_EARLY_START_H
#define SIM_ANALYSIS_EARLY_START_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether all calls of a place return before the first kernel is called, in such a program. */
bool early_start_has(const struct timeline *timeline, uint32_t place);

/* The operation that the timed part begins with; TIMELINE_NO_OP: none is known. */
uint32_t early_start_op(const struct timeline *timeline);

#endif

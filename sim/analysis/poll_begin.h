/* Since when the host has polled: a loop that asks, works and asks again waits from its first
 * question on, though each question is a call by itself.
 */
#ifndef SIM_ANALYSIS_POLL_BEGIN_H
#define SIM_ANALYSIS_POLL_BEGIN_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stdint.h>

/* By row of calls: of a query that waited, when the thread asked first of those that had no success
 * in its place, with nothing but host work between them; of others when it was entered. free() it.
 */
int64_t *poll_begin_find(const struct timeline *timeline);

/* By row of calls: whether the thread works or sleeps there between two such questions, which it
 * would not where the first had success. NULL: none does; else free() it. */
bool *poll_fillers_find(const struct timeline *timeline);

#endif

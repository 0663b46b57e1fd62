/* Which locks a host thread, or a host function, holds at each of its records: accesses under one
 * lock are in no order, and need none.
 */
#ifndef SIM_ANALYSIS_HELD_LOCKS_H
#define SIM_ANALYSIS_HELD_LOCKS_H

#include "sim/model/program.h"

#include <stdint.h>

/* By record, a bit for each lock, which some of more than 64 share; NULL: none is ever taken. The
 * caller frees it. */
uint64_t *held_locks_find(const struct program *program);

#endif

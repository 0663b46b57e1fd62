/* Locks that are held across calls that wait for the device: who waits for the lock then waits for
 * the device, too, whatever stream its own work is in.
 */
#ifndef SIM_ANALYSIS_LOCK_ACROSS_H
#define SIM_ANALYSIS_LOCK_ACROSS_H

#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOCK_ACROSS_NONE UINT32_MAX

/* By row of calls, of those that waited for a lock: the call in which its holder waited for an
 * operation last before it let go of it; LOCK_ACROSS_NONE: none is known. NULL: none is of any.
 * free() it. */
uint32_t *lock_across_find(const struct timeline *timeline);

/* Calls in one place that had a lock of the driver's while another thread waited for it. */
struct lock_holder {
    uint32_t call; /* row of calls: one of them; LOCK_ACROSS_NONE: it is not known who had it */
    size_t count;
    bool several; /* threads made them */
    int64_t time; /* ns that they took, all of them, without their own waits for the lock */
};

/* Who had the lock for most of the time that a row of calls waited for it, which is not always who
 * had it last: what gives and takes memory has it for all of its time. */
struct lock_holder lock_held_in_calls(const struct timeline *timeline, uint32_t row);

/* How long the call that asked for an operation waited for locks, ns. */
int64_t lock_wait_before(const struct timeline *timeline, uint32_t op);

/* What waited for locks that calls of one place were made with. */
struct lock_across {
    uint32_t place; /* where most of that was waited: where they take the lock; 0: nowhere */
    int64_t waited; /* ns, all threads together */
};

struct lock_across lock_across_of(const struct timeline *timeline, uint32_t place);

#endif

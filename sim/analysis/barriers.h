/* Who waits at the barriers of host threads when the last one comes.
 *
 * The records have a barrier as locks that each waiter holds itself and the last one to come
 * releases for it. By that alone the waiters are behind the last one, which is chance: whoever
 * leaves a barrier is behind all who came to it. Those of pthread_barrier_wait: who comes to a
 * std::barrier or std::latch says so (PUBLISH_ARRIVES), as it may go on without waiting.
 */
#ifndef SIM_ANALYSIS_BARRIERS_H
#define SIM_ANALYSIS_BARRIERS_H

#include "sim/model/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether it lets go one of those who wait at a barrier. */
static inline bool barriers_lets_go(const struct program_record *record)
{
    return record->call == CALL_lock_release && record->count == RELEASE_FOR_WAITER &&
           record->value > 0;
}

/* One who waits. */
struct barrier_waiter {
    uint32_t record; /* with which the last one to come lets the first of them go */
    uint32_t before; /* the waiter's last record before it waits */
};

struct barriers {
    struct barrier_waiter *rows; /* by `record` */
    size_t count, capacity;
};

void barriers_find(struct barriers *barriers, const struct program *program);

void barriers_release(struct barriers *barriers);

#endif
